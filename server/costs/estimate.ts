import type { ModelSet } from '#shared/models.ts';
import type { PriceList } from './priceList.ts';
import { priceOf } from './prices.ts';

/** Characters spoken per minute, rounded up. */
export const CHARACTERS_PER_MINUTE = 900;
/**
 * Tokens per minute, from an episode of 25 minutes (68,000 input, 7,000 output), without caching.
 */
const MINUTE = { inputTokens: 2_700, outputTokens: 300 };

/** What an episode of this many minutes costs with these models, micro-dollars. */
export function estimate(minutes: number, { script, speech }: ModelSet, prices: PriceList): number {
  const tokens = {
    inputTokens: minutes * MINUTE.inputTokens,
    outputTokens: minutes * MINUTE.outputTokens,
  };
  const speaking = { characters: minutes * CHARACTERS_PER_MINUTE };
  return priceOf(tokens, prices(script)) + priceOf(speaking, prices(speech));
}
