import type { Listening } from '#shared/episode.ts';
import { useSales } from '../api/sales.ts';
import { useAuth } from '../api/session/session.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyEpisode } from '../ui/EmptyEpisode.tsx';
import { Page } from '../ui/Page.tsx';

type Episode = Listening['episode'];

export function CouldNotBeMade({ episode }: { episode: Episode }) {
  const sells = useSales();
  const next = sells
    ? 'Your dashboard shows where your money is, and lets you order it again.'
    : 'You have its minutes back. You can make it again from your dashboard.';
  return (
    <Page title={episode.title}>
      <h1 className="mt-2 mb-3">We couldn’t finish this one</h1>
      <p className="mb-7 text-lead text-soft">
        {episode.isOwner ? next : 'There’s nothing to hear at this link.'}
      </p>
      <div className="grid sm:flex">
        <Button kind="main" href={episode.isOwner ? '/dashboard' : '/create'}>
          {episode.isOwner ? 'Go to your dashboard' : 'Create an episode'}
        </Button>
      </div>
    </Page>
  );
}

export function NoSuchEpisode() {
  const { user } = useAuth();
  return (
    <Page title="Episode not found" className="pt-2">
      <EmptyEpisode />
      <h1 className="mt-7 mb-3">There’s no episode at this link</h1>
      <p className="mb-7 text-lead text-soft">
        The link may be incomplete, or its owner has replaced it.
      </p>
      <div className="grid gap-4 sm:flex">
        <Button kind="main" href={user ? '/dashboard' : '/create'}>
          {user ? 'Go to your dashboard' : 'Create an episode'}
        </Button>
        <Button href="/samples">Hear a demo</Button>
      </div>
    </Page>
  );
}
