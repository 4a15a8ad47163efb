import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Listening } from '#shared/episode.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import { answersQuery, chaptersQuery, transcriptQuery } from '../api/listen.ts';
import { QueryError } from '../api/QueryError.tsx';
import { toNextChapter, toPreviousChapter } from '../player/chapterSteps.ts';
import type { Sleep } from '../player/deck/sleep.ts';
import { nearestSpeed, type Player } from '../player/engine/player.ts';
import { usePlaying } from '../player/engine/usePlaying.ts';
import { lazySheet } from '../ui/lazySheet.tsx';
import { ChapterColumn } from './ChapterColumn.tsx';
import { EpisodeFoot } from './EpisodeFoot.tsx';
import { EpisodeLayout } from './EpisodeLayout.tsx';
import { EpisodeQuestions } from './EpisodeQuestions.tsx';
import { EpisodeTools } from './EpisodeTools.tsx';
import { TheEnd } from './end/TheEnd.tsx';
import { Heading } from './Heading.tsx';
import { useShortcuts } from './keyboardShortcuts.ts';
import { LinesSkeleton } from './LinesSkeleton.tsx';
import { PlayerPanel } from './PlayerPanel.tsx';
import { SPEED_STEP } from './SpeedButton.tsx';
import { SearchBar } from './search/SearchBar.tsx';
import { useSearch } from './search/useSearch.ts';
import { useSheets } from './sheets/useSheets.ts';
import { SourceLayers } from './sources/SourceLayers.tsx';
import { useEpisodeSources } from './sources/useEpisodeSources.ts';
import { useLayer } from './sources/useLayer.ts';
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
  /** Whether the page follows the sound at first. */
  isFollowing: boolean;
  /** Whether the page has already shown lines while the episode was being made. */
  hasShownLines: boolean;
};

const NO_LINES: Transcript['segments'] = [];
const NO_CHAPTERS: Chapters['chapters'] = [];

export function Episode(props: EpisodeProps) {
  const { episode, audioUrl, player, sleep, isFollowing, hasShownLines } = props;
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
  const sources = useEpisodeSources(episode.sourcesUrl, segments.length);
  const layer = useLayer(sources.marks);
  const sheets = useSheets();
  const search = useSearch(segments);
  const searchButton = useRef<HTMLButtonElement>(null);
  const [following, setFollowing] = useState(isFollowing);
  const hasPlace = usePlaying(player, ({ time }) => time > 0);
  const shareLine = useShareLine(episode);

  const go = useCallback(
    (time: number) => {
      setFollowing(true);
      player.seek(time);
      player.play();
    },
    [player],
  );
  function closeSearch() {
    // A listener who found something wants to read on there.
    if (search.hits.length > 0) setFollowing(false);
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
    '?': () => sheets.show('keys'),
  });

  return (
    <EpisodeLayout
      title={title}
      coverUrl={coverUrl}
      aside={<ChapterColumn chapters={chapters} player={player} onGo={go} />}
      player={
        <PlayerPanel
          player={player}
          sleep={sleep}
          title={title}
          wave={episode.wave}
          seed={episode.publicId ?? token}
          chapters={chapters}
          back={
            following || search.isOpen || !hasPlace
              ? null
              : { label: 'Back to now', onPress: () => setFollowing(true) }
          }
          onHelp={() => sheets.show('keys')}
        />
      }
    >
      <Heading
        title={title}
        summary={episode.summary}
        hosts={[voice1Name, voice2Name]}
        coverUrl={coverUrl}
      >
        <EpisodeTools
          searchButton={searchButton}
          isSearching={search.isOpen}
          onSearch={search.isOpen ? closeSearch : search.open}
          onShow={sheets.show}
        />
      </Heading>
      {search.isOpen && <SearchBar search={search} segments={segments} onClose={closeSearch} />}
      <EpisodeQuestions episode={episode} sources={sources} onGo={go} onSources={layer.showList} />
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
            following={following && !layer.isOpen && !search.isOpen}
            onFollow={setFollowing}
            onReceipt={layer.showReceipt}
            onShare={shareLine}
            search={search}
            hasShownLines={hasShownLines}
          />
          <TheEnd
            episode={episode}
            player={player}
            following={following && !search.isOpen}
            onShare={() => sheets.show('share')}
          />
          <EpisodeFoot audioUrl={audioUrl} onReport={() => sheets.show('report')} />
        </>
      )}
      <SourceLayers
        layer={layer}
        sources={sources}
        segments={segments}
        publicId={episode.isOwner ? episode.publicId : null}
      />
      {sheets.isNeeded && (
        <EpisodeSheets
          episode={episode}
          audioUrl={audioUrl}
          player={player}
          open={sheets.open}
          onShow={sheets.show}
          onClose={sheets.close}
        />
      )}
    </EpisodeLayout>
  );
}
