import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Outline } from '#shared/script.ts';
import type { Storage } from '../base/files/storage.ts';
import type { EpisodeLog } from '../episodes/log/episodeLog.ts';
import type { LeasedEpisode, LineRow } from '../episodes/log/lease.ts';
import { openFfmpegEngine } from '../sound/mix/ffmpegEngine.ts';
import { high, low, utter } from '../sound/mix/fixtures/voice.ts';
import type { Clip, Utterance } from '../sound/speech/speech.ts';
import { lineByLine } from '../testing/lineByLine.ts';
import { testFfmpeg } from '../testing/testFfmpeg.ts';
import { recordEpisode } from './mix/recordEpisode.ts';
import type { EpisodeRun } from './run/episodeRun.ts';
import { openSpeechMeter } from './speak/speechMeter.ts';

const COUNT = 6;
const outline = { sections: [{ weight: 1 }, { weight: 1 }] } as Outline;
const lines = Array.from({ length: COUNT }, (_, position) => ({
  position,
  section: position < 4 ? 0 : 1,
  speaker: position % 2 ? 'B' : 'A',
  text: `${position === 2 ? 'Hello, I am Ann. ' : ''}Line ${position}, and some words that make it longer than an interjection.`,
  state: 'written',
  clipKey: null,
  milliseconds: null,
})) as LineRow[];
const podcast = {
  tone: 'Normal',
  stings: true,
  publicId: 'x',
  duration: 1,
  voice1Id: 'a',
  voice2Id: 'b',
  sectionsWritten: 2,
};
const work = { podcast, lines } as LeasedEpisode;
const clips = lines.map((line) => utter(line.speaker === 'A' ? low : high, 1, line.position + 1));

/** Records the six lines, their clips ready in this order: the file's hash and the line starts. */
async function recorded(order: number[], ffmpeg: string) {
  const ready = lines.map(() => Promise.withResolvers<Clip>());
  let starts: [number, number][] = [];
  const production = {
    audio: openFfmpegEngine({ ffmpeg }),
    narratorOf: () => ({
      ...lineByLine,
      model: 'm',
      settings: 'x',
      voices: async () => [],
      speak: async ({ text }: Utterance) => {
        const clip = await ready[lines.findIndex((line) => line.text === text)]?.promise;
        if (!clip) throw new Error('that is no line of this test');
        return clip;
      },
    }),
    storage: {
      get: async () => null,
      put: async () => {},
      remove: async () => {},
    } as Partial<Storage> as Storage,
    episodeLog: {
      reread: async () => work,
      parts: async () => [],
      addPart: async () => {},
      recordSpoken: async () => {},
      recordStarts: async (_work, given) => {
        starts = [...given];
      },
    } as Partial<EpisodeLog> as EpisodeLog,
  };
  const folder = await mkdtemp(path.join(tmpdir(), 'duologue-order-'));
  try {
    const file = path.join(folder, 'episode.mp3');
    const sample = { clip: production.audio.prepare(utter(low, 2, 9)), characters: 30 };
    const run: Partial<EpisodeRun> = {
      ...production,
      work,
      outline,
      samples: { A: sample, B: sample },
      file,
      signal: new AbortController().signal,
    };
    const done = recordEpisode(run as EpisodeRun, { A: 2, B: 2 }, async function* (now) {
      yield* now.work.lines;
    });
    for (const position of order) {
      ready[position]?.resolve(clips[position] as Clip);
      await setImmediate();
    }
    await done;
    const hash = createHash('sha256').update(await readFile(file));
    return { hash: hash.digest('hex'), starts };
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('the running time counts the sounds where the file has them', async () => {
  const ffmpeg = await testFfmpeg();
  const { starts } = await recorded([...lines.keys()], ffmpeg);
  const { prepare } = openFfmpegEngine({ ffmpeg });
  const spoken = lines.map((line, i): LineRow => {
    const { milliseconds } = prepare(clips[i] as Clip);
    return { ...line, milliseconds };
  });
  const sample = { clip: { milliseconds: 2_000 }, characters: 30 };
  const meterOf = (stings: boolean) =>
    openSpeechMeter({ A: sample, B: sample }, spoken, { ...podcast, stings });
  const last = spoken.at(-1)?.milliseconds ?? 0;
  expect(Math.abs((starts.at(-1)?.[1] ?? 0) - (meterOf(true).total() - last))).toBeLessThan(1);
  // The sting takes 2750 ms in place of a gap, the mark 1500 ms in place of a section's.
  expect(meterOf(true).total() - meterOf(false).total()).toBeGreaterThan(2_500);
});

it('lines that are ready in any order make the same file, byte for byte', async () => {
  const ffmpeg = await testFfmpeg();
  const usual = await recorded([...lines.keys()], ffmpeg);
  expect(usual.starts).toHaveLength(COUNT);
  const order = fc.shuffledSubarray([...lines.keys()], { minLength: COUNT });
  await fc.assert(
    fc.asyncProperty(order, async (given) => {
      expect(await recorded(given, ffmpeg)).toEqual(usual);
    }),
    { numRuns: 6 },
  );
}, 90_000);
