// `npm run sounds`: writes the sounds of our own, which stand in every episode, to server/sound/mix/sounds.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { measureLoudness } from '../server/sound/mix/measureLoudness.ts';
import { SOUND_LENGTHS, type SoundName } from '../server/sound/mix/soundLengths.ts';
import { wavOf } from '../server/sound/speech/wav.ts';

const RATE = 44_100;
/** Milliseconds until a note is at its full level: no click, but struck rather than swelled. */
const ATTACK = 14;
/** Milliseconds over which all notes fade at the end of a sound, and of silence after them. */
const FADE = 400;
const SILENCE = 40;
/** A second, weaker string slightly apart makes a note warm; `share` is its strength. */
const STRINGS = [
  { share: 1, cents: 0 },
  { share: 0.3, cents: 4 },
];

/**
 * `partials` are strengths. D and the fifth above it suit small loudspeakers, and are neither sad
 * nor glad. The second voice is the hollow one.
 */
const VOICES = {
  A: { hertz: 293.66, partials: [1, 0.42, 0.2, 0.07, 0.035, 0.012] },
  B: { hertz: 440, partials: [1, 0.12, 0.26, 0.03, 0.05] },
};

interface Note {
  voice: keyof typeof VOICES;
  /** Milliseconds. */
  at: number;
  /** Milliseconds in which its lowest partial falls to a third; higher ones fall faster. */
  decay: number;
  level: number;
}

interface Sound {
  /** Integrated, LUFS. Speech is at -16. */
  loudness: number;
  notes: Note[];
}

/** One asks, the other answers, and they ring on. A chapter has the same, short and soft. */
const SOUNDS: Record<SoundName, Sound> = {
  sting: {
    loudness: -20,
    notes: [
      { voice: 'A', at: 0, decay: 800, level: 1 },
      { voice: 'B', at: 420, decay: 750, level: 0.8 },
    ],
  },
  mark: {
    loudness: -26,
    notes: [
      { voice: 'A', at: 0, decay: 220, level: 1 },
      { voice: 'B', at: 150, decay: 260, level: 0.8 },
    ],
  },
};

/** Returns a mono WAV file, with the same bytes on every machine. */
export function makeSound(name: SoundName): Buffer {
  const { loudness, notes } = SOUNDS[name];
  const mixed = new Float64Array(inSamples(SOUND_LENGTHS[name]));
  for (const note of notes) strike(mixed, note);
  const end = mixed.length - inSamples(SILENCE);
  mixed.forEach((value, i) => {
    mixed[i] = value * rise((end - i) / inSamples(FADE));
  });
  const gain = 10 ** ((loudness - measureLoudness({ samples: mixed, sampleRate: RATE })) / 20);
  const samples = Int16Array.from(mixed, (value) => Math.round(32_768 * gain * value));
  return wavOf({ samples, sampleRate: RATE });
}

function strike(into: Float64Array, { voice, at, decay, level }: Note): void {
  const { hertz, partials } = VOICES[voice];
  const from = inSamples(at);
  for (const [index, strength] of partials.entries()) {
    const fall = decay / 1000 / (1 + 0.55 * index);
    for (const { share, cents } of STRINGS) {
      const turn = 2 * Math.PI * hertz * (index + 1) * 2 ** (cents / 1200);
      for (let i = from; i < into.length; i++) {
        const t = (i - from) / RATE;
        const envelope = rise((t * 1000) / ATTACK) * Math.exp(-t / fall);
        into[i] = (into[i] ?? 0) + level * share * strength * envelope * Math.sin(turn * t);
      }
    }
  }
}

function rise(share: number): number {
  return (1 - Math.cos(Math.PI * Math.min(1, Math.max(0, share)))) / 2;
}

function inSamples(milliseconds: number): number {
  return Math.round((milliseconds * RATE) / 1000);
}

if (import.meta.main) {
  const folder = path.resolve(import.meta.dirname, '../server/sound/mix/sounds');
  for (const name of ['sting', 'mark'] as const) {
    await writeFile(path.join(folder, `${name}.wav`), makeSound(name));
  }
  console.log(`Written to ${folder}`);
}
