import type { Speaker } from '#shared/script.ts';
import type { AudioEngine, PreparedClip } from '../../sound/mix/audio.ts';

/** A line is changed by at most this beside its host's other lines, dB: a whisper is still a whisper. */
const MOST = 3;
/** A host is changed by at most this from what its voice's sample promised, dB. */
const MOST_OF_HOST = 6;
/** The least weight of a host's newest line in the running loudness. */
const WEIGHT = 0.1;
/** A shorter clip tells nothing about loudness, ms. */
const SHORTEST = 400;

/** Linear gain for the next clip of the timeline. */
export type Leveler = (clip: PreparedClip, speaker: Speaker) => number;

/**
 * Brings each line towards the running loudness of its host, and that loudness to the one of the voice's
 * sample, which the host's gain was made for: a sample of one sentence can be some decibels off. A line
 * has one gain from end to end, so nothing pumps. The order of the calls decides: it is that of the
 * timeline, so that every mix gives the same.
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
