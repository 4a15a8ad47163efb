import { useId } from 'react';
import type { Duration } from '#shared/pricing.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const USUAL_CHAPTERS = 5;

type ChaptersAheadProps = {
  duration: Duration;
  chapters: string[] | null;
  refusal: string | null;
  onRetry: () => void;
};

export function ChaptersAhead({ duration, chapters, refusal, onRetry }: ChaptersAheadProps) {
  const label = useId();
  return (
    <div>
      <h3 id={label} className="font-sans text-body font-bold">
        The chapters of your {duration} minutes
      </h3>
      {refusal !== null && !chapters ? (
        <>
          <p className="mt-1 font-semibold">{refusal}</p>
          <Button kind="quiet" onClick={onRetry} className="-mx-1">
            Try again
          </Button>
        </>
      ) : (
        <ol aria-labelledby={label} aria-busy={chapters === null} className="mt-1">
          {chapters?.map((title, place) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: they come all at once
              key={place}
              className="flex gap-3 py-1 text-soft transition-opacity duration-300 starting:opacity-0"
            >
              <span aria-hidden className="w-4 shrink-0 tabular-nums">
                {place + 1}
              </span>
              <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
                {title}
              </span>
            </li>
          )) ??
            Array.from({ length: USUAL_CHAPTERS }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
              <li key={place} aria-hidden className="py-1">
                <Skeleton className="h-6" />
              </li>
            ))}
        </ol>
      )}
    </div>
  );
}
