import { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import { expect, test } from 'vitest';
import { adam, elevenlabsForFile } from '../../server/testing/elevenlabsServer.ts';
import { text } from '../../server/testing/troubledStandin.ts';

const production = elevenlabsForFile();

const alice = 'Xb7hH8MSUJpSbSDYk0k2';
const inputs = [
  { voiceId: adam, text },
  { voiceId: alice, text: 'Really?' },
  { voiceId: adam, text: 'Really. A fisherman told me, and he was there.' },
];
const RATE = 24_000;

function speak(over: object = {}) {
  const { baseUrl, apiKey } = production.address;
  const sdk = new ElevenLabsClient({ apiKey, baseUrl, maxRetries: 0 });
  return sdk.textToDialogue
    .convertWithTimestamps({ inputs, modelId: 'eleven_v4', outputFormat: 'pcm_24000', ...over })
    .withRawResponse();
}

const entries = () =>
  production.purchaseLog.read().flatMap((entry) => (entry.kind === 'speech' ? [entry] : []));

/** Returns when sound starts and ends between `from` and `to`, in seconds. */
function audibleRange(samples: Int16Array, from: number, to: number): [number, number] {
  const part = samples.subarray(Math.round(from * RATE), Math.round(to * RATE));
  const isLoud = (sample: number) => Math.abs(sample) > 200;
  return [from + part.findIndex(isLoud) / RATE, from + part.findLastIndex(isLoud) / RATE];
}

test('a dialogue is spoken input by input, and its segments say where, a little loosely', async () => {
  const { data } = await speak();
  const bytes = Buffer.from(data.audioBase64, 'base64');
  const samples = new Int16Array(bytes.length / 2);
  Buffer.from(samples.buffer).set(bytes);
  expect(data.voiceSegments.map(({ voiceId }) => voiceId)).toEqual([adam, alice, adam]);
  expect(data.voiceSegments.map(({ dialogueInputIndex }) => dialogueInputIndex)).toEqual([0, 1, 2]);
  expect(data.voiceSegments.at(-1)?.characterEndIndex).toBe(
    inputs.reduce((sum, one) => sum + one.text.length, 0),
  );
  let silence = 0;
  for (const { startTimeSeconds, endTimeSeconds } of data.voiceSegments) {
    const [first, last] = audibleRange(samples, startTimeSeconds, endTimeSeconds);
    // Flite's own silence around a text is at most a third of a second.
    expect(first - startTimeSeconds).toBeLessThan(0.03 + 0.35);
    expect(endTimeSeconds - last).toBeLessThan(0.06 + 0.35);
    expect(startTimeSeconds).toBeGreaterThan(silence - 0.1);
    silence = endTimeSeconds;
  }
});

test('each input is in the purchase log, and all of a dialogue share its take', async () => {
  const before = entries().length;
  await speak();
  await speak({ inputs: inputs.slice(0, 1) });
  const bought = entries().slice(before);
  expect(bought.map((entry) => entry.text)).toEqual([...inputs.map((one) => one.text), text]);
  expect(bought.map((entry) => entry.voiceId)).toEqual([adam, alice, adam, adam]);
  const takes = bought.map(({ take }) => take);
  expect(new Set(takes.slice(0, 3)).size).toBe(1);
  expect(new Set(takes).size).toBe(2);
  await production.narrator().speak({ voiceId: adam, text }, new AbortController().signal);
  expect(entries().at(-1)?.take).toBe(null);
});

test('a dialogue costs the credits of all its characters, by model and voice', async () => {
  const characters = inputs.reduce((sum, one) => sum + one.text.length, 0);
  const costOf = async (modelId: string) =>
    Number((await speak({ modelId })).rawResponse.headers.get('character-cost'));
  expect(await costOf('eleven_v4')).toBe(characters);
  expect(await costOf('eleven_v4_turbo')).toBe(Math.ceil(characters / 2));
  production.accounts.write({ elevenlabs: { doubled: [alice] } });
  expect(await costOf('eleven_v4')).toBe(characters + 'Really?'.length);
});

test.each([
  ['a model without dialogues', { modelId: 'eleven_flash_v2_5' }, 400, 'unsupported_model'],
  ['an unknown model', { modelId: 'eleven_v9' }, 400, 'model_not_found'],
  ['an unknown voice', { inputs: [{ voiceId: 'nobody', text }] }, 404, 'voice_not_found'],
  [
    'an empty input',
    { inputs: [...inputs, { voiceId: adam, text: ' ' }] },
    400,
    'input_text_empty',
  ],
  [
    'more than 2,000 characters',
    { inputs: [...inputs, { voiceId: adam, text: 'a '.repeat(950) }] },
    400,
    'max_character_limit_exceeded',
  ],
  [
    'more than ten voices',
    { inputs: Array.from({ length: 11 }, (_, at) => ({ voiceId: `voice-${at}`, text })) },
    400,
    'invalid_parameters',
  ],
])('%s is refused and not charged', async (_what, over, statusCode, status) => {
  const before = entries().length;
  await expect(speak(over)).rejects.toMatchObject({ statusCode, body: { detail: { status } } });
  expect(entries()).toHaveLength(before);
});

test('a dialogue without an input is no request', async () => {
  await expect(speak({ inputs: [] })).rejects.toMatchObject({ statusCode: 422 });
});

test('a plan without the format or the credits gets no dialogue', async () => {
  production.accounts.write({ elevenlabs: { tier: 'creator', credits: 20 } });
  await expect(speak({ outputFormat: 'pcm_44100' })).rejects.toMatchObject({ statusCode: 403 });
  await expect(speak()).rejects.toMatchObject({ body: { detail: { status: 'quota_exceeded' } } });
  expect(production.spoken()).toEqual([]);
});

test('a dialogue takes at least the set working time per second of all its sound', async () => {
  production.faults.write({ elevenlabs: { workPerSecond: 200 } });
  const began = performance.now();
  const { data } = await speak();
  const seconds = (data.audioBase64.length * 3) / 4 / 2 / RATE;
  expect(performance.now() - began).toBeGreaterThan(200 * seconds - 5);
});
