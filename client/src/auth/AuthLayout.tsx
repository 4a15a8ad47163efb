import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { Heading } from './Heading.tsx';
import { Masthead } from './Masthead.tsx';

type AuthLayoutProps = {
  /** The title of the browser tab. */
  title: string;
  heading: string;
  lead: ReactNode;
  children?: ReactNode;
};

/** Layout of the pages around the sign-in: one panel and a link back. */
export function AuthLayout({ title, heading, lead, children }: AuthLayoutProps) {
  return (
    <Page title={title} className="-mt-9 lg:mt-0">
      <Masthead />
      <div className="mt-7 rounded-card bg-panel p-4 pt-5 shadow-lift">
        <Heading title={heading}>{lead}</Heading>
        {children}
        <p className="mt-3 text-center">
          <Button kind="quiet" href="/auth" className="font-normal">
            Back to sign in
          </Button>
        </p>
      </div>
    </Page>
  );
}
