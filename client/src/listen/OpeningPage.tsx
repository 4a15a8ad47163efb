import { useContext, useState } from 'react';
import { clock } from '#shared/clock.ts';
import { titles } from '#shared/pages.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import { QuestionList, timeStyle } from '../player/YourQuestions.tsx';
import { useHydrated } from '../ui/hydrated.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { EpisodeLayout } from './EpisodeLayout.tsx';
import { beforeTheLines } from './EpisodeQuestions.tsx';
import { Heading } from './Heading.tsx';
import { headingsOf } from './headings.ts';
import { LinesSkeleton } from './LinesSkeleton.tsx';
import { OpeningContext } from './opening.ts';
import { PlayerSkeleton } from './PlayerFrame.tsx';
import { SourcesRow } from './sources/SourcesButton.tsx';
import { TranscriptLine } from './TranscriptLine.tsx';

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
      player={<PlayerSkeleton />}
    >
      {words ? (
        <>
          <Heading
            title={words.title}
            summary={words.summary}
            hosts={hostsOf(words.lines)}
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
      <div className="min-h-dvh">
        {words ? <FirstLines lines={words.lines} chapters={words.chapters} /> : <LinesSkeleton />}
      </div>
    </EpisodeLayout>
  );
}

function hostsOf(lines: Transcript['segments']): string[] {
  const hostName = (side: 'A' | 'B') => lines.find((line) => line.side === side)?.speaker ?? '';
  return [hostName('A'), hostName('B')];
}

type FirstLinesProps = { lines: Transcript['segments']; chapters: Chapters['chapters'] };

/** Read-only: there is no sound yet for a press to go to. */
function FirstLines({ lines, chapters }: FirstLinesProps) {
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
