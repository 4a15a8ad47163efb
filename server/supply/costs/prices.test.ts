import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Prices, priceOf } from './prices.ts';

const prices: Prices = {
  input: 0.1,
  cachedInput: 0.01,
  cacheWrite: 0.125,
  output: 0.5,
  characters: 0.05,
};

it.each([
  ['nothing', {}, 0],
  ['a thousand characters', { characters: 1_000 }, 50_000],
  ['the characters of 25 minutes', { characters: 22_500 }, 1_125_000],
  ['a million tokens of input', { inputTokens: 1_000_000 }, 100_000],
  ['a million cached tokens of input', { inputTokens: 1_000_000, cachedTokens: 1_000_000 }, 10_000],
  ['input tokens of which half are cached', { inputTokens: 2_000, cachedTokens: 1_000 }, 110],
  [
    'input tokens of which some are read from the cache and some written to it',
    { inputTokens: 3_000, cachedTokens: 1_000, cacheWriteTokens: 1_000 },
    235,
  ],
  ['a million tokens of output', { outputTokens: 1_000_000 }, 500_000],
  ['one token', { inputTokens: 1 }, 1],
  [
    'everything at once',
    { inputTokens: 10, cachedTokens: 10, outputTokens: 3, characters: 7 },
    352,
  ],
])('the price of %s is exact', (_what, purchase, microdollars) => {
  expect(priceOf(purchase, prices)).toBe(microdollars);
});

it('a price is the exact cost rounded up to a whole microdollar', () => {
  const count = fc.nat(5_000_000);
  fc.assert(
    fc.property(count, count, count, (inputTokens, outputTokens, characters) => {
      const sum = priceOf({ inputTokens, outputTokens, characters }, prices);
      const exact = (inputTokens + 5 * outputTokens + 500 * characters) / 10;
      expect(Number.isInteger(sum)).toBe(true);
      expect(sum).toBe(Math.ceil(exact));
    }),
  );
});
