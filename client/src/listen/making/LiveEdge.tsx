import type { Ref } from 'react';
import type { Podcast } from '#shared/episode.ts';
import type { Recorded } from '../../playback/recorded.ts';

type LiveEdgeProps = Pick<Podcast, 'progress'> & {
  mixing: Recorded['mixing'];
  /** How many lines have been spoken and cannot be heard yet. */
  unmixed: number;
  ref: Ref<HTMLDivElement>;
};

/** What happens below the newest line. */
export function LiveEdge({ progress, mixing, unmixed, ref }: LiveEdgeProps) {
  const { linesSpoken, linesWritten } = progress;
  const isRecording = mixing === 'later';
  return (
    <div ref={ref} className="mt-4 scroll-mb-72 border-t-[3px] border-air lg:scroll-mb-54 pt-3">
      <p className="flex items-baseline justify-between gap-4 font-bold text-air">
        {isRecording ? 'Recording the next line' : 'That was the last line'}
        {isRecording && linesWritten > 0 && (
          // Wide screens have the steps beside the lines.
          <span className="text-meta font-normal text-soft tabular-nums lg:hidden">
            {linesSpoken} of {linesWritten} lines
          </span>
        )}
      </p>
      {/* As high without it, so that the newest line stays where it is. */}
      <p className="min-h-6 text-meta text-soft tabular-nums">{notYet(unmixed)}</p>
    </div>
  );
}

function notYet(unmixed: number): string {
  if (unmixed === 0) return 'You can hear all of it so far.';
  return `You’ll hear the newest ${unmixed === 1 ? 'line' : `${unmixed} lines`} in a moment.`;
}
