import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDecoder } from '../server/sound/mix/decode.ts';
import { findFfmpeg } from '../server/sound/mix/findFfmpeg.ts';
import { measureLoudness } from '../server/sound/mix/measureLoudness.ts';
import { wavOf } from '../server/sound/speech/wav.ts';
import { cut, endOf } from './trailers.ts';

const root = path.resolve(import.meta.dirname, '..');
const line = (startTime: number, endTime: number) => ({ startTime, endTime });
const decode = async (mp3: Buffer) => {
  const { path: ffmpeg } = await findFfmpeg(null);
  return openDecoder(ffmpeg)(mp3, AbortSignal.timeout(30_000));
};
/** As a share of full scale. */
const loudest = (samples: Int16Array) =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 32_768;

describe('the end of a trailer', () => {
  it('is in the last pause of its minute that leaves room to fade', () => {
    const lines = [line(0.2, 20), line(20.5, 53.5), line(54, 58), line(58.1, 70)];
    expect(endOf(lines)).toEqual({ from: 53.5, to: 53.95 });
  });

  it('is before the other host goes on', () => {
    expect(endOf([line(0, 59.8), line(60.1, 66)])).toEqual({ from: 59.8, to: 60.1 });
  });

  it('is not in a line over which the other one speaks, nor where there is none', () => {
    expect(endOf([line(0, 20), line(21, 40), line(39.5, 41)]).from).toBe(41);
    expect(() => endOf([line(0, 70)])).toThrow('No line ends with a pause within 61 seconds.');
  });

  it('is cut without a click, and says whose voices they are', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'duologue-trailer-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const [from, to] = [path.join(dir, 'tone.wav'), path.join(dir, 'tone.mp3')];
    const tone = Int16Array.from({ length: 3 * 44_100 }, (_, i) => 12_000 * Math.sin(i / 20));
    await writeFile(from, wavOf({ samples: tone, sampleRate: 44_100 }));
    await cut(from, { from: 1.6, to: 2 }, 'A tone', to);
    const mp3 = await readFile(to);
    expect(mp3.toString('latin1', 0, 400)).toContain("Duologue's demo: flite's voices");
    const { samples, sampleRate } = await decode(mp3);
    expect(samples.length / sampleRate).toBeCloseTo(2, 0);
    expect(loudest(samples.subarray(sampleRate / 2, sampleRate))).toBeGreaterThan(0.3);
    // The coder's own frames reach beyond the end.
    const end = 2 * sampleRate;
    expect(loudest(samples.subarray(end - sampleRate / 50))).toBeLessThan(0.03);
  });
});

describe.each(['glowing-sea', 'night-trains'])('docs/sounds/%s.mp3', (name) => {
  const file = path.join(root, `docs/sounds/${name}.mp3`);

  it(`${name} is about a minute of one channel in half a megabyte, and the README labels it`, () => {
    expect(statSync(file).size).toBeLessThan(500_000);
    const paragraph = readFileSync(path.join(root, 'README.md'), 'utf8')
      .split('\n\n')
      .find((text) => text.includes(`](docs/sounds/${name}.mp3)`));
    expect(paragraph).toMatch(/flite/);
    expect(paragraph).toMatch(/written out/);
  });

  it(`${name} sounds as loud as an episode, and begins and ends in silence`, async () => {
    const { samples, sampleRate } = await decode(readFileSync(file));
    expect(samples.length / sampleRate).toBeGreaterThan(50);
    expect(samples.length / sampleRate).toBeLessThan(61.5);
    expect(Math.abs(measureLoudness({ samples, sampleRate }) + 16)).toBeLessThan(1.5);
    expect(loudest(samples.subarray(0, sampleRate / 100))).toBeLessThan(0.01);
    expect(loudest(samples.subarray(-sampleRate / 100))).toBeLessThan(0.01);
  });
});
