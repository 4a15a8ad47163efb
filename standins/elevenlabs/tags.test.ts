import { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import { describe, expect, test } from 'vitest';
import { adam, elevenlabsForFile } from '../../server/testing/elevenlabsServer.ts';
import { text } from '../../server/testing/troubledStandin.ts';

const production = elevenlabsForFile();
const RATE = 24_000;

async function speak(words: string, modelId = 'eleven_v4'): Promise<Int16Array> {
  const { baseUrl, apiKey } = production.address;
  const sdk = new ElevenLabsClient({ apiKey, baseUrl, maxRetries: 0 });
  const body = { text: words, modelId, outputFormat: 'pcm_24000' } as const;
  const bytes = Buffer.from(await new Response(await sdk.textToSpeech.convert(adam, body)).bytes());
  const samples = new Int16Array(bytes.length / 2);
  Buffer.from(samples.buffer).set(bytes);
  return samples;
}

const seconds = (samples: Int16Array) => samples.length / RATE;
function level(samples: Int16Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return 10 * Math.log10(power);
}

describe.each(['eleven_v4', 'eleven_v4_turbo', 'eleven_v3'])('%s', (model) => {
  test('performs a tag, and is paid for it', async () => {
    const plain = await speak(text, model);
    expect(await speak(`[curious] ${text}`, model)).toEqual(plain);
    expect(production.spoken()).toEqual([text, `[curious] ${text}`]);
    const quiet = await speak(`[quietly] ${text}`, model);
    expect(level(quiet)).toBeCloseTo(level(plain) - 6, 1);
    expect(seconds(quiet)).toBe(seconds(plain));
    expect(seconds(await speak(`[rushed] ${text}`, model))).toBeLessThan(seconds(plain) * 0.95);
    expect(seconds(await speak(`[slowly] ${text}`, model))).toBeGreaterThan(seconds(plain) * 1.05);
    expect(await speak(`[laughs] ${text}`, model)).toEqual(await speak(`Ha ha. ${text}`, model));
  });

  test('speaks a text twice whose tag has more than eight words', async () => {
    const long = '[as if he had just come in from a long walk]';
    expect(seconds(await speak(`${long} ${text}`, model))).toBeGreaterThan(
      1.8 * seconds(await speak(text, model)),
    );
  });
});

test.each(['eleven_flash_v2_5', 'eleven_turbo_v2_5', 'eleven_multilingual_v2'])(
  '%s reads a tag out',
  async (model) => {
    const read = await speak(`laughs ${text}`, model);
    expect(await speak(`[laughs] ${text}`, model)).toEqual(read);
    expect(seconds(read)).toBeGreaterThan(seconds(await speak(text, model)));
  },
);

test('an uneven voice speaks some texts louder than others, each always alike', async () => {
  const texts = Array.from({ length: 12 }, (_, index) => `${text} Part ${'i'.repeat(index)}.`);
  const all = async () => Promise.all(texts.map((words) => speak(words)));
  const even = await all();
  production.faults.write({ elevenlabs: { unevenness: 6 } });
  const uneven = await all();
  expect(await all()).toEqual(uneven);
  const changes = uneven.map((samples, index) => level(samples) - level(even[index] ?? samples));
  expect(Math.max(...changes)).toBeLessThan(0.1);
  expect(Math.min(...changes)).toBeGreaterThan(-12.1);
  expect(Math.max(...changes) - Math.min(...changes)).toBeGreaterThan(6);
});
