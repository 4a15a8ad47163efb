import type { ReactNode, SubmitEventHandler } from 'react';
import { Link } from 'wouter';
import { brand } from '#shared/brand.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Form } from '../../ui/Form.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Page } from '../../ui/Page.tsx';

type AuthLayoutProps = {
  title: string;
  heading: string;
  lead: ReactNode;
  children?: ReactNode;
};

export function AuthLayout({ title, heading, lead, children }: AuthLayoutProps) {
  return (
    <Page title={title} className="-mt-13 lg:mt-0">
      <div className="lg:hidden">
        <Masthead />
      </div>
      <div className="mt-7 rounded-card bg-panel p-4 pt-5 shadow-lift lg:mt-2 lg:p-7">
        <div className="mb-5 text-center text-meta lg:mb-7">
          <h1 className="text-[1.5rem] lg:text-h2">{heading}</h1>
          <p className="mt-3 text-balance text-soft">{lead}</p>
        </div>
        {children}
        <p className="mt-3 text-center lg:mt-6 lg:-mb-3">
          <Button kind="quiet" href="/auth">
            Back to sign in
          </Button>
        </p>
      </div>
    </Page>
  );
}

/** On wide screens the header has the logo. */
export function Masthead({ isSmall = false }: { isSmall?: boolean }) {
  return (
    <div className="flex flex-col items-center text-center">
      <Link href="/" className="rounded-chip px-4 pt-1 lg:hidden">
        <Logo height={isSmall ? 27 : 34} />
      </Link>
      <p className="mt-0.5 text-meta text-soft">{brand.studioTagline}</p>
    </div>
  );
}

type HeadingProps = { title: string; isSmall?: boolean; children: ReactNode };

export function Heading({ title, isSmall = false, children }: HeadingProps) {
  return (
    <div className={classes('text-center text-meta', isSmall ? 'mb-3' : 'mb-4 lg:mb-7')}>
      <h1 className={isSmall ? 'text-h3' : 'text-h2'}>{title}</h1>
      <p className={classes('text-balance text-soft', !isSmall && 'mt-1.5')}>{children}</p>
    </div>
  );
}

type SubmittedFormProps = {
  submit: SubmitEventHandler<HTMLFormElement>;
  isSubmitting: boolean;
  submitLabel: string;
  pendingLabel: string;
  children: ReactNode;
};

export function SubmittedForm(props: SubmittedFormProps) {
  const { submit, isSubmitting, submitLabel, pendingLabel, children } = props;
  const button = { pending: isSubmitting, pendingLabel };
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <Button type="submit" kind="main" wide className="mt-1" {...button}>
        {submitLabel}
      </Button>
    </Form>
  );
}
