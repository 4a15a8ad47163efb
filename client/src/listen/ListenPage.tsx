import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'wouter';
import type { Listening } from '#shared/episode.ts';
import { titles } from '#shared/pages.ts';
import { isNotFoundOrGone } from '../api/client.ts';
import { listenPageQuery, setMaking } from '../api/listen.ts';
import { QueryError } from '../api/QueryError.tsx';
import { useSales } from '../api/sales.ts';
import { useAuth } from '../api/session/session.tsx';
import { playableOfListening } from '../player/deck/playable.ts';
import { SessionEngine } from '../player/deck/SessionEngine.tsx';
import { useSleep } from '../player/deck/sleep.ts';
import { useDeck } from '../player/deck/useDeck.ts';
import { usePlaybackSession } from '../player/deck/usePlaybackSession.ts';
import { startFrom } from '../player/playbackStorage.ts';
import { useEpisodeEvents } from '../player/useEpisodeEvents.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyEpisode } from '../ui/EmptyEpisode.tsx';
import { Page } from '../ui/Page.tsx';
import { Episode } from './Episode.tsx';
import { playerShortcuts, useShortcuts } from './keyboardShortcuts.ts';
import { BeingMade } from './making/BeingMade.tsx';
import { OpeningPage } from './OpeningPage.tsx';

export default function ListenPage() {
  const [search] = useSearchParams();
  const token = search.get('episode');
  if (!token) return <NoSuchEpisode />;
  return <Listen key={token} token={token} startAt={startFrom(search)} />;
}

function Listen({ token, startAt }: { token: string; startAt: number | null }) {
  const query = useListening(token);
  const { data, error } = query;
  const episode = data?.episode;

  if (episode?.status === 'processing' || (episode?.status === 'completed' && episode.audioUrl)) {
    return <LoadedEpisode episode={episode} startAt={startAt} />;
  }
  if (episode?.status === 'failed') return <CouldNotBeMade episode={episode} />;
  if (episode || isNotFoundOrGone(error)) return <NoSuchEpisode />;
  if (!error) return <OpeningPage />;
  return (
    <Page title={titles['/listen']}>
      <h1 className="mt-2">This episode didn’t load</h1>
      <QueryError title="We couldn’t load this episode" query={query} />
    </Page>
  );
}

/** During production the owner follows the event stream; everybody else polls. */
function useListening(token: string) {
  const client = useQueryClient();
  const [watched, setWatched] = useState<string | null>(null);
  const isStreaming = useEpisodeEvents(watched, ({ podcast }) => {
    const { status, title } = podcast;
    setMaking(client, token, podcast);
    if (status !== episode?.status || title !== episode.title) void listening.refetch();
  });
  const listening = useQuery(listenPageQuery(token, isStreaming));
  const episode = listening.data?.episode;
  const inProduction = episode?.status === 'processing' ? episode.publicId : null;
  if (inProduction !== watched) setWatched(inProduction);
  return listening;
}

type LoadedEpisodeProps = {
  episode: Listening['episode'];
  /** Start time from the link, s. */
  startAt: number | null;
};

/** One component for both states, so that playback continues when production finishes. */
function LoadedEpisode({ episode, startAt }: LoadedEpisodeProps) {
  const session = usePlaybackSession(playableOfListening(episode), { startAt });
  const { player } = session;
  const { reach } = useSyncExternalStore(session.subscribe, session.get);
  // The finished episode must not move a listener who scrolled away during production.
  const [following, setFollowing] = useState(true);
  const go = useCallback(
    (time: number) => {
      setFollowing(true);
      player.seek(time);
      player.play();
    },
    [player],
  );
  const isOnDeck = useDeck() === session;
  const sleep = useSleep(session.sleep);
  useShortcuts(playerShortcuts(player));
  useEffect(() => {
    session.update({ isShown: true });
    return () => session.update({ isShown: false });
  }, [session]);
  const audioUrl = episode.status === 'completed' ? episode.audioUrl : null;
  const [wasBeingMade] = useState(audioUrl === null);
  const shared = { episode, player, sleep, following, onFollow: setFollowing, onGo: go };
  return (
    <>
      {!isOnDeck && <SessionEngine key={session.id} session={session} />}
      {audioUrl === null ? (
        <BeingMade {...shared} reach={reach} />
      ) : (
        <Episode {...shared} audioUrl={audioUrl} hasShownLines={wasBeingMade} />
      )}
    </>
  );
}

function CouldNotBeMade({ episode }: { episode: Listening['episode'] }) {
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

function NoSuchEpisode() {
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
