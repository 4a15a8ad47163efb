import type { PreparedClip } from './audio.ts';
import { measureLoudness } from './measureLoudness.ts';

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

/** Share of full scale (-2.5 dBFS): the encoder overshoots by up to 1.3 dB. */
export const LIMIT = 0.75;
/** Milliseconds in which the gain falls before a peak, and recovers after it. */
export const ATTACK = 5;
export const RELEASE = 50;

/** Limits like ffmpeg's alimiter, with linear ramps, closely enough to predict the loudness. */
export function limited(samples: Int16Array, sampleRate: number, gain: number): Float64Array {
  const sound = new Float64Array(samples.length);
  const share = new Float64Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    const value = ((samples[i] ?? 0) / 32768) * gain;
    sound[i] = value;
    share[i] = Math.min(1, LIMIT / Math.abs(value));
  }
  recover(share, (RELEASE * sampleRate) / 1000);
  recover(share.reverse(), (ATTACK * sampleRate) / 1000);
  share.reverse();
  for (let i = 0; i < sound.length; i++) sound[i] = (sound[i] ?? 0) * (share[i] ?? 1);
  return sound;
}

/** Lets the curve rise to 1 after each dip no faster than a line over `length` samples. */
function recover(curve: Float64Array, length: number): void {
  let level = 1;
  let slope = 0;
  for (let i = 0; i < curve.length; i++) {
    const wanted = curve[i] ?? 1;
    level = Math.min(1, level + slope);
    if (wanted < level) {
      level = wanted;
      slope = (1 - wanted) / length;
    }
    curve[i] = level;
  }
}
