import type { Clip } from './speech.ts';

/** Full scale of a 16-bit sample. */
const full = 32_768;
/** Quieter than -40 dBFS at its loudest is silence: speech peaks near -6 dBFS. */
const audible = full / 100;
/** Louder than this on average (-6 dBFS) is no speech; text read as samples lies far above. */
const roaring = full / 2;
/** A share of samples at full scale that no recording has and no listener would take for a voice. */
const overdriven = 0.01;
/** Seconds looked at at once, and the share of the loudest sample that makes them heard. */
const frame = 0.02;
const AUDIBLE = 0.05;
/** The fastest speakers manage about 18 letters a second; nobody says fewer than 4 characters. */
const fastest = 22;
const slowest = 4;
/** Seconds of breath before and after, whatever the text. */
const breath = 3;

/**
 * Says what is wrong with a clip for these words, or null when it may go on air. Catches what a
 * provider can get wrong without an error: nothing, silence, a part, a hang, a page of HTML.
 */
export function verifyClip(clip: Clip, text: string): string | null {
  const { samples, sampleRate } = clip;
  if (!samples.length) return 'the clip is empty';
  const seconds = samples.length / sampleRate;
  if (seconds < leastSeconds(text)) {
    return `${seconds.toFixed(2)} s are too short for ${text.length} characters`;
  }
  if (seconds > mostSeconds(text)) {
    return `${seconds.toFixed(2)} s are too long for ${text.length} characters`;
  }
  const { peak, level, clipped } = loudness(samples);
  if (peak < audible) return 'the clip is silent';
  if (level > roaring) return 'the clip is noise';
  if (clipped > overdriven) return `the clip is overdriven: ${(100 * clipped).toFixed(0)} %`;
  const sounding = audibleSeconds(clip, peak);
  // Half, because a fast speaker's pauses are no silence.
  if (sounding < leastSeconds(text) / 2) {
    return `the clip is silent but for ${sounding.toFixed(2)} s`;
  }
  return null;
}

/** Only plain words count: signs, other scripts and endless runs may take no time at all. */
function leastSeconds(text: string): number {
  const emails = text.match(/\b[A-Za-z]{1,24}\b/g)?.join('').length ?? 0;
  return emails / fastest;
}

/** A digit or sign may stand for a word ("$7" is two), so it counts as five letters. */
function mostSeconds(text: string): number {
  const signs = text.match(/[^\p{L}\s.,;:!?'’"“”-]/gu)?.length ?? 0;
  return breath + (text.length + 4 * signs) / slowest;
}

function loudness(samples: Int16Array) {
  let peak = 0;
  let power = 0;
  let clipped = 0;
  for (const sample of samples) {
    const height = Math.abs(sample);
    peak = Math.max(peak, height);
    power += sample * sample;
    if (height >= full - 1) clipped += 1;
  }
  const { length } = samples;
  return { peak, level: Math.sqrt(power / length), clipped: clipped / length };
}

/** How long anything is to be heard, beside the loudest moment. */
function audibleSeconds({ samples, sampleRate }: Clip, peak: number): number {
  const size = Math.round(frame * sampleRate);
  let frames = 0;
  for (let start = 0; start < samples.length; start += size) {
    const isAudible = samples
      .subarray(start, start + size)
      .some((sample) => Math.abs(sample) > peak * AUDIBLE);
    if (isAudible) frames += 1;
  }
  return frames * frame;
}
