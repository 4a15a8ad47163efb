import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Ellipsis, Search, Share } from 'lucide-react';
import { useRef, useState } from 'react';
import { clock } from '#shared/clock.ts';
import type { Listening } from '#shared/episode.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import { answersQuery, chaptersQuery, transcriptQuery } from '../api/listen.ts';
import { QueryError } from '../api/QueryError.tsx';
import type { Sleep } from '../player/deck/sleep.ts';
import { nearestSpeed, type Player } from '../player/engine/player.ts';
import { toNextChapter, toPreviousChapter } from '../player/engine/started.ts';
import { usePlaying } from '../player/engine/usePlaying.ts';
import { timeStyle, YourQuestions } from '../player/YourQuestions.tsx';
import { lazySheet } from '../ui/lazySheet.tsx';
import { OpenerButton } from '../ui/SheetButton.tsx';
import { ChapterColumn } from './ChapterList.tsx';
import {
  beforeTheLines,
  EpisodeFoot,
  EpisodeLayout,
  Heading,
  LinesSkeleton,
} from './EpisodeLayout.tsx';
import { TheEnd } from './end/TheEnd.tsx';
import { useShortcuts } from './keyboardShortcuts.ts';
import { PlayerPanel } from './PlayerPanel.tsx';
import { SPEED_STEP } from './SpeedButton.tsx';
import { SearchBar } from './search/SearchBar.tsx';
import { useSearch } from './search/useSearch.ts';
import type { SheetName } from './sheets/EpisodeSheets.tsx';
import { SourceSheet, SourcesButton } from './sources/SourceSheet.tsx';
import { useSources } from './sources/useSources.ts';
import { TranscriptView } from './TranscriptView.tsx';
import { useShareLine } from './useShareLine.ts';

const EpisodeSheets = lazySheet(() => import('./sheets/EpisodeSheets.tsx'));

/** The lines do not wait for a query that has failed once. */
const isFirstTry = ({ isPending, fetchStatus, failureCount }: UseQueryResult) =>
  isPending && fetchStatus === 'fetching' && failureCount === 0;

type EpisodeProps = {
  episode: Listening['episode'];
  audioUrl: string;
  player: Player;
  sleep: Sleep;
  /** Whether the page follows the sound. */
  following: boolean;
  onFollow: (following: boolean) => void;
  onGo: (time: number) => void;
  /** Whether the page has already shown lines while the episode was being made. */
  hasShownLines: boolean;
};

const tool = 'grid size-11 place-items-center rounded-well';

const NO_LINES: Transcript['segments'] = [];
const NO_CHAPTERS: Chapters['chapters'] = [];

