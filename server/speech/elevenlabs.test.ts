import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express, { type RequestHandler } from 'express';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ProviderFailure } from '../provider.ts';
import { cutAnswer } from '../standins/cut.ts';
import { elevenlabsStandin } from '../standins/elevenlabs/elevenlabs.ts';
import { openFaults } from '../standins/faults.ts';
import { faultGate } from '../standins/gate.ts';
import { openLedger } from '../standins/ledger.ts';
import { eventually } from '../testing/eventually.ts';
import { elevenlabsNarrator } from './elevenlabs.ts';

const app = express();
const server = createServer(app);
/** What happens to the next requests, in order; after them all goes well. */
const troubles: RequestHandler[] = [];
let requests = 0;
let inFlight = 0;
let crowd = 0;
let dir = '';
let studio: ReturnType<typeof openStudio>;

function openStudio(url: string) {
  const ledger = openLedger(dir);
  const faults = openFaults(dir);
  const standin = elevenlabsStandin({ dir, url, secret: (name) => `${name}-key`, ledger, faults });
  app.use((req, res, next) => {
    requests += 1;
    inFlight += 1;
    crowd = Math.max(crowd, inFlight);
    res.once('close', () => {
      inFlight -= 1;
    });
    (troubles.shift() ?? goesWell)(req, res, next);
  });
  app.use(faultGate('elevenlabs', faults), standin.router);
  return { ledger, faults, ...standin };
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'duologue-narrator-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  studio = openStudio(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterEach(() => {
  studio.faults.write({});
  troubles.length = 0;
  requests = 0;
  crowd = 0;
});

afterAll(async () => {
  await studio.close();
  studio.ledger.close();
  server.closeAllConnections();
  server.close();
  await rm(dir, { recursive: true });
});

const goesWell: RequestHandler = (_req, _res, next) => next();
const cut: RequestHandler = (_req, res, next) => {
  cutAnswer(res);
  next();
};
const hang: RequestHandler = () => {};
const answer =
  (code: number, body: unknown, headers = {}): RequestHandler =>
  (_req, res) =>
    void res.status(code).set(headers).send(body);
const refusal = (code: number, status: string, headers = {}) =>
  answer(code, { detail: { status, message: 'As told.' } }, headers);
const sound = (bytes: Buffer) => answer(200, bytes, { 'content-type': 'audio/pcm' });
const page = '<!doctype html><title>Bad gateway</title>';

const narrator = (over: Partial<Parameters<typeof elevenlabsNarrator>[0]> = {}) =>
  elevenlabsNarrator({
    ...studio.address,
    model: 'eleven_flash_v2_5',
    outputFormat: 'pcm_24000',
    concurrency: 5,
    patience: { busy: 6, broken: 3, firstWait: 5, longestWait: 2_000, idle: 15_000, total: 25_000 },
    ...over,
  });
const adam = 'pNInz6obpgDQGcFmaJgB';
const text = 'The sea makes its own weather, and nobody noticed.';
const forever = new AbortController().signal;

const troubleWith = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof ProviderFailure ? error.trouble : error;
};

test('a line is spoken once, and its neighbours are not', async () => {
  const before = studio.ledger.read().length;
  const utterance = { voiceId: adam, text, previousText: 'Before.', nextText: 'After.' };
  const clip = await narrator().speak(utterance, forever);
  expect(clip.sampleRate).toBe(24_000);
  expect(clip.samples.length / clip.sampleRate).toBeGreaterThan(2);
  const charged = studio.ledger.read().slice(before);
  expect(charged).toMatchObject([{ kind: 'speech', voiceId: adam, text }]);
});

test("the account's voices are listed with their labels", async () => {
  const voices = await narrator().voices(forever);
  expect(voices).toHaveLength(66);
  expect(voices.find((voice) => voice.id === adam)).toMatchObject({
    name: 'Adam',
    category: 'premade',
    labels: { gender: 'male', accent: 'american' },
  });
});

test('the name of the settings tells provider, model and format apart', () => {
  const names = [
    narrator(),
    narrator({ baseUrl: null }),
    narrator({ model: 'eleven_v3' }),
    narrator({ outputFormat: 'pcm_44100' }),
  ].map((one) => one.settings);
  expect(new Set(names).size).toBe(4);
  expect(() => narrator({ outputFormat: 'mp3_44100_128' })).toThrow('mp3_44100_128');
});

test.each([
  ['429', [refusal(429, 'too_many_concurrent_requests'), refusal(429, 'system_busy')]],
  ['a server fault', [answer(503, page, { 'content-type': 'text/html' })]],
  ['a cut connection', [cut]],
  ['a short clip that looks whole', [sound(Buffer.alloc(9_600, 100))]],
  ['half a sample', [sound(Buffer.alloc(120_001, 100))]],
  ['an empty clip', [sound(Buffer.alloc(0))]],
  ['silence', [sound(Buffer.alloc(144_000))]],
  ['a page of HTML', [answer(200, page.repeat(3_000))]],
  ['HTML that says it is sound', [sound(Buffer.from(page.repeat(3_500)))]],
])('after %s the line is asked for again, and comes', async (_what, trouble) => {
  troubles.push(...trouble);
  const clip = await narrator().speak({ voiceId: adam, text }, forever);
  expect(clip.samples.length).toBeGreaterThan(48_000);
  expect(requests).toBe(trouble.length + 1);
});

