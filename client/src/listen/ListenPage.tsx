import { useSearchParams } from 'wouter';
import type { Listening } from '#shared/episode.ts';
import { titles } from '#shared/pages.ts';
import { isNotFoundOrGone, messageOf } from '../api/client.ts';
import { useMediaSession } from '../playback/mediaSession.ts';
import { startFrom } from '../playback/playbackStorage.ts';
import { usePlayer } from '../playback/usePlayer.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Page } from '../ui/Page.tsx';
import { Episode } from './Episode.tsx';
import { BeingMade, CouldNotBeMade, NoSuchEpisode } from './EpisodeStates.tsx';
import { useKeyboardShortcuts } from './keyboardShortcuts.ts';
import { OpeningPage } from './OpeningPage.tsx';
import { useListening } from './useListening.ts';
import { useSleep } from './useSleep.ts';

/** `/listen?episode=`: anyone with the link can listen, with or without an account. */
export default function ListenPage() {
  const [search] = useSearchParams();
  const token = search.get('episode');
  if (!token) return <NoSuchEpisode />;
  return <Listen key={token} token={token} startAt={startFrom(search)} />;
}

function Listen({ token, startAt }: { token: string; startAt: number | null }) {
  const { data, error, isFetching, refetch } = useListening(token);
  const episode = data?.episode;

  if (episode?.status === 'processing' || (episode?.status === 'completed' && episode.audioUrl)) {
    return <LoadedEpisode episode={episode} startAt={startAt} />;
  }
  if (episode?.status === 'failed') return <CouldNotBeMade episode={episode} />;
  if (episode || isNotFoundOrGone(error)) return <NoSuchEpisode />;
  if (!error) return <OpeningPage />;
  return (
    <Page title={titles['/listen']}>
      <h1 className="mt-2">The tape has not arrived</h1>
      <ErrorState
        title="We could not load this episode"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {messageOf(error)}
      </ErrorState>
    </Page>
  );
}

type LoadedEpisodeProps = {
  episode: Listening['episode'];
  /** Start time from the link, s. */
  startAt: number | null;
};

/** One component for both states, so that playback continues when production finishes. */
function LoadedEpisode({ episode, startAt }: LoadedEpisodeProps) {
  const { status, durationSeconds, duration } = episode;
  const audioUrl = status === 'completed' ? episode.audioUrl : null;
  const { player, reach } = usePlayer({
    ...episode,
    audioUrl,
    duration: durationSeconds ?? duration * 60,
    startAt,
  });
  useMediaSession(player, episode);
  useKeyboardShortcuts(player);
  const sleep = useSleep(player);
  return audioUrl === null ? (
    <BeingMade episode={episode} player={player} sleep={sleep} reach={reach} />
  ) : (
    <Episode episode={episode} audioUrl={audioUrl} player={player} sleep={sleep} />
  );
}
