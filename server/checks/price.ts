import { createHash } from 'node:crypto';
import type { ModelSet } from '#shared/models.ts';
import type { Config } from '../config.ts';
import type { PriceList } from '../costs/priceList.ts';
import { priceOf } from '../costs/prices.ts';

/** Tokens of a short section, rounded up. */
const SECTION = { inputTokens: 4_000, outputTokens: 500 };
/** Characters in one spoken sentence. */
const SENTENCE = { characters: 100 };

/** One search of the web with all its calls, and what is found, which the model reads. */
const SEARCH = { inputTokens: 60_000, outputTokens: 8_000, searches: 8 };

/**
 * The most that a buying run costs, micro-dollars: one script section, one spoken sentence and, where
 * episodes are read up on the web, one search.
 */
export function priceOfChecks(
  { script, speech }: ModelSet,
  prices: PriceList,
  { research }: Pick<Config, 'research'>,
): number {
  const search = research === 'web' ? priceOf(SEARCH, prices(script)) : 0;
  return priceOf(SECTION, prices(script)) + priceOf(SENTENCE, prices(speech)) + search;
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
  { openai, elevenlabs, research }: Pick<Config, 'openai' | 'elevenlabs' | 'research'>,
  prices: PriceList,
): Terms {
  const deciding = JSON.stringify([models, openai, elevenlabs, research]);
  const mark = createHash('sha256').update(deciding).digest('base64url');
  return { price: priceOfChecks(models, prices, { research }), mark };
}
