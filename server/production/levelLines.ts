import type { Speaker } from '#shared/script.ts';
import type { AudioEngine, PreparedClip } from '../audio/audio.ts';

/** A line is changed by at most this, dB: a whisper is heard, and is still a whisper. */
const MOST = 3;
/** The weight of a host's newest line in the running loudness. */
const WEIGHT = 0.15;
/** A shorter clip tells nothing about loudness, ms. */
const SHORTEST = 400;

/** Linear gain for the next clip of the timeline. */
export type Leveler = (clip: PreparedClip, speaker: Speaker) => number;

/**
 * Brings each line towards the running loudness of its host, which begins with the voice's sample. A
 * line has one gain from end to end, so nothing pumps. The order of the calls decides: it is that of
 * the timeline, so that every mix gives the same.
 */
export function openLeveler(
  { loudnessOf }: Pick<AudioEngine, 'loudnessOf'>,
  samples: Record<Speaker, { clip: PreparedClip }>,
): Leveler {
  const running = { A: loudnessOf(samples.A.clip), B: loudnessOf(samples.B.clip) };
  return (clip, speaker) => {
    const loudness = clip.milliseconds < SHORTEST ? -Infinity : loudnessOf(clip);
    if (!Number.isFinite(loudness)) return 1;
    const usual = Number.isFinite(running[speaker]) ? running[speaker] : loudness;
    running[speaker] = usual + WEIGHT * (loudness - usual);
    return 10 ** (Math.min(MOST, Math.max(-MOST, usual - loudness)) / 20);
  };
}
