import { type BaseVoice, flite, fliteRate } from './flite.ts';
import { resample } from './resample.ts';
import type { Sound } from './sound.ts';
import { speakable } from './speakable.ts';

/** The stretch of each base voice at its own speed; kal16's default is not 1. */
const ownStretch: Record<BaseVoice, number> = { slt: 1, rms: 1, awb: 1, kal16: 1.1 };

/** Flite's pitch setting for a median of `median` Hz, as `elevenlabs/sound.test.ts` measures it. */
const pitchSetting: Record<BaseVoice, (median: number) => number | null> = {
  slt: (median) => median / 0.982,
  awb: (median) => median / 0.956,
  kal16: (median) => median + 5.5,
  // The pitch of rms cannot be set; it only changes with the throat size.
  rms: () => null,
};

/** Always the same samples for the same text and sound. Blocks for about 2 % of their duration. */
export function speak(text: string, sound: Sound, sampleRate: number): Int16Array {
  const { base, pitch, throat, rate } = sound;
  const say = (words: string) =>
    flite({
      voice: base,
      text: words,
      stretch: (ownStretch[base] * throat) / rate,
      pitch: pitchSetting[base](pitch / throat),
    });
  // Resampling by `throat` moves the formants; the stretch restores the duration.
  return resample(sayWithFallback(say, speakable(text)), sampleRate / (fliteRate * throat));
}

/** If flite fails on the text, speaks only its words. */
function sayWithFallback(say: (words: string) => Int16Array, words: string): Int16Array {
  try {
    return say(words);
  } catch {
    return say(words.replace(/[^A-Za-z ]+/g, ' ').slice(0, 2_000) || 'Well.');
  }
}