export function Episode(props: EpisodeProps) {
  const { episode, audioUrl, player, sleep, following, onFollow, onGo, hasShownLines } = props;
  const { title, token, coverUrl, voice1Name, voice2Name } = episode;
  const transcript = useQuery(transcriptQuery(episode.transcriptUrl));
  const segments = transcript.data?.segments ?? NO_LINES;
  const index = useQuery(chaptersQuery(episode.chaptersUrl));
  const chapters = index.data?.chapters ?? NO_CHAPTERS;
  const asked = useQuery(answersQuery(episode.answersUrl));
  // Headings or questions that arrive later would move the lines.
  const isLoading =
    (transcript.isPending && transcript.fetchStatus !== 'idle') ||
    isFirstTry(index) ||
    isFirstTry(asked);
  const sources = useSources(episode.sourcesUrl, segments.length);
  const [sheet, setSheet] = useState<SheetName | null>(null);
  // True after the first opening, so that sheets can animate when they close.
  const [hasSheets, setHasSheets] = useState(false);
  if (sheet !== null && !hasSheets) setHasSheets(true);
  const search = useSearch(segments);
  const searchButton = useRef<HTMLButtonElement>(null);
  const hasPlace = usePlaying(player, ({ time }) => time > 0);
  const shareLine = useShareLine(episode);

  function closeSearch() {
    // A listener who found something wants to read on there.
    if (search.hits.length > 0) onFollow(false);
    search.close();
    searchButton.current?.focus({ preventScroll: true });
  }
  const speedUp = (by: number) => player.setRate(nearestSpeed(player.get().rate + by));
  useShortcuts({
    n: () => toNextChapter(player, chapters),
    p: () => toPreviousChapter(player, chapters),
    '<': () => speedUp(-SPEED_STEP),
    '>': () => speedUp(SPEED_STEP),
    '/': search.open,
    '?': () => setSheet('keys'),
  });

  return (
    <EpisodeLayout
      title={title}
      coverUrl={coverUrl}
      aside={<ChapterColumn chapters={chapters} player={player} onGo={onGo} />}
      player={
        <PlayerPanel
          player={player}
          sleep={sleep}
          title={title}
          wave={episode.wave}
          seed={episode.publicId ?? token}
          chapters={chapters}
          onBack={following || search.isOpen || !hasPlace ? null : () => onFollow(true)}
          onHelp={() => setSheet('keys')}
        />
      }
    >
      <Heading
        title={title}
        summary={episode.summary}
        hosts={[voice1Name, voice2Name]}
        coverUrl={coverUrl}
      >
        <button
          ref={searchButton}
          type="button"
          aria-label="Search the transcript"
          aria-expanded={search.isOpen}
          onClick={search.isOpen ? closeSearch : search.open}
          className={tool}
        >
          <Search aria-hidden size={24} />
        </button>
        <OpenerButton aria-label="Share" onOpen={() => setSheet('share')} className={tool}>
          <Share aria-hidden size={24} />
        </OpenerButton>
        <OpenerButton aria-label="What else" onOpen={() => setSheet('menu')} className={tool}>
          <Ellipsis aria-hidden size={24} />
        </OpenerButton>
      </Heading>
      {search.isOpen && <SearchBar search={search} segments={segments} onClose={closeSearch} />}
      <div className={beforeTheLines}>
        <YourQuestions
          title={episode.isOwner ? 'Your questions' : 'What was asked'}
          answersUrl={episode.answersUrl}
          place={(start, question) => (
            <button
              type="button"
              aria-label={`Play from ${clock(start)}: ${question}`}
              onClick={() => onGo(start)}
              className={timeStyle}
            >
              {clock(start)}
            </button>
          )}
        />
        <SourcesButton sources={sources} />
      </div>
      {transcript.error && (
        <QueryError title="The transcript didn’t load" query={transcript}>
          The sound plays without it.
        </QueryError>
      )}
      {isLoading ? (
        <LinesSkeleton />
      ) : (
        // Shown together with the lines, so that nothing below them moves.
        <>
          <TranscriptView
            segments={segments}
            chapters={chapters}
            marks={sources.marks}
            player={player}
            // The page does not follow behind an open receipt: closing it leads back to its mark.
            following={following && !sources.isOpen && !search.isOpen}
            onLeave={() => onFollow(false)}
            onGo={onGo}
            onReceipt={sources.showReceipt}
            onShare={shareLine}
            search={search}
            hasShownLines={hasShownLines}
          />
          <TheEnd
            episode={episode}
            player={player}
            following={following && !search.isOpen}
            onShare={() => setSheet('share')}
          />
          <EpisodeFoot audioUrl={audioUrl} onReport={() => setSheet('report')} />
        </>
      )}
      <SourceSheet
        sources={sources}
        segments={segments}
        publicId={episode.isOwner ? episode.publicId : null}
      />
      {hasSheets && (
        <EpisodeSheets
          episode={episode}
          audioUrl={audioUrl}
          player={player}
          open={sheet}
          onShow={setSheet}
          onClose={() => setSheet(null)}
        />
      )}
    </EpisodeLayout>
  );
}
