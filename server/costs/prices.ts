/*
 * What providers ask, and what a purchase comes to. Money is micro-dollars, millionths of a US
 * dollar: so a price in dollars per million tokens is the same number of micro-dollars per token.
 */

/** As providers' price lists print them. */
export interface Prices {
  /** US dollars per million tokens. */
  input: number;
  /** For the part of the input that the provider still had from an earlier call. */
  cachedInput: number;
  /** For the part of the input that the provider keeps for later calls. */
  cacheWrite: number;
  output: number;
  /** US dollars per thousand characters spoken. */
  characters: number;
}

/** What was used of a provider; `cachedTokens` and `cacheWriteTokens` are parts of `inputTokens`. */
export interface Purchase {
  provider: string;
  model: string;
  inputTokens?: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  outputTokens?: number;
  characters?: number;
}

/** Whole micro-dollars, rounded up: a little is not nothing. */
export function priceOf(purchase: Omit<Purchase, 'provider' | 'model'>, prices: Prices): number {
  const { inputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0 } = purchase;
  const { outputTokens = 0, characters = 0 } = purchase;
  const sum =
    (inputTokens - cachedTokens - cacheWriteTokens) * prices.input +
    cachedTokens * prices.cachedInput +
    cacheWriteTokens * prices.cacheWrite +
    outputTokens * prices.output +
    characters * prices.characters * 1_000;
  // Seven digits are more than any price has; past them is the error of binary fractions.
  return Math.ceil(Number(sum.toFixed(7)));
}
