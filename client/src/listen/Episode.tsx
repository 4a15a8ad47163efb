import { useQuery } from '@tanstack/react-query';
import { Search, Share, X } from 'lucide-react';
import { Activity, useDeferredValue, useState } from 'react';
import { clock } from '#shared/clock.ts';
import { DEMO_NOTICE } from '#shared/demoNotice.ts';
import type { Listening } from '#shared/episode.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import { useDemoWriter } from '../api/config.ts';
import { chaptersQuery, transcriptQuery } from '../api/listen.ts';
import type { Sleep } from '../playback/deck/sleep.ts';
import { ShareSheet } from '../playback/share/ShareSheet.tsx';
import { timeStyle, YourQuestions } from '../playback/YourQuestions.tsx';
import { QueryError } from '../shell/QueryError.tsx';
import { Button } from '../ui/Button.tsx';
import { DownloadLink } from '../ui/DownloadLink.tsx';
import { Page } from '../ui/Page.tsx';
import type { Player } from '../ui/player.ts';
import { TheEnd } from './end/TheEnd.tsx';
import { Heading } from './Heading.tsx';
import { LinesSkeleton } from './LinesSkeleton.tsx';
import { PlayerPanel } from './PlayerPanel.tsx';
import { ReportSheet } from './ReportSheet.tsx';
import { SearchView } from './SearchView.tsx';
import { SourceLayers } from './sources/SourceLayers.tsx';
import { SourcesButton } from './sources/SourcesButton.tsx';
import { useLayer } from './sources/useLayer.ts';
import { useSources } from './sources/useSources.ts';
import { TranscriptView } from './TranscriptView.tsx';

type EpisodeProps = {
  episode: Listening['episode'];
  audioUrl: string;
  player: Player;
  sleep: Sleep;
  /** Whether the page begins by following the sound. */
  isFollowing: boolean;
};

const NO_LINES: Transcript['segments'] = [];
const NO_CHAPTERS: Chapters['chapters'] = [];

/** A finished episode: the transcript, with the player below. */
export function Episode({ episode, audioUrl, player, sleep, isFollowing }: EpisodeProps) {
  const { title, token } = episode;
  const isDemo = useDemoWriter();
  const transcript = useQuery(transcriptQuery(episode.transcriptUrl));
  const chapters = useQuery(chaptersQuery(episode.chaptersUrl));
  const [searching, setSearching] = useState(false);
  // The lines stay mounted while hidden, and return in a deferred render: mounting hundreds of them
  // would delay the tap that closes the search.
  const wasSearching = useDeferredValue(searching);
  const [following, setFollowing] = useState(isFollowing);
  const [sharing, setSharing] = useState(false);
  const [reporting, setReporting] = useState(false);
  function go(time: number) {
    setFollowing(true);
    player.seek(time);
    player.play();
  }
  const segments = transcript.data?.segments ?? NO_LINES;
  const sources = useSources(episode.sourcesUrl, segments.length);
  const layer = useLayer(sources.marks);

  return (
    <Page title={title} layout="full" className="flex flex-col">
      <Heading title={title} summary={searching ? null : episode.summary}>
        <IconButton
          label={searching ? 'Close the search' : 'Search the transcript'}
          onPress={() => setSearching(!searching)}
        >
          {searching ? <X aria-hidden size={24} /> : <Search aria-hidden size={24} />}
        </IconButton>
        <IconButton label="Share" onPress={() => setSharing(true)}>
          <Share aria-hidden size={24} />
        </IconButton>
      </Heading>

      <PlayerPanel
        player={player}
        sleep={sleep}
        title={title}
        wave={episode.wave}
        seed={episode.publicId ?? token}
        chapters={chapters.data?.chapters ?? NO_CHAPTERS}
        back={
          following || searching
            ? null
            : { label: 'Back to now', onPress: () => setFollowing(true) }
        }
      />

      <div className="mx-auto w-full max-w-column grow overflow-x-clip px-5 pb-11">
        {transcript.error && (
          <QueryError title="The transcript has not arrived" query={transcript}>
            The sound plays without it.
          </QueryError>
        )}
        {transcript.isPending && transcript.fetchStatus !== 'idle' && <LinesSkeleton />}
        {searching && (
          <SearchView
            segments={segments}
            onGo={(time) => {
              setSearching(false);
              go(time);
            }}
          />
        )}
        {!searching && (
          <div className="mb-6 flex flex-col gap-6 empty:hidden">
            <YourQuestions
              title={episode.isOwner ? 'Your questions' : 'What was asked'}
              answersUrl={episode.answersUrl}
              place={(start, question) => (
                <button
                  type="button"
                  aria-label={`Play from ${clock(start)}: ${question}`}
                  onClick={() => go(start)}
                  className={timeStyle}
                >
                  {clock(start)}
                </button>
              )}
            />
            <SourcesButton sources={sources} onOpen={layer.showList} />
          </div>
        )}
        <Activity mode={searching || wasSearching ? 'hidden' : 'visible'}>
          <TranscriptView
            segments={segments}
            marks={sources.marks}
            player={player}
            // The page waits behind an open receipt, so that closing it leads back to its mark.
            following={following && !layer.isOpen}
            onFollow={setFollowing}
            onReceipt={layer.showReceipt}
          />
        </Activity>
        <TheEnd
          episode={episode}
          player={player}
          following={following && !searching}
          onShare={() => setSharing(true)}
        />
        <footer className="mt-9 flex flex-col items-start gap-4 border-t border-line pt-5">
          <p className="text-meta text-soft">
            Made by AI: the script and both voices. They may err.
          </p>
          {isDemo && <p className="text-meta text-soft">{DEMO_NOTICE}</p>}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <DownloadLink audioUrl={audioUrl} />
            <Button kind="quiet" onClick={() => setReporting(true)}>
              Report this episode
            </Button>
          </div>
        </footer>
      </div>
      <SourceLayers
        layer={layer}
        sources={sources}
        segments={segments}
        publicId={episode.isOwner ? episode.publicId : null}
      />
      <ReportSheet token={token} open={reporting} onClose={() => setReporting(false)} />
      <ShareSheet
        episode={episode}
        time={() => player.get().time}
        open={sharing}
        onClose={() => setSharing(false)}
      />
    </Page>
  );
}

type IconButtonProps = { label: string; onPress: () => void; children: React.ReactNode };

function IconButton({ label, onPress, children }: IconButtonProps) {
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
