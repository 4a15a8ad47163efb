import { json, type RequestHandler } from 'express';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { heart, narratorAt, speechServerForFile } from '../../testing/testSpeechServer.ts';
import { answer, failureOf, hang, text } from '../../testing/troubledStandin.ts';
import { openSpeechServer } from './openSpeechServer.ts';
import type { Clip } from './speech.ts';

/* A speech server through OpenAI's SDK: the stand-in's own ledger is the judge. */

const server = speechServerForFile();

const forever = new AbortController().signal;
const secondsOf = ({ samples, sampleRate }: Clip) => samples.length / sampleRate;
const lines = Array.from(
  { length: 8 },
  (_, at) => `Line ${'abcdefghi'[at]}, with a few words more.`,
);
const kept = (bodies: unknown[]): RequestHandler => {
  return (req, res, next) =>
    json()(req, res, () => {
      bodies.push(req.body);
      next();
    });
};

/** The clip of one line, and what its purchases were told as. */
async function speak(over: Parameters<typeof server.narrator>[0] = {}) {
  const bought: [number, boolean][] = [];
  const onBought = (characters: number, good: boolean) => void bought.push([characters, good]);
  const clip = await server.narrator(over).speak({ voiceId: heart, text, onBought }, forever);
  return { clip, bought };
}

describe('a line', () => {
  test.each(['pcm', 'wav', 'mp3'] as const)('is bought once and whole as %s', async (format) => {
    const { clip, bought } = await speak({ format });
    expect(clip.sampleRate).toBe(24_000);
    expect(bought).toEqual([[text.length, true]]);
    const spoken = server.purchaseLog.read().slice(-1);
    expect(spoken).toMatchObject([{ provider: 'openai', voiceId: 'af_heart', text }]);
    const [entry] = spoken;
    const milliseconds = entry?.kind === 'speech' ? entry.milliseconds : Number.NaN;
    expect(1000 * secondsOf(clip)).toBeCloseTo(milliseconds, -1);
    expect(server.spoken()).toEqual([text]);
  });

  test('is the same in each format', async () => {
    const { clip: pcm } = await speak({ format: 'pcm' });
    const { clip: wav } = await speak({ format: 'wav' });
    const { clip: mp3 } = await speak({ format: 'mp3' });
    expect(wav).toEqual(pcm);
    expect(mp3.samples).toHaveLength(pcm.samples.length);
  });

  test('is sent with the words and the voice alone, and what was written around it stays here', async () => {
    const bodies: unknown[] = [];
    server.troubles.push(kept(bodies));
    const around = {
      previousText: 'Before.',
      nextText: () => 'After.',
      delivery: 'amused' as const,
    };
    await server.narrator().speak({ voiceId: heart, text, ...around }, forever);
    expect(bodies).toEqual([
      { model: 'kokoro', voice: 'af_heart', input: text, response_format: 'pcm' },
    ]);
  });

  test('is as long as its speed says, where the model obeys it, and is nowhere refused', async () => {
    const secondsAt = async (speed: number, model = 'kokoro') => {
      const narrator = server.narrator({ model });
      const clip = await narrator.speak({ voiceId: heart, text, speed }, forever);
      return { seconds: secondsOf(clip), variesSpeed: narrator.variesSpeed };
    };
    const [slow, usual, quick] = [await secondsAt(0.9), await secondsAt(1), await secondsAt(1.1)];
    expect(slow.variesSpeed).toBe(true);
    expect(slow.seconds / usual.seconds).toBeCloseTo(1 / 0.9, 1);
    expect(quick.seconds / usual.seconds).toBeCloseTo(1 / 1.1, 1);
    const deaf = await secondsAt(0.9, 'gpt-4o-mini-tts');
    expect(deaf).toEqual({ seconds: usual.seconds, variesSpeed: false });
  });

  test('needs no key where the server asks for none, and then none is sent', async () => {
    server.accounts.write({ openai: { needsKey: false } });
    const keys: unknown[] = [];
    server.troubles.push((req, _res, next) => {
      keys.push(req.get('authorization'));
      next();
    });
    await speak({ apiKey: null });
    expect(keys).toEqual([undefined]);
  });

  test.each(['Café, naïve, Zürich!', 'In 1,234 of 8,910 cases: $7.', '你好，世界', 'Yes 😀.'])(
    'is spoken whatever its script is: %s',
    async (written) => {
      const clip = await server.narrator().speak({ voiceId: heart, text: written }, forever);
      expect(secondsOf(clip)).toBeGreaterThan(0.2);
    },
  );
});

