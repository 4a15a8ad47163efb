import type { ModelSet } from '#shared/models.ts';
import type { PriceList } from './priceList.ts';
import { priceOf } from './prices.ts';

/** Rounded up. */
export const CHARACTERS_PER_MINUTE = 900;
/** Tokens a minute, from an episode of 25 minutes (68,000 in, 7,000 out), without caching. */
const MINUTE = { inputTokens: 2_700, outputTokens: 300 };

/** Micro-dollars. */
export function estimate(minutes: number, { script, speech }: ModelSet, prices: PriceList): number {
  const tokens = {
    inputTokens: minutes * MINUTE.inputTokens,
    outputTokens: minutes * MINUTE.outputTokens,
  };
  const speaking = { characters: minutes * CHARACTERS_PER_MINUTE, seconds: minutes * 60 };
  return priceOf(tokens, prices(script)) + priceOf(speaking, prices(speech));
}

/** At most, for eight sources, the opening and its check. */
const OPENING = { inputTokens: 50_000, outputTokens: 20_000 };
/** At most, for the outline of one length. */
const PLAN = { inputTokens: 15_000, outputTokens: 6_000 };
/** A hundred words, all of them spoken twice. */
const SOUND = { characters: 1_300, seconds: 90 };

/** Micro-dollars at most, for what is missing of a preview. */
export function estimatePreview(
  missing: { isTextDone: boolean; lengths: number[]; wantsSound: boolean },
  { script, speech }: ModelSet,
  prices: PriceList,
): number {
  const text = missing.isTextDone ? 0 : priceOf(OPENING, prices(script));
  const plans = missing.lengths.length * priceOf(PLAN, prices(script));
  return text + plans + (missing.wantsSound ? priceOf(SOUND, prices(speech)) : 0);
}
