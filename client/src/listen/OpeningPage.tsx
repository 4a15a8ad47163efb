import { useState } from 'react';
import { titles } from '#shared/pages.ts';
import { opening } from '#shared/prerenderMarks.ts';
import type { Transcript } from '#shared/script.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Heading } from './Heading.tsx';
import { LinesSkeleton } from './LinesSkeleton.tsx';
import { PlayerSkeleton } from './PlayerFrame.tsx';
import { TranscriptLine } from './TranscriptLine.tsx';

/** What of an episode can be read before anything was asked for. */
type Words = { title: string; summary: string; lines: Transcript['segments'] };

/**
 * An episode that is on its way, in the shape it will have; its first words are there if the
 * document brought them.
 */
export function OpeningPage() {
  const hydrated = useHydrated();
  const [words] = useState(() => (hydrated ? null : readWords()));
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

/** There to be read; there is no sound yet that a press could lead to. */
function FirstLines({ lines }: { lines: Words['lines'] }) {
  return (
    <ol aria-label="Transcript" className="flex flex-col gap-1">
      {lines.map((segment) => (
        <TranscriptLine key={segment.startTime} segment={segment} isStop={false} onGo={ignore} />
      ))}
    </ol>
  );
}

const ignore = () => {};

/** What the server wrote where the build had left its marks. */
function readWords(): Words {
  if (typeof document === 'undefined') return marks();
  const main = document.getElementById('main');
  const textOf = (element: Element | null | undefined) => element?.textContent ?? '';
  const lines = [...(main?.querySelectorAll<HTMLElement>('li[data-side]') ?? [])];
  return {
    title: textOf(main?.querySelector('h1')),
    summary: textOf(main?.querySelector('p')),
    lines: lines.map((line, place) =>
      lineAt(
        place,
        line.dataset.side === 'B' ? 'B' : 'A',
        textOf(line.querySelector('svg')?.parentElement).trim(),
        textOf(line.querySelector('[dir=auto]')),
      ),
    ),
  };
}

function marks(): Words {
  const { title, summary, speaker, body } = opening;
  return { title, summary, lines: [lineAt(0, 'A', speaker, body), lineAt(1, 'B', speaker, body)] };
}

/** When it is said is not known yet, and nobody asks; its place tells it from the others. */
function lineAt(place: number, side: 'A' | 'B', speaker: string, body: string) {
  return { side, speaker, body, startTime: place, endTime: place };
}
