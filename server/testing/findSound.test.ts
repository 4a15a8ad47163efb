import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { clipOf } from '../sound/speech/wav.ts';
import { findSound } from './findSound.ts';

it.each(['sting', 'mark'])(
  'a %s is found to the sample, wherever it begins and in noise',
  async (name) => {
    const wav = path.resolve(import.meta.dirname, `../sound/mix/sounds/${name}.wav`);
    const sound = clipOf(await readFile(wav));
    let noise = 1;
    // Between two coarse steps, and half a note away from one.
    for (const start of [44_110, 44_219, 50_009]) {
      const recording = Int16Array.from({ length: 4 * 44_100 }, () => {
        noise = (noise * 16_807) % 2_147_483_647;
        return (noise % 301) - 150;
      });
      sound.samples.forEach((sample, i) => {
        recording[start + i] = (recording[start + i] ?? 0) + sample;
      });
      const [found, ...others] = findSound(recording, sound);
      expect(others).toEqual([]);
      expect(Math.abs((found ?? 0) * 44.1 - start)).toBeLessThan(0.5);
    }
  },
);
