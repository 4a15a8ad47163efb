import { useContext, useState } from 'react';
import { clock } from '#shared/clock.ts';
import type { ListenOpening } from '#shared/listenOpening.ts';
import { titles } from '#shared/pages.ts';
import { QuestionList, timeStyle } from '../player/YourQuestions.tsx';
import { useHydrated } from '../ui/hydrated.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import {
  beforeTheLines,
  EpisodeLayout,
  Heading,
  LinesSkeleton,
  PlayerFrame,
} from './EpisodeLayout.tsx';
import { OpeningContext } from './opening.ts';
import { SourcesRow } from './sources/SourceSheet.tsx';
import { headingsOf, TranscriptLine } from './TranscriptLine.tsx';

const SIDES = ['A', 'B'];

/** A loading episode in its final layout, with its first words if the document has them. */
export function OpeningPage() {
  const hydrated = useHydrated();
  const opening = useContext(OpeningContext);
  // Hydration must not remove the words; an episode opened later has none.
  const [words] = useState(hydrated ? null : opening);
  return (
    <EpisodeLayout
      title={words?.title ?? titles['/listen']}
      coverUrl={undefined}
      player={
        <PlayerFrame>
          <div className="[grid-area:wave]">
            <div className="h-20 [@media(max-height:639px)]:h-13 lg:h-14" />
          </div>
          <Skeleton className="size-19 rounded-full! [grid-area:play] [@media(max-height:640px)]:size-15 lg:size-15" />
        </PlayerFrame>
      }
    >
      {words ? (
        <>
          <Heading
            title={words.title}
            summary={words.summary}
            hosts={SIDES.map(
              (side) => words.lines.find((line) => line.side === side)?.speaker ?? '',
            )}
            coverUrl={undefined}
          />
          <div className={beforeTheLines}>
            <QuestionList
              title="What was asked"
              questions={words.questions}
              place={(start) => <span className={timeStyle}>{clock(start)}</span>}
            />
            {words.hasSources && <SourcesRow />}
          </div>
        </>
      ) : (
        <>
          <Skeleton className="mb-3 h-12" />
          <Skeleton className="h-8" />
          <Skeleton className="mt-3 mb-5 h-13" />
        </>
      )}
      {/* As high as the screen, so that nothing visible moves below it. */}
      <div className="min-h-dvh">{words ? <FirstLines {...words} /> : <LinesSkeleton />}</div>
    </EpisodeLayout>
  );
}

/** Read-only: there is no sound yet for a press to go to. */
function FirstLines({ lines, chapters }: Pick<ListenOpening, 'lines' | 'chapters'>) {
  const headings = headingsOf(chapters, lines);
  return (
    <ol aria-label="Transcript" className="flex flex-col gap-1">
      {lines.map((segment, index) => (
        <TranscriptLine
          key={segment.startTime}
          segment={segment}
          chapter={headings.get(index)}
          isStop={false}
          onGo={ignore}
        />
      ))}
    </ol>
  );
}

const ignore = () => {};
