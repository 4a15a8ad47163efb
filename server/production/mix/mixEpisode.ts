import { LENGTH_TOLERANCE } from '#shared/quality.ts';
import { log } from '../../base/kit/log.ts';
import type { LineRow } from '../../episodes/log/lease.ts';
import { LONGEST_OVERLAP, type Measured } from '../../sound/mix/audio.ts';
import { asks } from '../../writing/script/asks.ts';
import type { EpisodeRun } from '../run/episodeRun.ts';
import { writeScript } from '../write/writeScript.ts';
import { LOUDNESS } from './quality.ts';
import { recordEpisode } from './recordEpisode.ts';

/** A mix takes seconds and buys nothing. What three mixes do not correct is refused. */
const MAX_MIXES = 3;
/** The limiter passes on at least this share of a change of gain. */
const LEAST_EFFECT = 0.4;

/** The file still misses its loudness or peak, and trying again would change nothing. */
export class MixRefused extends Error {
  constructor(correction: number) {
    super(`the mix misses its loudness by ${correction.toFixed(1)} dB`);
    this.name = 'MixRefused';
  }
}

interface Mix {
  measured: Measured;
  /** Lines whose first clip was unusable, as far as this process has seen. */
  askedAgain: number;
}

/** Mixes the same clips again while the loudness is off. Throws `MixRefused` when no gain helps. */
export async function mixEpisode(run: EpisodeRun): Promise<Mix> {
  const { audio, samples, work } = run;
  let gain = { A: audio.gainFor(samples.A.clip), B: audio.gainFor(samples.B.clip) };
  let askedAgain = 0;
  let last: { loudness: number; step: number } | null = null;
  for (let mixes = 1; ; mixes++) {
    askedAgain += await recordEpisode(run, gain, (now, meter) =>
      writeScript({ ...run, ...now }, meter),
    );
    const measured = await audio.measure(run.file, run.signal);
    const correction = correctionFor(measured);
    if (correction === 0) return { measured, askedAgain };
    if (mixes === MAX_MIXES) throw new MixRefused(correction);
    // The limiter takes back part of a step, and about the same part of the next one.
    const effect: number = last ? (measured.loudness - last.loudness) / last.step : 1;
    const step = correction / Math.min(1, Math.max(LEAST_EFFECT, effect));
    log.warn({ podcast: work.podcast.id, measured, step }, 'mixing again');
    const factor = 10 ** (step / 20);
    gain = { A: gain.A * factor, B: gain.B * factor };
    last = { loudness: measured.loudness, step };
  }
}

/** Decibels; 0 when the loudness is right. */
function correctionFor({ loudness, truePeak }: Measured): number {
  if (truePeak > LOUDNESS.truePeak) return LOUDNESS.truePeak - truePeak - 0.3;
  const miss = LOUDNESS.target - loudness;
  return Math.abs(miss) > LOUDNESS.tolerance ? miss : 0;
}

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
