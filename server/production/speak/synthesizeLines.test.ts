import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Storage } from '../../base/files/storage.ts';
import type { EpisodeLog } from '../../episodes/log/episodeLog.ts';
import type { LeasedEpisode, LineRow } from '../../episodes/log/lease.ts';
import type { AudioEngine } from '../../sound/mix/audio.ts';
import type { Take, Utterance, Words } from '../../sound/speech/speech.ts';
import { taggedFor } from '../../sound/speech/speechModels.ts';
import { lineByLine } from '../../testing/lineByLine.ts';
import { openLineSynthesizer } from './synthesizeLines.ts';

const signal = new AbortController().signal;
const work = {
  podcast: { publicId: 'tides', voice1Id: 'ann', voice2Id: 'bob', tone: 'Calm' },
  lines: [],
} as unknown as LeasedEpisode;

const line = (position: number, speaker: 'A' | 'B', text: string) =>
  ({ position, speaker, text, section: 0, state: 'written', clipKey: null }) as LineRow;

/** Speaks lines with a provider that counts, storage in memory and a ledger that may fail. */
function synthesizer(
  files = new Map<string, Buffer>(),
  episodeLogFails = false,
  model = 'model',
  variesSpeed = false,
) {
  const bought: Utterance[] = [];
  const recorded: number[] = [];
  const tools = {
    narrator: {
      ...lineByLine,
      variesSpeed,
      tagged: (words: Words) => taggedFor(model, words),
      model,
      settings: 'model/pcm',
      voices: async () => [],
      async speak(utterance: Utterance) {
        bought.push(utterance);
        await Promise.resolve();
        return { samples: new Int16Array(2400).fill(1000), sampleRate: 24_000 };
      },
    },
    storage: {
      get: async (key: string) => files.get(key) ?? null,
      put: async (key: string, body: Buffer) => void files.set(key, body),
    } as Partial<Storage> as Storage,
    audio: {
      prepare: ({ samples, sampleRate }: { samples: Int16Array; sampleRate: number }) => ({
        samples,
        sampleRate,
        milliseconds: (samples.length / sampleRate) * 1000,
      }),
    } as Partial<AudioEngine> as AudioEngine,
    episodeLog: {
      async recordSpoken(_work: LeasedEpisode, position: number) {
        if (episodeLogFails) throw new Error('the database went away');
        recorded.push(position);
      },
    } as Partial<EpisodeLog> as EpisodeLog,
  };
  return {
    synthesizer: openLineSynthesizer({
      work,
      signal,
      narratorOf: () => tools.narrator,
      ...tools,
    }),
    bought,
    recorded,
    files,
  };
}

