import { LENGTH_TOLERANCE } from '#shared/quality.ts';
import type { Outline } from '#shared/script.ts';
import type { Measured } from '../audio/audio.ts';
import { log } from '../log.ts';
import type { EpisodeLog } from '../podcasts/episodeLog.ts';
import type { LeasedEpisode, LineRow } from '../podcasts/lease.ts';

/**
 * Opens the end of an episode again whose measured length missed what was bought: a surplus is cut
 * at a line's end before the goodbye; for what is missing the last section before it is written on,
 * and the goodbye waits behind it. Nothing that was bought is bought again. True when it must be
 * recorded anew. It happens once, whatever comes of it: the ledger keeps by how much the first take
 * missed, and an episode that misses again is delivered, flagged and paid back.
 */
export async function correctLength(
  work: LeasedEpisode,
  outline: Outline,
  measured: Measured,
  episodeLog: EpisodeLog,
): Promise<boolean> {
  const bought = work.podcast.duration * 60;
  const lengthError = measured.seconds / bought - 1;
  const current = await episodeLog.reread(work);
  if (Math.abs(lengthError) <= LENGTH_TOLERANCE || current.podcast.quality) return false;
  log.warn({ podcast: work.podcast.id, lengthError }, 'making the end of the episode again');
  const closing = outline.sections.length - 1;
  const surplus = (measured.seconds - bought) * 1000;
  const goodbye = current.lines.find((line) => line.section === closing);
  const dropped = surplusOf(current.lines, closing, surplus);
  const first = dropped[0] ?? goodbye;
  await episodeLog.reopen(work, {
    lengthError,
    dropped,
    // For more words the script is open again before its goodbye, if it has one.
    unwritten: dropped.length ? null : closing - 1,
    from: first?.startMilliseconds ?? measured.seconds * 1000,
  });
  return true;
}

/** The lines before the goodbye without which the episode comes nearest to `surplus` ms less. */
export function surplusOf(lines: LineRow[], closing: number, surplus: number): LineRow[] {
  const content = lines.filter((line) => line.section < closing);
  const end = lines.find((line) => line.section >= closing) ?? content.at(-1);
  const miss = (from: number) => {
    const start = content[from]?.startMilliseconds ?? end?.startMilliseconds ?? 0;
    return Math.abs(surplus - ((end?.startMilliseconds ?? start) - start));
  };
  let best = content.length;
  // The first line stays: an episode without any would be no episode.
  for (let from = content.length - 1; from > 0; from--) if (miss(from) < miss(best)) best = from;
  return content.slice(best);
}
