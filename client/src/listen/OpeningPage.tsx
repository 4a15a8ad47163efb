import { useContext, useState } from 'react';
import { titles } from '#shared/pages.ts';
import type { Transcript } from '#shared/script.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Heading } from './Heading.tsx';
import { LinesSkeleton } from './LinesSkeleton.tsx';
import { OpeningContext } from './opening.ts';
import { PlayerSkeleton } from './PlayerFrame.tsx';
import { TranscriptLine } from './TranscriptLine.tsx';

/** An episode that is loading, in its final layout, with its first words if the document has them. */
export function OpeningPage() {
  const hydrated = useHydrated();
  const opening = useContext(OpeningContext);
  // Kept as it was at first: hydrating is no reason to take the words away. Another episode, opened
  // from this page, has none.
  const [words] = useState(hydrated ? null : opening);
  return (
    <Page title={words?.title ?? titles['/listen']} layout="full" className="flex flex-col">
      {words ? (
        <Heading title={words.title} summary={words.summary} />
      ) : (
        <div className="mx-auto w-full max-w-column px-5">
          <Skeleton className="mt-1 mb-2 h-11" />
          <Skeleton className="mb-4 h-18" />
        </div>
      )}
      <PlayerSkeleton />
      {/* As high as the screen, so that what stands below it is not seen to move. */}
      <div className="mx-auto min-h-dvh w-full max-w-column grow px-5 pb-11">
        {words ? <FirstLines lines={words.lines} /> : <LinesSkeleton />}
      </div>
    </Page>
  );
}

/** Read-only: there is no sound yet for a press to go to. */
function FirstLines({ lines }: { lines: Transcript['segments'] }) {
  return (
    <ol aria-label="Transcript" className="flex flex-col gap-1">
      {lines.map((segment) => (
        <TranscriptLine key={segment.startTime} segment={segment} isStop={false} onGo={ignore} />
      ))}
    </ol>
  );
}

const ignore = () => {};
