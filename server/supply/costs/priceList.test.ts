import { expect, test } from 'vitest';
import { ConfigFault, readConfig } from '../config/config.ts';
import { listedPrices, openPriceList } from './priceList.ts';
import { priceOf } from './prices.ts';

const nothing = {
  input: undefined,
  cachedInput: undefined,
  cacheWrite: undefined,
  output: undefined,
  characters: undefined,
};

test('a listed model has its prices, by whatever seller and of whatever day', () => {
  const terra = { input: 1, cachedInput: 0.05, cacheWrite: 1.25, output: 5 };
  for (const script of ['gpt-6.1-terra', 'openai/gpt-6.1-terra', 'gpt-6.1-terra-2026-10-26']) {
    expect(listedPrices(script, nothing)).toMatchObject({ ...terra, characters: null });
  }
  expect(listedPrices('eleven_v4_turbo', nothing)).toMatchObject({ input: null, characters: 0.04 });
});

test('the operator’s prices overrule the list, and all input costs what only the input was given for', () => {
  const own = { ...nothing, input: 2, characters: 0.3 };
  const prices = openPriceList(own);
  expect(prices('eleven_v4').characters).toBe(0.3);
  expect(prices('gpt-6-luna')).toEqual({
    input: 2,
    cachedInput: 2,
    cacheWrite: 2,
    output: 0.5,
    characters: 0.3,
    minutes: 0,
    searches: 10,
  });
});

test('a start with a paid model of unknown price is refused until its prices are named', () => {
  const env = { OPENAI_API_KEY: 'k', OPENAI_MODEL: 'new', ELEVENLABS_MODEL: 'other' };
  expect(() => readConfig(env)).toThrow(
    new ConfigFault([
      'OPENAI_MODEL=new is not in the price list: set OPENAI_PRICE_INPUT and OPENAI_PRICE_OUTPUT',
    ]),
  );
  expect(() => readConfig({ ...env, ELEVENLABS_API_KEY: 'k' })).toThrow('set ELEVENLABS_PRICE');
  const named = { ...env, OPENAI_PRICE_INPUT: '3', OPENAI_PRICE_OUTPUT: '4' };
  expect(openPriceList(readConfig(named).ownPrices)('new')).toMatchObject({
    input: 3,
    cachedInput: 3,
    output: 4,
  });
  expect(openPriceList(readConfig({ OPENAI_MODEL: 'new' }).ownPrices)('new').input).toBe(0);
});

const OPENAI = { SPEECH_BASE_URL: 'https://api.openai.com/v1' };
const NEAR = { SPEECH_BASE_URL: 'http://kokoro:8880/v1' };
test.each<[string, Record<string, string>, { characters: number; minutes: number }]>([
  ['OpenAI’s, by the character', OPENAI, { characters: 0.015, minutes: 0 }],
  [
    'OpenAI’s, by the minute',
    { ...OPENAI, SPEECH_MODEL: 'gpt-4o-mini-tts' },
    { characters: 0, minutes: 0.015 },
  ],
  ['one in our own network', NEAR, { characters: 0, minutes: 0 }],
  [
    'one of ours whose minutes we count',
    { ...NEAR, SPEECH_PRICE_MINUTE: '0.002' },
    { characters: 0, minutes: 0.002 },
  ],
  [
    'a priced one',
    { SPEECH_BASE_URL: 'https://voices.example/v1', SPEECH_PRICE: '0.01' },
    { characters: 0.01, minutes: 0 },
  ],
])('what a speech server takes: %s', (_what, env, expected) => {
  const { ownPrices, speechServer } = readConfig({ ...env, ELEVENLABS_PRICE: '0.3' });
  const prices = openPriceList(ownPrices);
  expect(prices(speechServer?.model ?? '')).toMatchObject(expected);
  expect(prices('eleven_v4')).toMatchObject({ characters: 0.3, minutes: 0 });
});

test('a minute of speech has a price to the micro-dollar', () => {
  const prices = openPriceList(readConfig({ ...NEAR, SPEECH_PRICE_MINUTE: '0.015' }).ownPrices);
  expect(priceOf({ characters: 80, seconds: 6 }, prices('tts-1'))).toBe(1_500);
});
