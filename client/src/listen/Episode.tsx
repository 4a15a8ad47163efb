import { useQuery } from '@tanstack/react-query';
import { Search, Share, X } from 'lucide-react';
import { useState } from 'react';
import type { Listening } from '#shared/episode.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import { messageOf } from '../api.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Title } from '../ui/Title.tsx';
import { Deck } from './Deck.tsx';
import { useMediaSession } from './mediaSession.ts';
import { SearchView } from './SearchView.tsx';
import { DownloadLink, ShareSheet } from './ShareSheet.tsx';
import { TranscriptView } from './TranscriptView.tsx';
import { usePlayer } from './usePlayer.ts';

type EpisodeProps = {
  episode: Listening['episode'];
  audioUrl: string;
  /** Seconds a link wants to begin at. */
  startAt: number | null;
};

const NO_LINES: Transcript['segments'] = [];
const NO_CHAPTERS: Chapters['chapters'] = [];

/** A finished episode: its words above, its deck at the thumb. */
export function Episode({ episode, audioUrl, startAt }: EpisodeProps) {
  const { title, token, duration, durationSeconds } = episode;
  const player = usePlayer({
    token,
    audioUrl,
    duration: durationSeconds ?? duration * 60,
    startAt,
  });
  useMediaSession(player, episode);
  const words = useQuery<Transcript>({
    queryKey: [episode.transcriptUrl],
    enabled: episode.transcriptUrl !== null,
  });
  const chapters = useQuery<Chapters>({
    queryKey: [episode.chaptersUrl],
    enabled: episode.chaptersUrl !== null,
  });
  const [searching, setSearching] = useState(false);
  const [following, setFollowing] = useState(true);
  const [sharing, setSharing] = useState(false);
  const segments = words.data?.segments ?? NO_LINES;

  return (
    <Page title={title} layout="full" className="flex flex-col">
      <div className="mx-auto w-full max-w-column px-5">
        <div className="mt-1 mb-2 flex items-start gap-3">
          <Title as="h1" text={title} className="grow text-[1.625rem]!" />
          <div className="-mr-2.5 flex shrink-0">
            <IconKey
              label={searching ? 'Close the search' : 'Search the transcript'}
              onPress={() => setSearching(!searching)}
            >
              {searching ? <X aria-hidden size={24} /> : <Search aria-hidden size={24} />}
            </IconKey>
            <IconKey label="Share" onPress={() => setSharing(true)}>
              <Share aria-hidden size={24} />
            </IconKey>
          </div>
        </div>
        {episode.summary && !searching && <p className="mb-4 text-soft">{episode.summary}</p>}
      </div>

      <Deck
        player={player}
        title={title}
        seed={episode.publicId ?? token}
        segments={segments}
        chapters={chapters.data?.chapters ?? NO_CHAPTERS}
        onBackToNow={following || searching ? null : () => setFollowing(true)}
      />

      <div className="mx-auto w-full max-w-column grow overflow-x-clip px-5 pb-11">
        {words.error && (
          <ErrorState
            title="The transcript has not arrived"
            onRetry={() => void words.refetch()}
            retrying={words.isFetching}
          >
            {messageOf(words.error)} The sound plays without it.
          </ErrorState>
        )}
        {words.isPending && words.fetchStatus !== 'idle' && <LinesSkeleton />}
        {searching ? (
          <SearchView
            segments={segments}
            onGo={(time) => {
              setSearching(false);
              setFollowing(true);
              player.seek(time);
              player.play();
            }}
          />
        ) : (
          <TranscriptView
            segments={segments}
            player={player}
            following={following}
            onFollow={setFollowing}
          />
        )}
        <footer className="mt-9 flex flex-col items-start gap-4 border-t border-line pt-5">
          <p className="text-meta text-soft">
            Made by AI: the script and both voices. They may err.
          </p>
          <DownloadLink audioUrl={audioUrl} />
        </footer>
      </div>
      <ShareSheet episode={episode} player={player} open={sharing} onOpenChange={setSharing} />
    </Page>
  );
}

type IconKeyProps = { label: string; onPress: () => void; children: React.ReactNode };

function IconKey({ label, onPress, children }: IconKeyProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-well"
    >
      {children}
    </button>
  );
}

function LinesSkeleton() {
  return (
    <div className="flex flex-col gap-7 py-3" role="status" aria-label="Loading the transcript">
      {[0, 1, 2, 3].map((line) => (
        <Skeleton key={line} className={line % 2 ? 'ml-[34px] h-20' : 'h-20'} />
      ))}
    </div>
  );
}
