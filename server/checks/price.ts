import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import { type Prices, priceOf } from '../costs/prices.ts';

/** A short section as the writer is asked for it, with room to spare. */
const SECTION = { provider: 'OpenAI', inputTokens: 4_000, outputTokens: 500 };
/** The longest introduction of a voice, characters. */
const INTRODUCTION = 100;

/**
 * What a run that buys costs at most, micro-dollars: a section of a script, and the introduction of
 * each voice. An introduction that is stored already is not bought again.
 */
export function priceOfChecks(prices: Prices, voices: number): number {
  const speech = { provider: 'ElevenLabs', characters: voices * INTRODUCTION };
  return priceOf(SECTION, prices) + priceOf(speech, prices);
}

/** Names the settings that decide what is bought, and shows none of them. */
export function markOf({ openai, elevenlabs }: Pick<Config, 'openai' | 'elevenlabs'>): string {
  return createHash('sha256')
    .update(JSON.stringify([openai, elevenlabs]))
    .digest('base64url');
}
