import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { testFfmpeg } from '../../testing/testFfmpeg.ts';
import type { Master, MasterOptions, PreparedClip } from './audio.ts';
import { encode } from './convert.ts';
import { decode as decodeMp3 } from './decode.ts';
import { decode, lives, watched } from './fixtures/ffmpeg.ts';
import { high, low, silence, utter } from './fixtures/voice.ts';
import { frameLength } from './frames.ts';
import { gainFor } from './gain.ts';
import { openMaster } from './master.ts';
import { measure } from './measure.ts';
import { prepare } from './trim.ts';

let ffmpeg: Awaited<ReturnType<typeof watched>>;
let plain: string;
let tools: string;
let folder: string;
beforeAll(async () => {
  tools = await mkdtemp(path.join(tmpdir(), 'master-test-'));
  plain = await testFfmpeg();
  ffmpeg = await watched(plain, tools);
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tools, 'episode-'));
});
afterAll(() => rm(tools, { recursive: true }));

const RATE = 24_000;

function open(options: Partial<MasterOptions> = {}): Promise<Master> {
  return openMaster(ffmpeg.binary, {
    sampleRate: RATE,
    gain: { A: 1, B: 1 },
    file: path.join(folder, 'episode.mp3'),
    signal: new AbortController().signal,
    ...options,
  });
}

/** Process id of the encoder of this test's episode, once it runs. */
function encoder(): Promise<number> {
  return eventually('the encoder starts', async () => (await ffmpeg.encoders(folder))[0], 10);
}

function asIs(samples: Int16Array, sampleRate = RATE): PreparedClip {
  return { samples, sampleRate, milliseconds: (samples.length / sampleRate) * 1000 };
}

/** A click of 2 ms and then silence, so that its start can be found again. */
function click(seconds: number, sampleRate: number): PreparedClip {
  const { samples } = silence(seconds, sampleRate);
  const length = Math.round(0.002 * sampleRate);
  for (let i = 0; i < length; i++) samples[i] = 16_000 * Math.sin((2 * Math.PI * i) / length);
  return asIs(samples, sampleRate);
}

/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz, mono: a frame's header without padding and private bits. */
const MONO_128 = 'fffb90c0';

/** The headers of all frames, each kind once. */
function headersOf(mp3: Buffer): string[] {
  const kinds = new Set<string>();
  for (let at = 0; at < mp3.length; at += frameLength(mp3, at)) {
    const header = mp3.readUInt32BE(at) & 0xfffffcc0;
    kinds.add((header >>> 0).toString(16));
  }
  return [...kinds];
}

/** The share of a sound's energy above a frequency, at 44.1 kHz: what a steep high-pass leaves. */
function shareAbove(hertz: number, samples: Int16Array): number {
  const cutoff = (2 * hertz) / 44_100;
  const reach = 64;
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const x = i - reach;
    const low = x === 0 ? cutoff : Math.sin(Math.PI * cutoff * x) / (Math.PI * x);
    return (x === 0 ? 1 : 0) - low * (0.5 + 0.5 * Math.cos((Math.PI * x) / reach));
  });
  let [above, all] = [0, 0];
  for (let at = reach; at < samples.length - reach; at++) {
    let sum = 0;
    for (let i = 0; i < kernel.length; i++)
      sum += (kernel[i] ?? 0) * (samples[at + i - reach] ?? 0);
    above += sum ** 2;
    all += (samples[at] ?? 0) ** 2;
  }
  return above / all;
}

