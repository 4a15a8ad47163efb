import type { ModelSet } from '#shared/models.ts';
import type { PriceList } from './priceList.ts';
import { priceOf } from './prices.ts';

/** What is spoken in a minute of an episode, rather more than less. */
export const CHARACTERS_PER_MINUTE = 900;
/** Tokens of a minute: what 25 took (68,000 read and 7,000 written), as if nothing of it were cached. */
const MINUTE = { inputTokens: 2_700, outputTokens: 300 };

/** What an episode of so many minutes costs with these models, micro-dollars. */
export function estimate(minutes: number, { script, speech }: ModelSet, prices: PriceList): number {
  const tokens = {
    inputTokens: minutes * MINUTE.inputTokens,
    outputTokens: minutes * MINUTE.outputTokens,
  };
  const speaking = { characters: minutes * CHARACTERS_PER_MINUTE };
  return priceOf(tokens, prices(script)) + priceOf(speaking, prices(speech));
}