test('a provider that never answers is given up on and asked again', async () => {
  troubles.push(hang);
  const patience = { busy: 6, firstWait: 5, idle: 1_000 };
  await narrator({ patience }).speak({ voiceId: adam, text }, forever);
  expect(requests).toBeGreaterThan(1);
});

test('a provider that says when to come back is taken at its word', async () => {
  troubles.push(refusal(429, 'system_busy', { 'retry-after': '1' }));
  const begun = performance.now();
  await narrator().speak({ voiceId: adam, text }, forever);
  expect(performance.now() - begun).toBeGreaterThan(1_000);
});

test.each([
  ['a wrong key', () => narrator({ apiKey: 'sk_wrong' }), [], 'refused'],
  ['a plan that forbids it', narrator, [refusal(403, 'only_for_creator+')], 'refused'],
  ['spent credit', narrator, [refusal(401, 'quota_exceeded')], 'spent'],
  ['an unpaid invoice', narrator, [refusal(402, 'payment_required')], 'spent'],
  ['a text too long', narrator, [refusal(400, 'max_character_limit_exceeded')], 'rejected'],
  ['an answer in an hour', narrator, [refusal(429, 'x', { 'retry-after': '3600' })], 'busy'],
])('%s is told at once as trouble that retries do not heal', async (_what, made, trouble, kind) => {
  troubles.push(...trouble);
  expect(await troubleWith(made().speak({ voiceId: adam, text }, forever))).toBe(kind);
  expect(requests).toBe(1);
});

test('an unknown voice is rejected', async () => {
  const nobody = narrator().speak({ voiceId: 'nobody', text }, forever);
  expect(await troubleWith(nobody)).toBe('rejected');
});

test('patience ends: a provider that stays busy or broken is reported', async () => {
  studio.faults.write({ elevenlabs: { errorRate: 1, status: 500 } });
  expect(await troubleWith(narrator().speak({ voiceId: adam, text }, forever))).toBe('busy');
  expect(requests).toBe(6);
  studio.faults.write({ elevenlabs: { garbage: 1 } });
  expect(await troubleWith(narrator().speak({ voiceId: adam, text }, forever))).toBe('broken');
  expect(requests).toBe(9);
  expect(await troubleWith(narrator().voices(forever))).toBe('broken');
});

test('a provider that cannot be reached is busy', async () => {
  const nowhere = narrator({ baseUrl: 'http://127.0.0.1:9' });
  expect(await troubleWith(nowhere.voices(forever))).toBe('busy');
});

test('calls in flight stay within the limit, and every line is bought once', async () => {
  const before = studio.ledger.read().length;
  const lines = Array.from({ length: 9 }, (_, at) => `Line number ${at}, with a few words more.`);
  const speaker = narrator({ concurrency: 2 });
  await Promise.all(lines.map((line) => speaker.speak({ voiceId: adam, text: line }, forever)));
  expect(crowd).toBe(2);
  const said = studio.ledger.read().slice(before);
  expect(said.map((entry) => entry.kind === 'speech' && entry.text).sort()).toEqual(lines);
});

test('an account that allows less than we hoped still speaks everything', async () => {
  studio.faults.write({ elevenlabs: { concurrency: 1, latency: 20 } });
  const before = studio.ledger.read().length;
  const lines = Array.from({ length: 8 }, (_, at) => `Line number ${at}, with a few words more.`);
  const speaker = narrator();
  await Promise.all(lines.map((line) => speaker.speak({ voiceId: adam, text: line }, forever)));
  const said = studio.ledger.read().slice(before);
  expect(said.map((entry) => entry.kind === 'speech' && entry.text).sort()).toEqual(lines);
});

test('a caller who aborts is let go at once, in flight, waiting or resting', async () => {
  troubles.push(hang);
  const speaker = narrator({ concurrency: 1 });
  const controller = new AbortController();
  const calls = [1, 2].map(() => speaker.speak({ voiceId: adam, text }, controller.signal));
  await eventually('the first call is out', async () => requests === 1);
  controller.abort(new Error('stopped'));
  await Promise.all(calls.map((call) => expect(call).rejects.toThrow('stopped')));
  await eventually('the connection is closed', async () => inFlight === 0);

  troubles.push(refusal(429, 'system_busy', { 'retry-after': '2' }));
  const tired = new AbortController();
  const resting = speaker.speak({ voiceId: adam, text }, tired.signal);
  await eventually('the second call was refused', async () => requests === 2 && inFlight === 0);
  tired.abort(new Error('stopped'));
  await expect(resting).rejects.toThrow();
  expect(requests).toBe(2);
});
