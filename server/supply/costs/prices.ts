/* Money is in micro-dollars: a dollar per million tokens is a micro-dollar per token. */

export interface Prices {
  /** US dollars per million tokens. */
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
  /** US dollars per thousand characters spoken. */
  characters: number;
  /** US dollars per minute of speech. */
  minutes?: number;
  /** US dollars per thousand calls of the web search. */
  searches?: number;
}

/** `inputTokens` includes `cachedTokens` and `cacheWriteTokens`. */
export interface Purchase {
  provider: string;
  model: string;
  inputTokens?: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  outputTokens?: number;
  characters?: number;
  seconds?: number;
  searches?: number;
}

/** Whole micro-dollars, rounded up, so that small amounts are not free. */
export function priceOf(purchase: Omit<Purchase, 'provider' | 'model'>, prices: Prices): number {
  const { inputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0 } = purchase;
  const { outputTokens = 0, characters = 0, seconds = 0, searches = 0 } = purchase;
  const sum =
    (inputTokens - cachedTokens - cacheWriteTokens) * prices.input +
    cachedTokens * prices.cachedInput +
    cacheWriteTokens * prices.cacheWrite +
    outputTokens * prices.output +
    characters * prices.characters * 1_000 +
    (seconds / 60) * (prices.minutes ?? 0) * 1_000_000 +
    searches * (prices.searches ?? 0) * 1_000;
  // No price has more than seven digits; the rest is floating-point error.
  return Math.ceil(Number(sum.toFixed(7)));
}
