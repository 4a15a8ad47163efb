import { expect, test } from 'vitest';
import { ConfigFault, readConfig } from '../config.ts';
import { listedPrices, openPriceList } from './priceList.ts';

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
    expect(listedPrices(script, nothing)).toEqual({ ...terra, characters: null });
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
