import type { Speaker } from '#shared/script.ts';
import type { AudioEngine, PreparedClip } from '../../sound/mix/audio.ts';

/** Most that a line is changed beside its host's other lines, dB: a whisper is still a whisper. */
const MOST = 3;
/** Most that a host is changed from what its voice's sample promised, dB. */
const MOST_OF_HOST = 6;
/** The least weight of a host's newest line in the running loudness. */
const WEIGHT = 0.1;
/** A shorter clip tells nothing about loudness, ms. */
const SHORTEST = 400;

/** Returns the linear gain of the next clip on the timeline. */
export type Leveler = (clip: PreparedClip, speaker: Speaker) => number;

/**
 * Brings lines towards their host's running loudness, and that towards the voice's sample, for
 * which the gain was made. A line has one gain from end to end, so nothing pumps. Call in timeline
 * order: every mix then gives the same.
 */
export function openLeveler(
  { loudnessOf }: Pick<AudioEngine, 'loudnessOf'>,
  samples: Record<Speaker, { clip: PreparedClip }>,
): Leveler {
  const hostOf = (sample: number) => ({ sample, running: sample, clips: 1 });
  const hosts = {
    A: hostOf(loudnessOf(samples.A.clip)),
    B: hostOf(loudnessOf(samples.B.clip)),
  };
  return (clip, speaker) => {
    const loudness = clip.milliseconds < SHORTEST ? -Infinity : loudnessOf(clip);
    if (!Number.isFinite(hosts[speaker].sample)) hosts[speaker] = hostOf(loudness);
    const host = hosts[speaker];
    const ofHost = within(MOST_OF_HOST, host.sample - host.running);
    if (!Number.isFinite(loudness)) return linear(Number.isFinite(ofHost) ? ofHost : 0);
    const ofLine = within(MOST, host.running - loudness);
    host.clips += 1;
    host.running += Math.max(WEIGHT, 1 / host.clips) * (loudness - host.running);
    return linear(ofHost + ofLine);
  };
}

const within = (most: number, decibels: number) => Math.min(most, Math.max(-most, decibels));
const linear = (decibels: number) => 10 ** (decibels / 20);
