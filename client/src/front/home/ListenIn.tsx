import type { Ref } from 'react';
import type { Sample } from '#shared/samples.ts';
import type { Row } from '../../player/deck/useRow.ts';
import { PlayButton } from '../../player/engine/PlayButton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

type ListenInProps = {
  sample: Sample | null;
  recording: boolean;
  row: Row;
  ref: Ref<HTMLDivElement>;
};

/** Keeps its space, so that nothing moves when the demo arrives. */
export function ListenIn({ sample, recording, row, ref }: ListenInProps) {
  return (
    <div
      ref={ref}
      className="flex min-h-17 min-w-0 items-center gap-4 max-lg:mt-4 lg:col-start-1 lg:row-start-2"
    >
      {!sample && recording && (
        <p className="text-meta">
          <StatusBadge>The first demo is being recorded</StatusBadge>
        </p>
      )}
      {sample && (
        <>
          <PlayButton name={sample.title} size={56} state={row.state} onToggle={row.toggle} />
          <div className="min-w-0 leading-snug">
            <p dir="auto" className="line-clamp-2 font-bold">
              {sample.title}
            </p>
            {row.state === 'failed' ? (
              <p role="alert" className="text-meta font-semibold text-err">
                That didn’t start. Try again.
              </p>
            ) : (
              <p className="text-meta text-soft">
                Listen in: {sample.voice1Name} and {sample.voice2Name},{' '}
                {inMinutes(sample.durationSeconds)}
              </p>
            )}
          </div>
        </>
      )}
    </div>
  );
}

function inMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return `${minutes} minute${minutes === 1 ? '' : 's'}`;
}
