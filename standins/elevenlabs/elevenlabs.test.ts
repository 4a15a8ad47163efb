import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDecoder } from '../../server/sound/mix/decode.ts';
import { eventually } from '../../server/testing/eventually.ts';
import { openAccounts } from '../accounts.ts';
import { openFaults } from '../faults.ts';
import { openPurchaseLog } from '../purchaseLog.ts';
import { elevenlabsStandin } from './elevenlabs.ts';

const app = express();
const server = createServer(app);
let dir = '';
let arrivals = 0;
let production: ReturnType<typeof open>;

function open(url: string) {
  const purchaseLog = openPurchaseLog(dir);
  const faults = openFaults(dir);
  const accounts = openAccounts(dir);
  const tools = {
    dir,
    url,
    secret: (name: string) => `${name}-key`,
    purchaseLog,
    faults,
    accounts,
  };
  const standin = elevenlabsStandin(tools);
  app.use((_req, _res, next) => {
    arrivals += 1;
    next();
  }, standin.router);
  return { purchaseLog, faults, accounts, ...standin };
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'duologue-elevenlabs-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  production = open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterAll(async () => {
  await production.close();
  production.purchaseLog.close();
  server.close();
  await rm(dir, { recursive: true });
});

const decode = openDecoder(process.env.FFMPEG_PATH ?? null);
const adam = 'pNInz6obpgDQGcFmaJgB';

const ask = (place: string, init: RequestInit = {}) =>
  fetch(`${production.address.baseUrl}${place}`, {
    ...init,
    headers: {
      'xi-api-key': production.address.apiKey,
      'content-type': 'application/json',
      ...init.headers,
    },
  });
const say = (body: unknown, place = `/v1/text-to-speech/${adam}?output_format=pcm_16000`) =>
  ask(place, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

test('the voice list is paged and contains each voice once', async () => {
  const seen: string[] = [];
  let token: string | null = null;
  do {
    const more: string = token ? `&next_page_token=${token}` : '';
    const page = await (await ask(`/v2/voices?page_size=20${more}`)).json();
    expect(page.voices.length).toBeLessThanOrEqual(20);
    expect(page).toMatchObject({ total_count: 66, has_more: page.next_page_token !== null });
    seen.push(...page.voices.map((voice: { voice_id: string }) => voice.voice_id));
    token = page.next_page_token;
  } while (token);
  expect(new Set(seen).size).toBe(66);
});

test('a line is spoken at the requested sample rate and is in the purchase log with its length', async () => {
  const text = 'Whoever reads this aloud has a pleasant voice.';
  for (const [place, rate] of [
    [`/v1/text-to-speech/${adam}?output_format=pcm_24000`, 24_000],
    [`/v1/text-to-speech/${adam}/stream?output_format=pcm_44100`, 44_100],
  ] as const) {
    const reply = await say({ text, model_id: 'eleven_flash_v2_5', next_text: 'Unsaid.' }, place);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('request-id')).toBeTruthy();
    const seconds = (await reply.arrayBuffer()).byteLength / 2 / rate;
    expect(seconds).toBeGreaterThan(2);
    expect(seconds).toBeLessThan(5);
    const entry = production.purchaseLog.read().at(-1);
    expect(entry).toMatchObject({ kind: 'speech', voiceId: adam, text, characters: text.length });
    expect(entry?.kind === 'speech' && entry.milliseconds / 1000).toBeCloseTo(seconds, 2);
  }
});

test.each([
  [null, 128],
  ['mp3_44100_128', 128],
  ['mp3_44100_192', 192],
])('a line requested as %s is an MP3 of %i kbit/s', async (format, kilobits) => {
  const text = 'Whoever reads this aloud has a pleasant voice.';
  const query = format ? `?output_format=${format}` : '';
  const reply = await say({ text }, `/v1/text-to-speech/${adam}${query}`);
  expect(reply.headers.get('content-type')).toBe('audio/mpeg');
  const mp3 = Buffer.from(await reply.arrayBuffer());
  const { samples } = await decode(mp3, AbortSignal.timeout(20_000));
  const seconds = samples.length / 44_100;
  const entry = production.purchaseLog.read().at(-1);
  expect(entry?.kind === 'speech' && entry.milliseconds / 1000).toBeCloseTo(seconds, 2);
  expect(mp3.length / seconds / 125).toBeGreaterThan(kilobits);
  expect(mp3.length / seconds / 125).toBeLessThan(kilobits * 1.1);
});

