import type { RequestHandler } from 'express';
import { expect, test } from 'vitest';
import { cutAnswer } from '../../../standins/cut.ts';
import { eventually } from '../../testing/eventually.ts';
import { heart, speechServerForFile } from '../../testing/testSpeechServer.ts';
import {
  answer,
  cutInHalf,
  drip,
  failureOf,
  hang,
  page,
  sound,
  text,
} from '../../testing/troubledStandin.ts';
import type { Clip } from './speech.ts';

/* What a speech server can do to us, case by case. The stand-in's own ledger is the judge. */

const server = speechServerForFile();

const forever = new AbortController().signal;
const secondsOf = ({ samples, sampleRate }: Clip) => samples.length / sampleRate;
const cut: RequestHandler = (_req, res, next) => {
  cutAnswer(res);
  next();
};
const refusal = (status: number, code: string | null, message = 'As told.', headers = {}) =>
  answer(status, { error: { message, type: 'x', param: null, code } }, headers);

/** The clip of one line, and what its purchases were told as. */
async function speak(over: Parameters<typeof server.narrator>[0] = {}) {
  const bought: [number, boolean][] = [];
  const onBought = (characters: number, good: boolean) => void bought.push([characters, good]);
  const clip = await server.narrator(over).speak({ voiceId: heart, text, onBought }, forever);
  return { clip, bought };
}

test('Retry-After is honoured', async () => {
  server.troubles.push(refusal(429, 'rate_limit_exceeded', 'Slow down.', { 'retry-after': '1' }));
  const begun = performance.now();
  await speak();
  expect(performance.now() - begun).toBeGreaterThan(1_000);
});

test('a burst of 500, 502 and 503 is waited out, and nothing is bought twice', async () => {
  server.troubles.push(
    answer(500, { detail: 'oops' }),
    answer(502, page, { 'content-type': 'text/html' }),
    answer(503, ''),
  );
  await speak();
  expect([server.seen.requests, server.spoken()]).toEqual([4, [text]]);
});

test.each<[string, object, string, number]>([
  ['server errors are busy', { errorRate: 1, status: 500 }, 'busy', 6],
  ['pages of HTML are broken', { garbage: 1 }, 'broken', 3],
  ['silence is broken', { sound: 'silent' }, 'broken', 3],
  ['half words are broken', { sound: 'short' }, 'broken', 3],
  ['cut answers are broken', { cut: 1 }, 'broken', 3],
])('endless %s after a limited number of tries', async (_what, openai, trouble, requests) => {
  server.faults.write({ openai });
  expect(await failureOf(speak())).toBe(trouble);
  expect(server.seen.requests).toBe(requests);
});

test.each(['pcm', 'wav', 'mp3'] as const)(
  'a %s that arrives cut is bought once more, and both are counted as bought',
  async (format) => {
    for (const trouble of [cut, cutInHalf]) {
      server.troubles.push(trouble);
      const { clip, bought } = await speak({ format });
      expect(secondsOf(clip)).toBeGreaterThan(2);
      expect(bought).toEqual([
        [text.length, false],
        [text.length, true],
      ]);
    }
  },
);

test.each<[string, RequestHandler, number]>([
  ['a page of HTML', answer(200, page.repeat(3_000)), 0],
  ['HTML that says it is sound', sound(Buffer.from(page.repeat(3_500))), text.length],
  ['JSON', answer(200, { error: 'no' }), 0],
  ['an empty clip', sound(Buffer.alloc(0)), text.length],
  ['half a sample', sound(Buffer.alloc(120_001, 100)), text.length],
])('%s in place of a clip is refused and asked for again', async (_what, trouble, cost) => {
  server.troubles.push(trouble);
  const { bought } = await speak();
  expect([server.seen.requests, server.spoken()]).toEqual([2, [text]]);
  expect(bought).toEqual([
    [cost, false],
    [text.length, true],
  ]);
});

test.each([
  ['never answers', hang],
  ['drips a byte now and then', drip],
])('a server that %s is given up on, and its slot is free again', async (_how, trouble) => {
  server.troubles.push(trouble);
  await speak({ concurrency: 1, patience: { total: 3_000 } });
  expect(server.spoken()).toEqual([text]);
  await eventually('no connection is left open', async () => server.seen.inFlight === 0);
});

test('a redirect is not followed: it would take the key elsewhere', async () => {
  const asked: string[] = [];
  server.troubles.push(
    (_req, res) => res.redirect(307, '/elsewhere'),
    (req, _res, next) => {
      asked.push(req.originalUrl);
      next();
    },
  );
  await speak();
  expect(asked).toEqual(['/v1/audio/speech']);
});

test('a machine that cannot decode is no fault of the server, and the line is not bought again', async () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
  const decode = () => Promise.reject(full);
  await expect(speak({ format: 'mp3', decode })).rejects.toBe(full);
  expect(server.spoken()).toEqual([text]);
});
