import { createHash } from 'node:crypto';
import type { ModelSet } from '#shared/models.ts';
import type { Config } from '../config.ts';
import type { PriceList } from '../costs/priceList.ts';
import { priceOf } from '../costs/prices.ts';

/** A short section as the writer is asked for it, with room to spare. */
const SECTION = { inputTokens: 4_000, outputTokens: 500 };
/** A sentence of one voice, characters. */
const SENTENCE = { characters: 100 };

/** What a run that buys costs at most, micro-dollars: a section of a script and one sentence spoken. */
export function priceOfChecks({ script, speech }: ModelSet, prices: PriceList): number {
  return priceOf(SECTION, prices(script)) + priceOf(SENTENCE, prices(speech));
}

/** On which terms a run buys: its price, and a mark of the settings that decide what it buys. */
export interface Terms {
  /** Micro-dollars at most. */
  price: number;
  /** Shows none of the settings. */
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
