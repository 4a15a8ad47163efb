import { createHash } from 'node:crypto';
import type { ModelSet } from '#shared/models.ts';
import type { Config } from '../config.ts';
import type { PriceList } from '../costs/priceList.ts';
import { priceOf } from '../costs/prices.ts';

/** Tokens of a short section, rounded up. */
const SECTION = { inputTokens: 4_000, outputTokens: 500 };
/** Characters in one spoken sentence. */
const SENTENCE = { characters: 100 };

/** The most that a buying run costs, micro-dollars: one script section and one spoken sentence. */
export function priceOfChecks({ script, speech }: ModelSet, prices: PriceList): number {
  return priceOf(SECTION, prices(script)) + priceOf(SENTENCE, prices(speech));
}

/** What a buying run costs, and a fingerprint of the settings that it depends on. */
export interface Terms {
  /** At most, in micro-dollars. */
  price: number;
  /** Reveals none of the settings. */
  mark: string;
}

export function termsOf(
  models: ModelSet,
  { openai, elevenlabs }: Pick<Config, 'openai' | 'elevenlabs'>,
  prices: PriceList,
): Terms {
  const deciding = JSON.stringify([models, openai, elevenlabs]);
  const mark = createHash('sha256').update(deciding).digest('base64url');
  return { price: priceOfChecks(models, prices), mark };
}
