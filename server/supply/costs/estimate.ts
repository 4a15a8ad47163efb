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
  const speaking = { characters: minutes * CHARACTERS_PER_MINUTE, seconds: minutes * 60 };
  return priceOf(tokens, prices(script)) + priceOf(speaking, prices(speech));
}

/** Tokens for eight sources, the opening and its check, at most. */
const OPENING = { inputTokens: 50_000, outputTokens: 20_000 };
/** Tokens for the outline of one length, at most. */
const PLAN = { inputTokens: 15_000, outputTokens: 6_000 };
/** A hundred words, all of them spoken twice. */
const SOUND = { characters: 1_300, seconds: 90 };

/** What is still missing of a preview costs at most that with these models, micro-dollars. */
export function estimatePreview(
  missing: { isTextDone: boolean; lengths: number[]; wantsSound: boolean },
  { script, speech }: ModelSet,
  prices: PriceList,
): number {
  const text = missing.isTextDone ? 0 : priceOf(OPENING, prices(script));
  const plans = missing.lengths.length * priceOf(PLAN, prices(script));
  return text + plans + (missing.wantsSound ? priceOf(SOUND, prices(speech)) : 0);
}
