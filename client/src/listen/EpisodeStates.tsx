import type { Listening } from '#shared/episode.ts';
import { useAuth } from '../auth/session.tsx';
import type { Sleep } from '../playback/deck/sleep.ts';
import { firstMinutes } from '../playback/words.ts';
import { useSales } from '../sales.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyEpisode } from '../ui/EmptyEpisode.tsx';
import { Page } from '../ui/Page.tsx';
import type { Player } from '../ui/player.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Title } from '../ui/Title.tsx';
import { PlayerPanel } from './PlayerPanel.tsx';

type Episode = Listening['episode'];

type BeingMadeProps = {
  episode: Episode;
  player: Player;
  sleep: Sleep;
  /** Seconds that can be played already. */
  reach: number;
};

/** In production; the page refreshes by itself. */
export function BeingMade({ episode, player, sleep, reach }: BeingMadeProps) {
  return (
    <Page title={episode.title} layout="full" className="flex flex-col">
      <div className="mx-auto w-full max-w-column grow px-5 pb-11">
        <p className="mt-2 mb-4">
          <StatusBadge sign>On air</StatusBadge>
        </p>
        <h1 className="mb-3">They’re still talking</h1>
        <p className="text-lead text-soft">
          {episode.voice1Name} and {episode.voice2Name} are recording this one now. It appears here
          by itself as soon as it is done.
        </p>
        <Title as="p" text={episode.title} className="mt-7 border-t border-line pt-5" />
        {episode.isOwner && (
          <Button kind={reach > 0 ? 'plain' : 'main'} href="/dashboard" className="mt-5">
            See how far it is
          </Button>
        )}
      </div>
      {reach > 0 && (
        <PlayerPanel
          player={player}
          sleep={sleep}
          title={`Hear ${firstMinutes(reach)}`}
          wave={episode.wave}
          seed={episode.publicId ?? episode.token}
          chapters={[]}
          onBackToNow={null}
        />
      )}
    </Page>
  );
}

export function CouldNotBeMade({ episode }: { episode: Episode }) {
  const sells = useSales();
  const next = sells
    ? 'Your dashboard says what happens with your money, and lets you order it again.'
    : 'Its minutes are yours again. Your dashboard lets you make it once more.';
  return (
    <Page title={episode.title}>
      <h1 className="mt-2 mb-3">This one could not be finished</h1>
      <p className="mb-7 text-lead text-soft">
        {episode.isOwner ? next : 'There is nothing to hear at this link.'}
      </p>
      <Button kind="main" href={episode.isOwner ? '/dashboard' : '/create'}>
        {episode.isOwner ? 'Go to your dashboard' : 'Create an episode'}
      </Button>
    </Page>
  );
}

/** An unknown, replaced or missing link. */
export function NoSuchEpisode() {
  const { user } = useAuth();
  return (
    <Page title="Episode not found" className="pt-2">
      <EmptyEpisode seed="Episode not found" />
      <h1 className="mt-7 mb-3">There is no tape at this link</h1>
      <p className="mb-7 text-lead text-soft">
        The link may be incomplete, or its owner has replaced it.
      </p>
      <Button kind="main" href={user ? '/dashboard' : '/create'}>
        {user ? 'Go to your dashboard' : 'Create an episode'}
      </Button>
    </Page>
  );
}
