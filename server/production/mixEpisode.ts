import type { Outline } from '#shared/script.ts';
import type { Measured } from '../audio/audio.ts';
import { log } from '../log.ts';
import type { LeasedEpisode } from '../podcasts/lease.ts';
import { LOUDNESS } from './quality.ts';
import { type RecordingTools, record, type Sample } from './recordEpisode.ts';

/** Mixing again costs seconds and no provider; a file that cannot be mended in three is refused. */
const ATTEMPTS = 3;

/** The finished file still misses the house's loudness or peak: trying again would change nothing. */
export class MixRefused extends Error {
  constructor(correction: number) {
    super(`the mix misses the house's loudness by ${correction.toFixed(1)} dB`);
    this.name = 'MixRefused';
  }
}

export interface Hosts {
  A: Sample;
  B: Sample;
}

/** A recording whose sound is as the house wants it. */
interface Mix {
  measured: Measured;
  askedAgain: number;
}

/**
 * Records the episode and measures the file; a loudness that missed is mixed again from the clips.
 * Throws `MixRefused` when no gain mends it.
 */
export async function mix(
  work: LeasedEpisode,
  outline: Outline,
  hosts: Hosts,
  file: string,
  tools: RecordingTools,
  signal: AbortSignal,
): Promise<Mix> {
  const { audio } = tools;
  let gain = { A: audio.gainFor(hosts.A.clip), B: audio.gainFor(hosts.B.clip) };
  let current = work;
  let askedAgain = 0;
  for (let attempt = 1; ; attempt++) {
    const recorded = await record(current, outline, hosts, gain, file, tools, signal);
    askedAgain += recorded.askedAgain;
    const measured = await audio.measure(file, signal);
    const correction = correctionFor(measured);
    if (correction === 0) return { measured, askedAgain };
    if (attempt === ATTEMPTS) throw new MixRefused(correction);
    log.warn({ podcast: work.podcast.id, measured, correction }, 'mixing again');
    const factor = 10 ** (correction / 20);
    gain = { A: gain.A * factor, B: gain.B * factor };
    current = await tools.episodeLog.reread(work);
  }
}

/** Decibels by which the mix must change; 0 when it is as the house wants it. */
function correctionFor({ loudness, truePeak }: Measured): number {
  if (truePeak > LOUDNESS.truePeak) return LOUDNESS.truePeak - truePeak - 0.3;
  const miss = LOUDNESS.target - loudness;
  return Math.abs(miss) > LOUDNESS.tolerance ? miss : 0;
}
