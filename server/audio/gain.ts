import type { PreparedClip } from './audio.ts';
import { measureLoudness } from './meter.ts';

/** LUFS of the PCM that goes in; LAME gives back about 0.45 dB less, so the file lands on -16. */
const TARGET = -15.55;
/** Decibels. What would need more is not speech but noise, and is better left alone. */
const FURTHEST = 20;

/**
 * Linear gain that brings a voice to the loudness of the house, from a clip of a few seconds.
 * Silence has no loudness to correct and gets 1.
 */
export function gainFor(clip: PreparedClip): number {
  const loudness = measureLoudness(clip);
  if (!Number.isFinite(loudness)) return 1;
  const decibels = Math.min(FURTHEST, Math.max(-FURTHEST, TARGET - loudness));
  return 10 ** (decibels / 20);
}
