import { LENGTH_TOLERANCE } from '#shared/quality.ts';
import { log } from '../../base/kit/log.ts';
import type { LineRow } from '../../episodes/log/lease.ts';
import { LONGEST_OVERLAP, type Measured } from '../../sound/mix/audio.ts';
import { asks } from '../../writing/script/asks.ts';
import type { EpisodeRun } from '../run/episodeRun.ts';

/** Smaller errors are left alone: they are not refunded, and a line cannot mend them. */
const TOLERANCE = { share: 0.03, seconds: 8 };

/**
 * Reopens the end of an episode whose length misses what was bought; true if it has to be recorded
 * again. Nothing is bought twice. This happens once, because the episode log keeps the first error:
 * an episode that misses again is delivered, flagged and refunded.
 */
export async function correctLength(
  { work, outline, episodeLog }: EpisodeRun,
  measured: Measured,
): Promise<boolean> {
  const bought = work.podcast.duration * 60;
  const lengthError = measured.seconds / bought - 1;
  const current = await episodeLog.reread(work);
  const wasCorrected = current.podcast.quality?.lengthError !== undefined;
  if (Math.abs(lengthError) <= toleranceOf(bought) || wasCorrected) return false;
  log.warn({ podcast: work.podcast.id, lengthError }, 'correcting the length of the episode');
  const closing = outline.sections.length - 1;
  const surplus = (measured.seconds - bought) * 1000;
  const dropped = surplusOf(current.lines, closing, surplus);
  const last = current.lines.findLast((line) => line.section < closing);
  // The continuation may begin while the last line before the goodbye still sounds.
  const end = (last?.startMilliseconds ?? 0) + (last?.milliseconds ?? 0) - LONGEST_OVERLAP;
  await episodeLog.reopen(current, {
    lengthError,
    dropped,
    unwritten: dropped.length ? null : closing - 1,
    from: dropped[0]?.startMilliseconds ?? end,
  });
  return true;
}

function toleranceOf(bought: number): number {
  return Math.min(LENGTH_TOLERANCE, Math.max(TOLERANCE.share, TOLERANCE.seconds / bought));
}

/** Returns the lines before the goodbye whose loss comes nearest to `surplus` ms. */
export function surplusOf(lines: LineRow[], closing: number, surplus: number): LineRow[] {
  const content = lines.filter((line) => line.section < closing);
  const end = lines.find((line) => line.section >= closing) ?? content.at(-1);
  const miss = (from: number) => {
    const start = content[from]?.startMilliseconds ?? end?.startMilliseconds ?? 0;
    return Math.abs(surplus - ((end?.startMilliseconds ?? start) - start));
  };
  let best = content.length;
  // The first line always stays.
  for (let from = content.length - 1; from > 0; from--) {
    const isAnswer = asks(content[from - 1] ?? { text: '' });
    if (!isAnswer && miss(from) < miss(best)) best = from;
  }
  return content.slice(best);
}
