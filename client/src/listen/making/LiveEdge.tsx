import type { Ref } from 'react';
import type { Podcast } from '#shared/episode.ts';
import type { Recorded } from '../../playback/recorded.ts';

type LiveEdgeProps = Pick<Podcast, 'stage' | 'progress'> & {
  tape: Recorded;
  ref: Ref<HTMLParagraphElement>;
};

/** What happens below the newest line. */
export function LiveEdge({ stage, progress, tape, ref }: LiveEdgeProps) {
  const { linesSpoken, linesWritten } = progress;
  return (
    <p
      ref={ref}
      className="mt-4 flex min-h-11 scroll-mb-72 items-center gap-2.5 border-t-[3px] border-air pt-3 font-bold text-air"
    >
      {tape.mixing === 'later' ? 'Recording the next line' : 'That was the last line'}
      <span className="ml-auto text-meta font-normal text-soft tabular-nums">
        {tape.mixing === 'later'
          ? linesWritten > 0 && `${linesSpoken} of ${linesWritten} lines`
          : stage === 'mastering'
            ? 'Mixing the end'
            : 'One moment'}
      </span>
    </p>
  );
}
