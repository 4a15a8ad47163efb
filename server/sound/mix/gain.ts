import type { PreparedClip } from './audio.ts';
import { measureLoudness } from './measureLoudness.ts';
import { limited } from './peakLimiter.ts';

/** LUFS of the PCM for the encoder. LAME loses 0.5 dB, so the file has -16. */
const TARGET = -15.5;
/** Decibels. A clip that needs more is noise, not speech. */
const MAX_GAIN = 20;
/** Decibels to make up for what the limiter takes from a spiky voice. */
const MAX_MAKEUP = 3;
const ROUNDS = 4;
const CLOSE = 0.05;

/** The longer the clip, the more exact the gain. Silence gets 1. */
export function gainFor({ samples, sampleRate }: PreparedClip): number {
  const loudness = measureLoudness({ samples, sampleRate });
  if (!Number.isFinite(loudness)) return 1;
  const plain = clamp(TARGET - loudness, -MAX_GAIN, MAX_GAIN);
  const wanted = loudness + plain;
  let makeup = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const gain = linear(plain + makeup);
    const result = measureLoudness({ samples: limited(samples, sampleRate, gain), sampleRate });
    if (Math.abs(wanted - result) < CLOSE) break;
    makeup = clamp(makeup + wanted - result, 0, MAX_MAKEUP);
  }
  return linear(plain + makeup);
}

function linear(decibels: number): number {
  return 10 ** (decibels / 20);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
