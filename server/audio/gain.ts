import type { PreparedClip } from './audio.ts';
import { limited } from './limiter.ts';
import { measureLoudness } from './meter.ts';

/** LUFS of the PCM that reaches the encoder: LAME gives back 0.5 dB less, so the file lands on -16. */
const TARGET = -15.5;
/** Decibels. What would need more is not speech but noise, and is better left alone. */
const FURTHEST = 20;
/** Decibels a spiky voice may get on top, for what the limiter takes from it. */
const MOST_MAKEUP = 3;
const ROUNDS = 4;
const CLOSE = 0.05;

/**
 * Linear gain that brings a voice to the loudness of the house, from a clip of a few seconds: the
 * longer the clip, the surer the gain. Silence has no loudness to correct and gets 1.
 */
export function gainFor({ samples, sampleRate }: PreparedClip): number {
  const loudness = measureLoudness({ samples, sampleRate });
  if (!Number.isFinite(loudness)) return 1;
  const plain = clamp(TARGET - loudness, -FURTHEST, FURTHEST);
  const wanted = loudness + plain;
  let makeup = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const gain = linear(plain + makeup);
    const heard = measureLoudness({ samples: limited(samples, sampleRate, gain), sampleRate });
    if (Math.abs(wanted - heard) < CLOSE) break;
    makeup = clamp(makeup + wanted - heard, 0, MOST_MAKEUP);
  }
  return linear(plain + makeup);
}

function linear(decibels: number): number {
  return 10 ** (decibels / 20);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
