import { log } from '../../base/kit/log.ts';
import type { Measured } from '../../sound/mix/audio.ts';
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
