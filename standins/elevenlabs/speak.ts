import { type BaseVoice, flite, fliteRate } from './flite.ts';
import { resample } from './resample.ts';
import { speakable } from './speakable.ts';
import type { Sound } from './voices.ts';

/** Stretch at which a base voice speaks at its own pace: kal16 is built with another than 1. */
const ownStretch: Record<BaseVoice, number> = { slt: 1, rms: 1, awb: 1, kal16: 1.1 };

/** The pitch to ask for so that `heard` Hz is the median over varied sentences; measured, as in `speak.test.ts`. */
const asked: Record<BaseVoice, (heard: number) => number | null> = {
  slt: (heard) => heard / 0.982,
  awb: (heard) => heard / 0.956,
  kal16: (heard) => heard + 5.5,
  // Its pitch cannot be set: it moves with the throat alone.
  rms: () => null,
};

/**
 * Speaks any text with a built-in voice: 16-bit mono samples. The same words and sound always
 * give the same samples. Blocks the thread for about 2 % of the time the words take.
 */
export function speak(text: string, sound: Sound, sampleRate: number): Int16Array {
  const { base, pitch, throat, rate } = sound;
  const say = (words: string) =>
    flite({
      voice: base,
      text: words,
      stretch: (ownStretch[base] * throat) / rate,
      pitch: asked[base](pitch / throat),
    });
  // Played at `throat` times its speed: that moves the formants, and the stretch gives the time back.
  return resample(sayAnyhow(say, speakable(text)), sampleRate / (fliteRate * throat));
}

/** What flite chokes on is said again without anything but words. */
function sayAnyhow(say: (words: string) => Int16Array, words: string): Int16Array {
  try {
    return say(words);
  } catch {
    return say(words.replace(/[^A-Za-z ]+/g, ' ').slice(0, 2_000) || 'Well.');
  }
}