/** Amplitude of one frequency, at 44.1 kHz. */
function amplitudeOf(hertz: number, samples: Int16Array): number {
  let [real, imaginary] = [0, 0];
  samples.forEach((sample, i) => {
    real += sample * Math.cos((2 * Math.PI * hertz * i) / 44_100);
    imaginary += sample * Math.sin((2 * Math.PI * hertz * i) / 44_100);
  });
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

describe('episode of two hosts', () => {
  test('a rest belongs to the next gap, and what is in front of it can be cut at once', async () => {
    const clip = asIs(utter(low, 1.6, 1).samples);
    const master = await open();
    await master.append(clip, 'A', 0);
    await master.rest(200);
    // Nothing else is appended: the encoder is past it all the same.
    const { milliseconds } = await master.slice(0, 2_050);
    expect(Math.abs(milliseconds - 2_050)).toBeLessThan(26);
    expect((await master.append(clip, 'B', 500)).startMilliseconds).toBeCloseTo(2_500, 1);
    expect((await master.append(clip, 'A', 300)).startMilliseconds).toBeCloseTo(4_800, 1);
    await master.rest(200);
    // Nothing lies over what is out already.
    expect((await master.append(clip, 'B', -400)).startMilliseconds).toBeCloseTo(7_000, 1);
    await master.finish(0);
  });

  test('an episode is mastered to -16 LUFS and exactly as long as its lines and gaps', async () => {
    const clips = Array.from({ length: 20 }, (_, i) => {
      return prepare(utter(i % 2 ? high : low, 2.5 + (i % 5) * 0.6, i + 1));
    });
    const gain = {
      A: gainFor(prepare(utter(low, 6, 99))),
      B: gainFor(prepare(utter(high, 6, 98))),
    };
    const master = await open({ gain });
    let samples = 0;
    for (const [i, clip] of clips.entries()) {
      const gap = i * 37.3;
      samples += Math.round((gap * RATE) / 1000);
      const { startMilliseconds } = await master.append(clip, i % 2 ? 'B' : 'A', gap);
      expect(startMilliseconds).toBe((samples / RATE) * 1000);
      samples += clip.samples.length;
      expect(master.milliseconds).toBe((samples / RATE) * 1000);
    }
    await master.finish(800);
    expect(master.milliseconds).toBe(((samples + 0.8 * RATE) / RATE) * 1000);
    expect(await readdir(folder)).toEqual(['episode.mp3']);

    const file = path.join(folder, 'episode.mp3');
    const measured = await measure(plain, file, AbortSignal.timeout(20_000));
    expect(Math.abs(measured.seconds * 1000 - master.milliseconds)).toBeLessThan(1);
    expect(Math.abs(measured.loudness + 16)).toBeLessThan(1);
    expect(measured.truePeak).toBeLessThanOrEqual(-1);
    const decoded = await decode(plain, file);
    expect(Math.abs(decoded.length / 44.1 - master.milliseconds)).toBeLessThan(1);
  });

  test('a line that came as MP3 is in a file of 44.1 kHz, mono, 128 kbit/s with what it has above 12 kHz', async () => {
    // Hisses reach as far as the sample rate lets them.
    const spoken = utter(low, 3, 4, 44_100);
    const signal = AbortSignal.timeout(20_000);
    const clip = prepare(await decodeMp3(plain, await encode(plain, spoken, signal), signal));
    const master = await open({ sampleRate: 44_100, gain: { A: gainFor(clip), B: 1 } });
    await master.append(clip, 'A', 0);
    await master.finish(0);
    const file = path.join(folder, 'episode.mp3');
    expect(headersOf(await readFile(file))).toEqual([MONO_128]);
    const original = shareAbove(12_000, spoken.samples);
    const finished = shareAbove(12_000, await decode(plain, file));
    expect(original).toBeGreaterThan(0.001);
    expect(finished).toBeGreaterThan(original / 2);
    // The limiter turns down the vowels, not the hisses.
    expect(finished).toBeLessThan(original * 3);
    const { loudness, truePeak } = await measure(plain, file, signal);
    expect(Math.abs(loudness + 16)).toBeLessThan(1);
    expect(truePeak).toBeLessThanOrEqual(-1);
  });

  test('each line starts at the sample reported for it, whatever the lines are', async () => {
    const line = fc.record({
      milliseconds: fc.integer({ min: 30, max: 900 }),
      gap: fc.double({ min: -700, max: 1200, noNaN: true }),
    });
    const episodes = fc.record({
      rate: fc.constantFrom(16_000, 24_000, 44_100),
      lines: fc.array(line, { minLength: 1, maxLength: 12 }),
      tail: fc.double({ min: 0, max: 800, noNaN: true }),
    });
    let episode = 0;
    const property = fc.asyncProperty(episodes, async ({ rate, lines, tail }) => {
      const file = path.join(folder, `${episode++}.mp3`);
      const master = await open({ sampleRate: rate, file });
      let samples = 0;
      let previous = 0;
      const starts: number[] = [];
      for (const { milliseconds, gap } of lines) {
        const clip = click(milliseconds / 1000, rate);
        const { length } = clip.samples;
        // No further over the clip before than the longest overlap, and than either of them lasts.
        const over = Math.min(previous, length, Math.round(0.6 * rate));
        samples += Math.max(Math.round((gap * rate) / 1000), -over);
        previous = length;
        const { startMilliseconds } = await master.append(clip, 'A', gap);
        expect(startMilliseconds).toBe((samples / rate) * 1000);
        starts.push(startMilliseconds);
        samples += clip.samples.length;
      }
      await master.finish(tail);
      samples += Math.round((tail * rate) / 1000);
      expect(master.milliseconds).toBe((samples / rate) * 1000);

      // The file agrees: each click is where its line is reported to start.
      const decoded = await decode(plain, file);
      expect(Math.abs(decoded.length / 44.1 - master.milliseconds)).toBeLessThan(1);
      for (const start of starts) {
        const from = Math.max(0, Math.round((start - 10) * 44.1));
        const after = decoded.subarray(from, from + 882);
        const click = from + after.findIndex((sample) => Math.abs(sample) > 8000);
        expect(Math.abs(click / 44.1 - start)).toBeLessThan(1);
      }
    });
    await fc.assert(property, { numRuns: 20 });
  }, 120_000);

  test('where one host lies over the other both are heard, and the peak keeps its limit', async () => {
    const tone = (hertz: number, seconds: number) =>
      asIs(
        Int16Array.from({ length: seconds * RATE }, (_, i) =>
          Math.round(20_000 * Math.sin((2 * Math.PI * hertz * i) / RATE)),
        ),
      );
    const master = await open();
    await master.append(tone(440, 2), 'A', 0);
    const { startMilliseconds } = await master.append(tone(1000, 0.7), 'B', -450);
    expect(startMilliseconds).toBe(1550);
    await master.append(tone(440, 1), 'A', 300);
    await master.finish(0);
    const file = path.join(folder, 'episode.mp3');
    const decoded = await decode(plain, file);
    const amplitudeIn = (hertz: number, from: number, to: number) =>
      amplitudeOf(hertz, decoded.subarray(from * 44.1, to * 44.1));
    const [low, high] = [amplitudeIn(440, 1560, 1990), amplitudeIn(1000, 1560, 1990)];
    expect(low).toBeGreaterThan(7_000);
    expect(Math.abs(high / low - 1)).toBeLessThan(0.05);
    expect(amplitudeIn(1000, 1000, 1540)).toBeLessThan(200);
    expect(amplitudeIn(440, 2020, 2240)).toBeLessThan(200);
    const { truePeak } = await measure(plain, file, AbortSignal.timeout(20_000));
    expect(truePeak).toBeLessThanOrEqual(-1);
  });

  test('a line can be louder or quieter than its host', async () => {
    const master = await open();
    const clip = asIs(Int16Array.from({ length: RATE }, (_, i) => 4000 * Math.sin(i / 10)));
    await master.append(clip, 'A', 0);
    await master.append(clip, 'A', 100, 2);
    await master.finish(0);
    const decoded = await decode(plain, path.join(folder, 'episode.mp3'));
    const peak = (from: number, to: number) =>
      decoded.subarray(from * 44.1, to * 44.1).reduce((most, it) => Math.max(most, it), 0);
    expect(peak(1200, 2000) / peak(100, 900)).toBeCloseTo(2, 1);
  });

  test('an episode keeps the last samples of its last line', async () => {
    const master = await open();
    await master.append(asIs(silence(1).samples), 'A', 0);
    const backwards = asIs(click(0.5, RATE).samples.reverse());
    await master.append(backwards, 'A', 0);
    await master.finish(0);
    const decoded = await decode(plain, path.join(folder, 'episode.mp3'));
    const last = decoded.findLastIndex((sample) => Math.abs(sample) > 8000);
    expect(decoded.length - last).toBeLessThan(44);
  });

  test('a host who needs more gain than there is headroom is limited instead of clipped', async () => {
    const gain = { A: 8, B: 8 };
    const master = await open({ gain });
    await master.append(prepare(utter(low, 6, 5)), 'A', 0);
    await master.finish(0);
    const file = path.join(folder, 'episode.mp3');
    const { truePeak } = await measure(plain, file, AbortSignal.timeout(20_000));
    expect(truePeak).toBeLessThanOrEqual(-1);
  });

  test('two episodes at once are encoded at the priority of requests, and a third gives way', async () => {
    const files = [1, 2, 3].map((number) => path.join(folder, `${number}.mp3`));
    const masters = [];
    for (const file of files) masters.push(await open({ file }));
    const priorities = await eventually(
      'three encoders run',
      async () => {
        const pids = await ffmpeg.encoders(folder);
        return pids.length === 3 && pids.map((pid) => os.getPriority(pid));
      },
      10,
    );
    const usual = os.getPriority();
    expect(priorities).toEqual([usual, usual, expect.toSatisfy((third) => third > usual)]);
    await Promise.all(masters.map((master) => master.abandon()));
  });

  test('lines appended without waiting are placed in the order they were given', async () => {
    const master = await open();
    const pending = [0, 100, 200].map((gap) => master.append(click(0.5, RATE), 'A', gap));
    const starts = await Promise.all(pending);
    expect(starts.map((place) => place.startMilliseconds)).toEqual([0, 600, 1300]);
    await master.finish(0);
  });
});

describe('encoder', () => {
  test('the encoder is one process, which is gone when the file is finished', async () => {
    const master = await open();
    const pid = await encoder();
    await master.append(click(1, RATE), 'A', 0);
    expect(lives(pid)).toBe(true);
    await master.finish(0);
    expect(await ffmpeg.encoders(folder)).toEqual([pid]);
    expect(lives(pid)).toBe(false);
  });

  test('appends wait while the encoder is stopped, and finish once it runs again', async () => {
    const master = await open();
    const pid = await encoder();
    process.kill(pid, 'SIGSTOP');
    const clip = asIs(silence(10).samples);
    let bytesWritten = 0;
    const appends = Array.from({ length: 6 }, async () => {
      await master.append(clip, 'A', 0);
      bytesWritten++;
    });
    for (let turn = 0; turn < 200; turn++) await setImmediate();
    expect(bytesWritten).toBeLessThan(2);
    process.kill(pid, 'SIGCONT');
    await Promise.all(appends);
    await master.finish(0);
  });

  test('every pending and later call rejects when the encoder is killed from outside', async () => {
    const master = await open();
    const pid = await encoder();
    process.kill(pid, 'SIGSTOP');
    await master.append(asIs(silence(60).samples), 'A', 0);
    const pending = master.append(asIs(silence(60).samples), 'A', 0);
    process.kill(pid, 'SIGKILL');
    await expect(pending).rejects.toThrow(/SIGKILL/);
    await expect(master.append(click(1, RATE), 'A', 0)).rejects.toThrow(/SIGKILL/);
    await expect(master.finish(0)).rejects.toThrow(/SIGKILL/);
    expect(await readdir(folder)).toEqual([]);
  });

  test('an encoder that cannot write its file rejects with the reason', async () => {
    const master = await open({ file: path.join(folder, 'nowhere', 'episode.mp3') });
    await expect(master.finish(0)).rejects.toThrow(/No such file or directory/);
  });

  test('the encoder ends when the process that started it is killed', async () => {
    const audio = path.join(import.meta.dirname, 'ffmpegEngine.ts');
    const program = `
      const { openFfmpegEngine } = await import(${JSON.stringify(audio)});
      const engine = openFfmpegEngine({ ffmpeg: ${JSON.stringify(ffmpeg.binary)} });
      await engine.openMaster({
        sampleRate: 24000,
        gain: { A: 1, B: 1 },
        file: ${JSON.stringify(path.join(folder, 'episode.mp3'))},
        signal: new AbortController().signal,
      });
      console.log('open');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const pid = await encoder();
    expect(lives(pid)).toBe(true);
    child.kill('SIGKILL');
    await eventually('the encoder ends', async () => !lives(pid), 10);
  });
});

describe('abandoned episode', () => {
  test('abandoning an episode leaves no file and no process', async () => {
    const master = await open();
    const pid = await encoder();
    await master.append(click(1, RATE), 'A', 0);
    await master.abandon();
    expect(await readdir(folder)).toEqual([]);
    expect(lives(pid)).toBe(false);
    await expect(master.append(click(1, RATE), 'A', 0)).rejects.toThrow();
    await master.abandon();
  });

  test('abandoning a finished episode changes nothing', async () => {
    const master = await open();
    await master.finish(500);
    await master.abandon();
    expect(await readdir(folder)).toEqual(['episode.mp3']);
    await expect(master.append(click(1, RATE), 'A', 0)).rejects.toThrow(/closed/);
  });

  test('aborting an episode rejects its calls with the abort reason and leaves nothing behind', async () => {
    const stop = new AbortController();
    const reason = new Error('handed to another instance');
    const master = await open({ signal: stop.signal });
    const pid = await encoder();
    process.kill(pid, 'SIGSTOP');
    await master.append(asIs(silence(60).samples), 'A', 0);
    const pending = master.append(asIs(silence(60).samples), 'A', 0);
    stop.abort(reason);
    await expect(pending).rejects.toBe(reason);
    await expect(master.finish(0)).rejects.toBe(reason);
    expect(await readdir(folder)).toEqual([]);
    expect(lives(pid)).toBe(false);
  });

  test('an episode aborted before it begins starts no encoder', async () => {
    const reason = new Error('too late');
    await expect(open({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(await ffmpeg.encoders(folder)).toEqual([]);
  });
});

test('a clip of another sample rate is refused and not stretched', async () => {
  const master = await open();
  await expect(master.append(click(1, 16_000), 'A', 0)).rejects.toThrow(RangeError);
  expect(master.milliseconds).toBe(0);
  await master.abandon();
});
