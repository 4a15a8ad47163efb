import type { RequestHandler } from 'express';
import { describe, expect, test } from 'vitest';
import { cutAnswer } from '../../../standins/cut.ts';
import { adam, elevenlabsForFile, refusal } from '../../testing/elevenlabsServer.ts';
import { eventually } from '../../testing/eventually.ts';
import { answer, drip, failureOf, hang, page, sound, text } from '../../testing/troubledStandin.ts';
import type { Clip } from './speech.ts';

/* What a speech provider can do to us, case by case. The stand-in's own ledger is the judge. */

const production = elevenlabsForFile();

const forever = new AbortController().signal;
const cut: RequestHandler = (_req, res, next) => {
  cutAnswer(res);
  next();
};
const unnamed: RequestHandler = (_req, res, next) => {
  const set = res.set.bind(res);
  res.set = ((...header: Parameters<typeof set>) =>
    String(header[0]).endsWith('concurrent-requests') ? res : set(...header)) as typeof res.set;
  next();
};
const alice = 'Xb7hH8MSUJpSbSDYk0k2';
const lines = Array.from(
  { length: 8 },
  (_, at) => `Line ${'abcdefghi'[at]}, with a few words more.`,
);
type Way = 'line' | 'take';
const said: Record<Way, string[]> = { line: [text], take: [text, ...lines.slice(0, 2)] };
const charactersOf = (way: Way) => said[way].join('').length;

/** The clips of one line or take, and what its purchases were told as. */
async function speak(way: Way = 'line', over: Parameters<typeof production.narrator>[0] = {}) {
  const bought: [number, boolean][] = [];
  const onBought = (characters: number, good: boolean) => void bought.push([characters, good]);
  if (way === 'line') {
    const clip = await production.narrator(over).speak({ voiceId: adam, text, onBought }, forever);
    return { clips: [clip], bought };
  }
  const turns = said.take.map((words, at) => ({ voiceId: at % 2 ? alice : adam, text: words }));
  const narrator = production.narrator({ model: 'eleven_v4_turbo', ...over });
  return { clips: await narrator.speakTake({ lines: turns, onBought }, forever), bought };
}
const secondsOf = ({ samples, sampleRate }: Clip) => samples.length / sampleRate;

/** Changes what the stand-in answers to a take. */
const changed =
  (change: (answer: TakeAnswer) => unknown): RequestHandler =>
  (_req, res, next) => {
    const send = res.json.bind(res);
    res.json = (body) => send(change(body));
    next();
  };
interface TakeAnswer {
  audio_base64: string;
  voice_segments: { dialogue_input_index: number }[];
}

test.each([
  ['names its limit', []],
  ['does not name its limit', Array.from({ length: 100 }, () => unnamed)],
])(
  'every line is bought once from an account that allows fewer calls at once than we hoped and %s',
  async (_how, troubles) => {
    production.faults.write({ elevenlabs: { concurrency: 2, latency: 20 } });
    production.troubles.push(...troubles);
    const speaker = production.narrator({ patience: { attempts: { busy: 10 }, firstWait: 20 } });
    await Promise.all(lines.map((line) => speaker.speak({ voiceId: adam, text: line }, forever)));
    expect(production.spoken().sort()).toEqual(lines);
  },
);

test('the concurrency limit that a 429 names is kept from then on', async () => {
  const named = { 'maximum-concurrent-requests': '1' };
  production.troubles.push(refusal(429, 'too_many_concurrent_requests', named));
  const speaker = production.narrator({ concurrency: 5 });
  await speaker.speak({ voiceId: adam, text }, forever);
  production.seen.crowd = 0;
  await Promise.all(lines.map((line) => speaker.speak({ voiceId: adam, text: line }, forever)));
  expect(production.seen.crowd).toBe(1);
});

