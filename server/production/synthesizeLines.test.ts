import { describe, expect, it } from 'vitest';
import type { AudioEngine } from '../audio/audio.ts';
import type { EpisodeLog } from '../podcasts/episodeLog.ts';
import type { LeasedEpisode, LineRow } from '../podcasts/lease.ts';
import { taggedFor } from '../speech/models.ts';
import type { Utterance, Words } from '../speech/speech.ts';
import type { Storage } from '../storage/storage.ts';
import { lineByLine } from '../testing/lineByLine.ts';
import { openLineSynthesizer } from './synthesizeLines.ts';

const signal = new AbortController().signal;
const work = {
  podcast: { publicId: 'tides', voice1Id: 'ann', voice2Id: 'bob' },
  lines: [],
} as unknown as LeasedEpisode;

const line = (position: number, speaker: 'A' | 'B', text: string) =>
  ({ position, speaker, text, section: 0, state: 'written', clipKey: null }) as LineRow;

/** Speaks lines with a provider that counts, storage in memory and a ledger that may fail. */
function synthesizer(files = new Map<string, Buffer>(), episodeLogFails = false, model = 'model') {
  const bought: Utterance[] = [];
  const recorded: number[] = [];
  const tools = {
    narrator: {
      ...lineByLine,
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
  return { synthesizer: openLineSynthesizer({ work, signal, ...tools }), bought, recorded, files };
}

describe('speaking lines', () => {
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
