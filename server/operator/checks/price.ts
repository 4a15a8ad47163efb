import { createHash } from 'node:crypto';
import type { ModelSet } from '#shared/models.ts';
import type { Config } from '../../supply/config/config.ts';
import type { PriceList } from '../../supply/costs/priceList.ts';
import { priceOf } from '../../supply/costs/prices.ts';

/** Tokens of a short section, rounded up. */
const SECTION = { inputTokens: 4_000, outputTokens: 500 };
const SENTENCE = { characters: 100, seconds: 8 };

/** One web search with all its calls, and what the model reads of it. */
const SEARCH = { inputTokens: 60_000, outputTokens: 8_000, searches: 8 };

/** Micro-dollars at most: a script section, a sentence of each speech model, and a web search. */
export function priceOfChecks(
  { script, speech }: ModelSet,
  prices: PriceList,
  { research, speechServer }: Pick<Config, 'research' | 'speechServer'>,
): number {
  const search = research === 'web' ? priceOf(SEARCH, prices(script)) : 0;
  const models = new Set([speech, ...(speechServer ? [speechServer.model] : [])]);
  const spoken = [...models].reduce((sum, model) => sum + priceOf(SENTENCE, prices(model)), 0);
  return priceOf(SECTION, prices(script)) + spoken + search;
}

export interface Terms {
  /** What a buying run costs at most, micro-dollars. */
  price: number;
  /** Fingerprint of the settings that a buying run tries; reveals none of them. */
  mark: string;
}

export function termsOf(
  models: ModelSet,
  config: Pick<Config, 'openai' | 'elevenlabs' | 'speechServer' | 'research'>,
  prices: PriceList,
): Terms {
  const { openai, elevenlabs, speechServer, research } = config;
  const deciding = JSON.stringify([models, openai, elevenlabs, speechServer, research]);
  const mark = createHash('sha256').update(deciding).digest('base64url');
  return { price: priceOfChecks(models, prices, config), mark };
}
