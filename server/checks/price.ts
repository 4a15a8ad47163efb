import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import { type Prices, priceOf } from '../costs/prices.ts';

/** A short section as the writer is asked for it, with room to spare. */
const SECTION = { provider: 'OpenAI', inputTokens: 4_000, outputTokens: 500 };
/** A sentence of one voice, characters. */
const SENTENCE = 100;

/** What a run that buys costs at most, micro-dollars: a section of a script and one sentence spoken. */
export function priceOfChecks(prices: Prices): number {
  const speech = { provider: 'ElevenLabs', characters: SENTENCE };
  return priceOf(SECTION, prices) + priceOf(speech, prices);
}

/** Names the settings that decide what is bought, and shows none of them. */
export function markOf({ openai, elevenlabs }: Pick<Config, 'openai' | 'elevenlabs'>): string {
  return createHash('sha256')
    .update(JSON.stringify([openai, elevenlabs]))
    .digest('base64url');
}
