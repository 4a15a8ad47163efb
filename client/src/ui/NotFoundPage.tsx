import { notFound } from '#shared/pages.ts';
import { Button } from './Button.tsx';
import { EmptyEpisode } from './EmptyEpisode.tsx';
import { Page } from './Page.tsx';

export function NotFoundPage() {
  return (
    <Page title={notFound.title} className="pt-2">
      <EmptyEpisode />
      <h1 className="mt-7">Nothing is playing at this address</h1>
      <p className="mt-3 mb-7 text-lead text-soft">This page doesn’t exist, or it has moved.</p>
      <div className="flex flex-col gap-2 sm:flex-row sm:items-center sm:gap-5">
        <Button kind="main" href="/">
          Go home
        </Button>
        <Button kind="quiet" href="/samples">
          Hear a demo
        </Button>
      </div>
    </Page>
  );
}