describe('speaking lines', () => {
  it('a calm host speaks more slowly where the model can, and that clip is another one', async () => {
    const keyOf = async (variesSpeed: boolean) => {
      const { synthesizer: one, bought, files } = synthesizer(new Map(), false, 'm', variesSpeed);
      await one.speak(line(0, 'A', 'Hello.'), undefined);
      return { speed: bought[0]?.speed ?? 1, key: [...files.keys()][0] };
    };
    const [slow, usual] = [await keyOf(true), await keyOf(false)];
    expect(slow.speed).toBeLessThan(1);
    expect(usual.speed).toBe(1);
    expect(slow.key).not.toBe(usual.key);
  });

  it('the same words of the same host are bought once, even while they are being spoken', async () => {
    const { synthesizer: one, bought, recorded } = synthesizer();
    const lines = [line(0, 'A', 'Right.'), line(1, 'A', 'Right.'), line(2, 'B', 'Right.')];
    await Promise.all(lines.map((each) => one.speak(each, undefined)));
    expect(bought.map(({ voiceId }) => voiceId).sort()).toEqual(['ann', 'bob']);
    expect(recorded.sort()).toEqual([0, 1, 2]);
  });

  it('a clip stored before a crash is not bought again', async () => {
    const crashed = synthesizer(new Map(), true);
    await expect(crashed.synthesizer.speak(line(0, 'A', 'Hello.'), undefined)).rejects.toThrow(
      'away',
    );
    expect(crashed.bought).toHaveLength(1);
    const next = synthesizer(crashed.files);
    const clip = await next.synthesizer.speak(line(0, 'A', 'Hello.'), undefined);
    expect(clip.milliseconds).toBe(100);
    expect([next.bought.length, next.recorded]).toEqual([0, [0]]);
  });

  it('a speech request carries the line before it, and each voice has a clip of its own', async () => {
    const { synthesizer: one, bought, files } = synthesizer();
    await one.speak(line(0, 'A', 'Is it?'), undefined);
    await one.speak(line(1, 'B', 'Is it?'), 'Is it?');
    expect(bought[1]).toMatchObject({
      voiceId: 'bob',
      text: 'Is it?',
      previousText: 'Is it?',
      episode: 'tides',
    });
    expect(files.size).toBe(2);
  });

  it('a speech request carries the next line if it is written by then', async () => {
    const { synthesizer: one, bought } = synthesizer();
    const first = one.speak(line(0, 'A', 'Is it?'), undefined);
    const second = one.speak(line(1, 'B', 'It is.'), 'Is it?');
    await Promise.all([first, second]);
    expect(bought.map(({ nextText }) => nextText?.())).toEqual(['It is.', undefined]);
  });

  it('a delivery has a clip of its own only with a model that performs it', async () => {
    const keysWith = async (model: string) => {
      const { synthesizer: one, bought, files } = synthesizer(new Map(), false, model);
      await one.speak(line(0, 'A', 'Right.'), undefined);
      await one.speak({ ...line(1, 'A', 'Right.'), delivery: 'laughs' }, undefined);
      expect(bought.map(({ text }) => text)).toEqual(bought.map(() => 'Right.'));
      return [...files.keys()];
    };
    // Of ["ann","model/pcm","Right."]: clips that were bought before there were deliveries are found.
    const plain = 'clips/c7f50b9fe8fa9117c6fe9b4ff88f1b7fe99821bbacee0b1c228b99543ca15fa2.wav';
    expect(await keysWith('eleven_flash_v2_5')).toEqual([plain]);
    expect(await keysWith('eleven_v4')).toEqual([plain, expect.stringMatching(/^clips\//)]);
  });

  it('a line whose clip was refused twice counts once as asked again', async () => {
    const { synthesizer: one, bought } = synthesizer();
    await one.speak(line(0, 'A', 'Is it?'), undefined);
    await one.speak(line(1, 'B', 'It is.'), 'Is it?');
    for (const good of [false, false, true]) bought[0]?.onBought?.(6, good);
    bought[1]?.onBought?.(6, true);
    expect(one.askedAgain).toBe(1);
  });
});

/** A machine that may stop after some clips are stored, and after some lines are recorded. */
function takesUntil(stops: { stored?: number; recorded?: number }, files: Map<string, Buffer>) {
  const bought: string[][] = [];
  const recorded = new Map<number, string>();
  let stored = 0;
  const clip = { samples: new Int16Array(2400).fill(1000), sampleRate: 24_000 };
  const tools = {
    narrator: {
      ...lineByLine,
      model: 'model',
      settings: 'model/pcm',
      longestTake: 2_000,
      voices: async () => [],
      async speak({ text }: Utterance) {
        bought.push([text]);
        return clip;
      },
      async speakTake({ lines, onBought }: Take) {
        bought.push(lines.map(({ text }) => text));
        onBought?.(1, true);
        return lines.map(() => clip);
      },
    },
    storage: {
      get: async (key: string) => files.get(key) ?? null,
      async put(key: string, body: Buffer) {
        if (stored === stops.stored) throw new Error('the machine stopped');
        stored++;
        files.set(key, body);
      },
    } as Partial<Storage> as Storage,
    audio: {
      prepare: (one: typeof clip) => ({ ...one, milliseconds: 100 }),
    } as Partial<AudioEngine> as AudioEngine,
    episodeLog: {
      async recordSpoken(_work: LeasedEpisode, position: number, { clipKey }: { clipKey: string }) {
        if (recorded.size === stops.recorded) throw new Error('the machine stopped');
        recorded.set(position, clipKey);
      },
    } as Partial<EpisodeLog> as EpisodeLog,
  };
  const narratorOf = () => tools.narrator;
  const synthesizer = openLineSynthesizer({ work, signal, narratorOf, ...tools });
  return { synthesizer, bought, recorded, tools };
}

describe('speaking takes', () => {
  const script = Array.from({ length: 17 }, (_, at) =>
    line(at, at % 2 ? 'B' : 'A', at % 5 ? `Line ${at}.` : 'Right.'),
  );
  /** Speaks all lines; those whose machine has stopped are missing. */
  async function speakAll(machine: ReturnType<typeof takesUntil>, lines = script) {
    const clips = lines.map((each) => machine.synthesizer.speak(each, undefined));
    machine.synthesizer.endTake();
    await Promise.allSettled(clips);
  }

  it('lines are spoken by takes, a short one first, and each has a clip of its own', async () => {
    const files = new Map<string, Buffer>();
    const machine = takesUntil({}, files);
    await speakAll(machine);
    expect(machine.bought.map(({ length }) => length)).toEqual([3, 6, 8]);
    expect(machine.bought.flat()).toEqual(script.map(({ text }) => text));
    expect([files.size, new Set(machine.recorded.values()).size]).toEqual([17, 17]);
    expect(machine.synthesizer.askedAgain).toBe(0);
  });

  it('nothing that was stored is bought again, wherever the machine stopped', async () => {
    const stop = fc.record({
      stored: fc.option(fc.integer({ min: 0, max: 17 }), { nil: Number.POSITIVE_INFINITY }),
      recorded: fc.option(fc.integer({ min: 0, max: 17 }), { nil: Number.POSITIVE_INFINITY }),
      /** A writer that pauses after so many lines makes other takes. */
      pause: fc.integer({ min: 0, max: 17 }),
    });
    await fc.assert(
      fc.asyncProperty(stop, async ({ pause, ...stops }) => {
        const files = new Map<string, Buffer>();
        const first = takesUntil(stops, files);
        await speakAll(first);
        const kept = new Map(files);
        const next = takesUntil({}, files);
        const ledger = script.map((row) => {
          const clipKey = first.recorded.get(row.position);
          return clipKey ? { ...row, clipKey, state: 'spoken' as const } : row;
        });
        const clips = ledger.map((row, at) => {
          if (at === pause) next.synthesizer.endTake();
          return next.synthesizer.speak(row, undefined);
        });
        next.synthesizer.endTake();
        await Promise.all(clips);
        // A recorded clip is never replaced, and nothing is stored that no line names.
        for (const [key, wav] of kept) expect(files.get(key)).toBe(wav);
        const named = new Set([...first.recorded.values(), ...next.recorded.values()]);
        expect(new Set(files.keys())).toEqual(named);
        expect(next.bought.flat()).toHaveLength(script.length - kept.size);
      }),
    );
  });

  it('all lines of a take that is asked for again count as asked again', async () => {
    const machine = takesUntil({}, new Map());
    machine.tools.narrator.speakTake = async ({ lines, onBought }) => {
      for (const good of [false, false, true]) onBought?.(9, good);
      return lines.map(() => ({ samples: new Int16Array(9), sampleRate: 24_000 }));
    };
    await speakAll(machine, script.slice(0, 3));
    expect(machine.synthesizer.askedAgain).toBe(3);
  });
});