describe.each<Way>(['line', 'take'])('for a %s', (way) => {
  test('a 429 for too many calls and one for a busy system are both waited out', async () => {
    production.troubles.push(
      refusal(429, 'too_many_concurrent_requests'),
      refusal(429, 'system_busy'),
    );
    const { bought } = await speak(way);
    expect([production.seen.requests, production.spoken(), bought]).toEqual([
      3,
      said[way],
      [[charactersOf(way), true]],
    ]);
  });

  test('Retry-After is honoured', async () => {
    production.troubles.push(refusal(429, 'system_busy', { 'retry-after': '1' }));
    const begun = performance.now();
    await speak(way);
    expect(performance.now() - begun).toBeGreaterThan(1_000);
  });

  test('a burst of 500, 502 and 503 is waited out, and nothing is bought twice', async () => {
    production.troubles.push(
      answer(500, { detail: 'oops' }),
      answer(502, page, { 'content-type': 'text/html' }),
      answer(503, ''),
    );
    await speak(way);
    expect([production.seen.requests, production.spoken()]).toEqual([4, said[way]]);
  });

  test('endless server errors are reported as busy after a limited number of tries', async () => {
    production.faults.write({ elevenlabs: { errorRate: 1, status: 500 } });
    expect(await failureOf(speak(way))).toBe('busy');
    expect([production.seen.requests, production.spoken()]).toEqual([6, []]);
  });

  test('endless garbage is reported as broken, and no clip is returned', async () => {
    production.faults.write({ elevenlabs: { garbage: 1 } });
    expect(await failureOf(speak(way))).toBe('broken');
    expect(production.seen.requests).toBe(3);
  });

  test('a clip cut in half is bought once more, and both are counted as bought', async () => {
    production.troubles.push(cut);
    const { clips, bought } = await speak(way);
    expect(clips.map(secondsOf).every((seconds) => seconds > 1)).toBe(true);
    expect(production.spoken()).toEqual([...said[way], ...said[way]]);
    expect(bought).toEqual([
      [charactersOf(way), false],
      [charactersOf(way), true],
    ]);
  });

  test.each([
    ['never answers', hang, { idle: 3_000, total: 4_000 }],
    ['drips a byte now and then', drip, { idle: 3_000, total: 4_000 }],
  ])(
    'a provider that %s is given up on, and its slot is free again',
    async (_how, trouble, patience) => {
      production.troubles.push(trouble);
      const { clips } = await speak(way, { concurrency: 1, patience });
      expect(clips).toHaveLength(said[way].length);
      expect(production.spoken()).toEqual(said[way]);
      await eventually('no connection is left open', async () => production.seen.inFlight === 0);
    },
  );

  test.each([
    ['a wrong key', { apiKey: 'sk_wrong' }, [], 'refused'],
    ['a plan that forbids it', {}, [refusal(403, 'output_format_not_allowed')], 'refused'],
    ['spent credit', {}, [refusal(401, 'quota_exceeded')], 'spent'],
    ['an unpaid invoice', {}, [refusal(402, 'payment_required')], 'spent'],
    ['a text too long', {}, [refusal(400, 'max_character_limit_exceeded')], 'rejected'],
    ['an answer in an hour', {}, [refusal(429, 'x', { 'retry-after': '3600' })], 'busy'],
  ])('%s ends the call at once, without another try', async (_what, over, trouble, kind) => {
    production.troubles.push(...trouble);
    expect(await failureOf(speak(way, over))).toBe(kind);
    expect([production.seen.requests, production.spoken()]).toEqual([1, []]);
  });
});

test.each<[string, (answer: TakeAnswer) => unknown]>([
  ['lacks a segment', (take) => ({ ...take, voice_segments: take.voice_segments.slice(1) })],
  [
    'has its lines mixed up',
    (take) => ({
      ...take,
      voice_segments: take.voice_segments.map((one) => ({
        ...one,
        dialogue_input_index: said.take.length - 1 - one.dialogue_input_index,
      })),
    }),
  ],
  ['ends early', (take) => ({ ...take, audio_base64: take.audio_base64.slice(0, 99_996) })],
  ['is silent', (take) => ({ ...take, audio_base64: 'A'.repeat(take.audio_base64.length) })],
  ['has no sound', (take) => ({ ...take, audio_base64: '' })],
  ['has no segments', ({ audio_base64 }) => ({ audio_base64 })],
])('a take that %s is asked for again', async (_how, change) => {
  production.troubles.push(changed(change));
  const { clips, bought } = await speak('take');
  expect(clips).toHaveLength(said.take.length);
  expect(production.spoken()).toEqual([...said.take, ...said.take]);
  expect(bought).toEqual([
    [charactersOf('take'), false],
    [charactersOf('take'), true],
  ]);
});

const json = { 'content-type': 'application/json' };
test.each([
  ['a page of HTML', answer(200, page.repeat(3_000)), 0],
  ['HTML that says it is sound', sound(Buffer.from(page.repeat(3_500))), text.length],
  ['an error that says all is well', answer(200, { detail: { status: 'system_busy' } }), 0],
  ['truncated JSON', answer(200, '{"audio": "AAAA', json), 0],
  ['an empty clip', sound(Buffer.alloc(0)), text.length],
  ['silence', sound(Buffer.alloc(144_000)), text.length],
  ['a short clip that looks whole', sound(Buffer.alloc(9_600, 100)), text.length],
  ['half a sample', sound(Buffer.alloc(120_001, 100)), text.length],
])('%s in place of a clip is refused and asked for again', async (_what, trouble, cost) => {
  production.troubles.push(trouble);
  const { clips, bought } = await speak();
  expect(clips[0]?.samples.length).toBeGreaterThan(48_000);
  expect([production.seen.requests, production.spoken()]).toEqual([2, [text]]);
  expect(bought).toEqual([
    [cost, false],
    [text.length, true],
  ]);
});

test('a redirect from the provider is not followed', async () => {
  const elsewhere: string[] = [];
  production.troubles.push((_req, res) => res.redirect(307, '/elsewhere'));
  production.troubles.push((req, _res, next) => {
    elsewhere.push(req.originalUrl);
    next();
  });
  await speak();
  expect(elsewhere).toHaveLength(1);
  expect(elsewhere[0]).toContain('/text-to-speech/');
});

test('endless garbage in place of the voices is reported as broken', async () => {
  production.faults.write({ elevenlabs: { garbage: 1 } });
  expect(await failureOf(production.narrator().voices(forever))).toBe('broken');
});
