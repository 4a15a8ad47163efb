import OpenAI from 'openai';
import { beforeAll, expect, test } from 'vitest';
import { openDecoder } from '../../server/sound/mix/decode.ts';
import { clipOf } from '../../server/sound/speech/wav.ts';
import { standinForFile } from '../../server/testing/standin.ts';
import { openaiStandin } from './openai.ts';

const server = standinForFile('openai', openaiStandin);
const decode = openDecoder(process.env.FFMPEG_PATH ?? null);
let client: OpenAI;
beforeAll(() => {
  const { baseUrl, apiKey } = server.address;
  client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0, logLevel: 'off' });
});

const input = 'The sea makes its own weather, and nobody noticed.';
async function say(over: Partial<OpenAI.Audio.SpeechCreateParams> = {}) {
  const asked = { model: 'kokoro', voice: 'af_heart', input, response_format: 'pcm' as const };
  const answer = await client.audio.speech.create({ ...asked, ...over });
  const type = answer.headers.get('content-type');
  return { type, bytes: Buffer.from(await answer.arrayBuffer()) };
}
const spoken = () =>
  server.purchaseLog.read().flatMap((entry) => (entry.kind === 'speech' ? [entry] : []));

test('a line is spoken at 24 kHz in each format, and is in the purchase log', async () => {
  const pcm = await say();
  const wav = await say({ response_format: 'wav' });
  const mp3 = await say({ response_format: 'mp3' });
  expect([pcm.type, wav.type, mp3.type]).toEqual(['audio/pcm', 'audio/wav', 'audio/mpeg']);
  const clip = clipOf(wav.bytes);
  expect(clip.sampleRate).toBe(24_000);
  expect(2 * clip.samples.length).toBe(pcm.bytes.length);
  const decoded = await decode(mp3.bytes, new AbortController().signal);
  expect([decoded.sampleRate, decoded.samples.length]).toEqual([24_000, clip.samples.length]);
  const milliseconds = Math.round(clip.samples.length / 24);
  const entry = { provider: 'openai', voiceId: 'af_heart', text: input, milliseconds };
  expect(spoken().slice(-3)).toMatchObject([entry, entry, entry]);
});

test('a WAV has the unknown length of one that is streamed', async () => {
  const { bytes } = await say({ response_format: 'wav' });
  expect([bytes.readUInt32LE(4), bytes.readUInt32LE(40)]).toEqual([0xffffffff, 0xffffffff]);
});

test('each voice sounds different, and the list names them as Kokoro-FastAPI does', async () => {
  const list = await client.get<{ voices: { id: string; name: string }[] }>('/audio/voices');
  const ids = list.voices.map(({ id }) => id);
  expect(list.voices.every(({ id, name }) => id === name)).toBe(true);
  expect(ids.map((id) => id.slice(0, 3)).sort()).toEqual([
    ...Array(4).fill('af_'),
    ...Array(3).fill('am_'),
    'bf_',
    'bf_',
    'bm_',
    'bm_',
    'bm_',
    'jf_',
  ]);
  const sounds = await Promise.all(ids.map(async (voice) => (await say({ voice })).bytes));
  expect(new Set(sounds.map((bytes) => bytes.toString('latin1'))).size).toBe(ids.length);
});

test('a speed changes the length, but not with gpt-4o-mini-tts, which ignores it', async () => {
  const lengthOf = async (speed: number, model = 'kokoro') =>
    (await say({ speed, model })).bytes.length;
  const usual = await lengthOf(1);
  expect(usual / (await lengthOf(1.25))).toBeCloseTo(1.25, 1);
  expect(await lengthOf(1.25, 'gpt-4o-mini-tts')).toBe(usual);
});

test.each<[string, object, string, RegExp]>([
  ['an unknown voice', { voice: 'nobody' }, 'voice', /Voice 'nobody' not found/],
  ['a line too long', { input: 'a'.repeat(4_097) }, 'input', /at most 4096 characters/],
  ['an empty line', { input: '' }, 'input', /./],
  ['a speed that no model has', { speed: 5 }, 'speed', /./],
  ['a format that the stand-in lacks', { response_format: 'opus' }, 'response_format', /./],
])('%s is refused and costs nothing', async (_what, over, param, message) => {
  const before = spoken().length;
  await expect(say(over)).rejects.toMatchObject({
    status: 400,
    param,
    message: expect.stringMatching(message),
  });
  expect(spoken()).toHaveLength(before);
});

test.each([
  ['a key without the scope', { scopes: ['chat' as const] }, 401],
  ['no credit', { quota: 'spent' as const }, 429],
  ['a model that the project may not use', { models: ['tts-1'] }, 404],
])('an account with %s is refused', async (_what, openai, status) => {
  server.accounts.write({ openai });
  await expect(say()).rejects.toMatchObject({ status });
});

test('a key is needed unless the account says otherwise', async () => {
  const list = `${server.address.baseUrl}/audio/voices`;
  expect((await fetch(list)).status).toBe(401);
  server.accounts.write({ openai: { needsKey: false } });
  expect((await fetch(list)).status).toBe(200);
});

test('silence and half words look like sound', async () => {
  const { bytes: whole } = await say();
  server.faults.write({ openai: { sound: 'silent' } });
  const { bytes: silent } = await say();
  expect([silent.length, silent.every((byte) => byte === 0)]).toEqual([whole.length, true]);
  server.faults.write({ openai: { sound: 'short' } });
  expect((await say()).bytes.length).toBeLessThan(whole.length / 9);
});