test.each([
  ['free', 'mp3_44100_192', 'Creator'],
  ['starter', 'mp3_44100_192', 'Creator'],
  ['creator', 'pcm_44100', 'Pro'],
  ['creator', 'pcm_48000', 'Pro'],
] as const)('the plan %s gets ElevenLabs’ error for the format %s', async (tier, format, least) => {
  production.accounts.write({ elevenlabs: { tier } });
  const reply = await say({ text: 'Hello' }, `/v1/text-to-speech/${adam}?output_format=${format}`);
  production.accounts.write({});
  expect(reply.status).toBe(403);
  expect((await reply.json()).detail).toMatchObject({
    status: 'output_format_not_allowed',
    message: `Output format '${format}' is only available on the ${least} tier and above.`,
  });
});

test('the same words requested four times at once give identical audio', async () => {
  const text = 'One and the same sentence.';
  const clips = await Promise.all(
    [1, 2, 3, 4].map(async () => Buffer.from(await (await say({ text })).arrayBuffer())),
  );
  expect(clips.every((clip) => clip.equals(clips[0] ?? Buffer.alloc(0)))).toBe(true);
});

test('speech takes at least the set working time per second of audio', async () => {
  production.faults.write({ elevenlabs: { workPerSecond: 300 } });
  const begun = performance.now();
  const reply = await say({ text: 'This takes its time.' });
  const seconds = (await reply.arrayBuffer()).byteLength / 2 / 16_000;
  production.faults.write({});
  expect(performance.now() - begun).toBeGreaterThan(300 * seconds);
});

const speech = `/v1/text-to-speech/${adam}?output_format=pcm_16000`;
test.each<[string, { path?: string; body?: object; headers?: Record<string, string> }, string]>([
  ['a wrong key', { headers: { 'xi-api-key': 'no' } }, '401 invalid_api_key'],
  ['no key', { headers: { 'xi-api-key': '' } }, '401 needs_authorization'],
  [
    'an unknown voice',
    { path: '/v1/text-to-speech/nobody?output_format=pcm_16000' },
    '404 voice_not_found',
  ],
  [
    'an unsupported format',
    { path: `/v1/text-to-speech/${adam}?output_format=mp3_22050_32` },
    '400 invalid_output_format',
  ],
  ['no words', { body: { text: ' ' } }, '400 input_text_empty'],
  ['too many words', { body: { text: 'a'.repeat(10_001) } }, '400 max_character_limit_exceeded'],
])(
  'a speech request with %s is refused and not charged',
  async (_what, { path = speech, body = { text: 'Hello' }, headers = {} }, refusal) => {
    const before = production.purchaseLog.read().length;
    const reply = await ask(path, { method: 'POST', body: JSON.stringify(body), headers });
    expect(`${reply.status} ${(await reply.json()).detail.status}`).toBe(refusal);
    expect(production.purchaseLog.read()).toHaveLength(before);
  },
);

test.each([
  ['a body of another shape', { words: 'Hello' }],
  ['broken JSON', '{"text": "Hel'],
])('a speech request with %s gets a 422 that lists the errors', async (_what, body) => {
  const reply = await say(body);
  expect(reply.status).toBe(422);
  expect((await reply.json()).detail[0].loc[0]).toBe('body');
});

test('a caller who hangs up while waiting is not charged, and the others are served', async () => {
  const before = production.purchaseLog.read().length;
  const text = 'A sentence that keeps both of the threads busy for a little while. '
    .repeat(8)
    .trim();
  const arrived = arrivals + 3;
  const calls = [1, 2, 3].map(() => say({ text }).then((reply) => reply.arrayBuffer()));
  await eventually('the three requests have arrived', async () => arrivals === arrived);
  const impatient = new AbortController();
  const hungUp = ask(speech, {
    method: 'POST',
    body: JSON.stringify({ text: 'Never said.' }),
    signal: impatient.signal,
  });
  // Both threads are busy and one caller is ahead, so this one is still waiting when it hangs up.
  await Promise.all([
    eventually('the fourth request has arrived', async () => arrivals === arrived + 1).then(() =>
      impatient.abort(),
    ),
    expect(hungUp).rejects.toThrow('aborted'),
  ]);
  await Promise.all(calls);
  await say({ text: 'Next.' });
  const charged = production.purchaseLog.read().slice(before);
  const said = charged.map((entry) => entry.kind === 'speech' && entry.text);
  expect(said).toEqual([text, text, text, 'Next.']);
});