describe('turns', () => {
  test('calls in flight stay within the limit, and every line is bought once, in order', async () => {
    const narrator = server.narrator({ concurrency: 2 });
    const said = lines.map((line) =>
      narrator.speak({ voiceId: heart, text: line, episode: 'a' }, forever),
    );
    const seconds = (await Promise.all(said)).map(secondsOf);
    expect(server.seen.crowd).toBe(2);
    expect(server.spoken().sort()).toEqual(lines);
    expect(Math.min(...seconds)).toBeGreaterThan(1);
  });

  test('a server that takes fewer calls at once than we hoped gets every line once', async () => {
    server.faults.write({ openai: { concurrency: 2, latency: 20 } });
    const narrator = server.narrator({ patience: { attempts: { busy: 10 }, firstWait: 20 } });
    await Promise.all(lines.map((line) => narrator.speak({ voiceId: heart, text: line }, forever)));
    expect(server.spoken().sort()).toEqual(lines);
  });

  test('after a 429 there are half as many calls at once', async () => {
    server.troubles.push(answer(429, { error: { code: 'rate_limit_exceeded' } }));
    const narrator = server.narrator({ concurrency: 2 });
    await narrator.speak({ voiceId: heart, text }, forever);
    server.seen.crowd = 0;
    const three = lines.slice(0, 3);
    await Promise.all(three.map((line) => narrator.speak({ voiceId: heart, text: line }, forever)));
    expect(server.seen.crowd).toBe(1);
  });

  test('nothing is bought when the check before a purchase fails', async () => {
    const beforeBuying = () => Promise.reject(new Error('the purse is empty'));
    const line = server.narrator().speak({ voiceId: heart, text, beforeBuying }, forever);
    await expect(line).rejects.toThrow('the purse is empty');
    expect(server.seen.requests).toBe(0);
  });

  test('an aborted call ends at once, and its connection is closed', async () => {
    server.troubles.push(hang);
    const controller = new AbortController();
    const line = server.narrator().speak({ voiceId: heart, text }, controller.signal);
    await eventually('the call is out', async () => server.seen.requests === 1);
    controller.abort(new Error('stopped'));
    await expect(line).rejects.toThrow('stopped');
    await eventually('the connection is closed', async () => server.seen.inFlight === 0);
  });
});

describe('voices', () => {
  test('are those that the server lists, with what their names say', async () => {
    const voices = await server.narrator().voices(forever);
    expect(voices).toHaveLength(13);
    expect(voices.find(({ id }) => id === heart)).toEqual({
      id: heart,
      name: 'Heart',
      labels: { gender: 'female', accent: 'american', language: 'en' },
      description: null,
      category: null,
      rate: 1,
      endsAt: null,
    });
    const labels = new Map(voices.map((voice) => [voice.id, voice.labels]));
    expect(labels.get('speech:bm_george')).toMatchObject({ gender: 'male', accent: 'british' });
    expect(labels.get('speech:jf_alpha')).toEqual({ gender: 'female', language: 'ja' });
  });

  test('that are named in the configuration are taken from there, without a call', async () => {
    const named = [{ id: 'alba', name: 'Alba', gender: 'Female' as const, accent: 'Scottish' }];
    const narrator = server.narrator({ voices: named });
    const [alba, ...rest] = await narrator.voices(forever);
    expect(alba).toMatchObject({
      id: 'speech:alba',
      name: 'Alba',
      labels: { gender: 'female', accent: 'scottish', language: 'en' },
    });
    expect([rest, server.seen.requests]).toEqual([[], 0]);
  });

  test('belong to the narrator by their ids', () => {
    const { owns } = server.narrator();
    expect([heart, 'pNInz6obpgDQGcFmaJgB', 'speech'].map(owns)).toEqual([true, false, false]);
  });

  test('of a server that fails are asked for again, and its failure is told', async () => {
    server.troubles.push(answer(503, ''));
    expect(await server.narrator().voices(forever)).toHaveLength(13);
    server.faults.write({ openai: { garbage: 1 } });
    expect(await failureOf(server.narrator().voices(forever))).toBe('broken');
  });
});

test('a probe costs nothing, and finds out what does not work', async () => {
  const probe = (over = {}) => failureOf(server.narrator(over).probe(forever));
  expect(await probe()).toBeNull();
  expect(await probe({ apiKey: 'wrong' })).toBe('refused');
  expect(await probe({ baseUrl: 'http://127.0.0.1:9/v1' })).toBe('busy');
  expect(await probe({ baseUrl: server.address.baseUrl.replace('/v1', '') })).toBe('refused');
  expect(server.spoken()).toEqual([]);
});

test('the settings name differs by server, model and format, and MP3 needs a decoder', () => {
  const names = [
    server.narrator(),
    narratorAt({ baseUrl: 'https://api.openai.com/v1' }),
    server.narrator({ model: 'tts-1' }),
    server.narrator({ format: 'wav' }),
  ].map(({ settings }) => settings);
  expect(new Set(names).size).toBe(4);
  expect(names[0]).toBe('speech/127.0.0.1/kokoro/pcm');
  const deaf = { ...server.address, model: 'x', format: 'mp3' as const, voices: null };
  expect(() => openSpeechServer({ ...deaf, concurrency: 1 })).toThrow('mp3 needs a decoder');
});
