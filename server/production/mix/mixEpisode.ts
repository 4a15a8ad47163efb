import { log } from '../../base/kit/log.ts';
import type { Measured } from '../../sound/mix/audio.ts';
import type { EpisodeRun } from '../run/episodeRun.ts';
import { writeScript } from '../write/writeScript.ts';
import { LOUDNESS } from './quality.ts';
import { recordEpisode } from './recordEpisode.ts';

/** Mixing again takes seconds and buys nothing; what three mixes do not correct is refused. */
const MAX_MIXES = 3;
/** The limiter leaves at least this share of a change of gain. */
const LEAST_EFFECT = 0.4;

/** The file still misses the loudness or peak it must have: trying again would change nothing. */
export class MixRefused extends Error {
  constructor(correction: number) {
    super(`the mix misses its loudness by ${correction.toFixed(1)} dB`);
    this.name = 'MixRefused';
  }
}

interface Mix {
  measured: Measured;
  /** Lines whose first clip was unusable. What an earlier process saw is not counted. */
  askedAgain: number;
}

/**
 * Records the episode and measures the file. When its loudness is off, it is mixed again from the
 * same clips with another gain. Throws `MixRefused` when no gain helps.
 */
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
    // The limiter takes back part of a step, and of the next one about the same part.
    const effect: number = last ? (measured.loudness - last.loudness) / last.step : 1;
    const step = correction / Math.min(1, Math.max(LEAST_EFFECT, effect));
    log.warn({ podcast: work.podcast.id, measured, step }, 'mixing again');
    const factor = 10 ** (step / 20);
    gain = { A: gain.A * factor, B: gain.B * factor };
    last = { loudness: measured.loudness, step };
  }
}

/** Decibels by which the mix must change; 0 when its loudness is right. */
function correctionFor({ loudness, truePeak }: Measured): number {
  if (truePeak > LOUDNESS.truePeak) return LOUDNESS.truePeak - truePeak - 0.3;
  const miss = LOUDNESS.target - loudness;
  return Math.abs(miss) > LOUDNESS.tolerance ? miss : 0;
}
