import type { Prices } from './prices.ts';

/** From the named page on that day. US dollars. */
interface Source {
  read: string;
  source: string;
}

type TokenPrices = Omit<Prices, 'characters' | 'searches'>;

/** If a model has no price of its own for reading or writing its cache, its input price applies. */
const uncached = (input: number, output: number): TokenPrices => ({
  input,
  cachedInput: input,
  cacheWrite: input,
  output,
});

/** Per million tokens. */
const SCRIPT: Record<string, TokenPrices & Source> = {
  'gpt-6-luna': {
    input: 0.1,
    cachedInput: 0.01,
    cacheWrite: 0.125,
    output: 0.5,
    read: '2026-11-23',
    source: 'developers.openai.com/api/docs/models/gpt-6-luna',
  },
  'gpt-6.1-terra': {
    input: 1,
    cachedInput: 0.05,
    cacheWrite: 1.25,
    output: 5,
    read: '2026-11-23',
    source: 'developers.openai.com/api/docs/models/gpt-6.1-terra',
  },
  // The older ones are from a reseller's table without cached prices: too high rather than too low.
  'gpt-5.6-luna': {
    ...uncached(0.2, 1.2),
    cacheWrite: 0.25,
    read: '2026-11-20',
    source: 'docs.apiyi.com',
  },
  'gpt-5.6-terra': {
    ...uncached(2, 12),
    cacheWrite: 2.5,
    read: '2026-11-20',
    source: 'docs.apiyi.com',
  },
  'gpt-5.4-mini': { ...uncached(0.75, 4.5), read: '2026-11-20', source: 'docs.apiyi.com' },
  'gpt-5-nano': {
    ...uncached(0.05, 0.4),
    read: '2026-11-20',
    source: 'developers.openai.com/api/docs/models/gpt-5-nano',
  },
};

/** Per thousand characters, at a voice's normal rate. */
const SPEECH: Record<string, { characters: number } & Source> = {
  eleven_v4: { characters: 0.08, read: '2026-09-28', source: 'elevenlabs.io/pricing/api' },
  eleven_v4_turbo: { characters: 0.04, read: '2026-09-28', source: 'elevenlabs.io/pricing/api' },
  eleven_v3: { characters: 0.08, read: '2026-09-28', source: 'elevenlabs.io/pricing/api' },
  eleven_flash_v2_5: { characters: 0.05, read: '2026-09-28', source: 'elevenlabs.io/pricing/api' },
  // From two guides of June 2026; the higher of both.
  eleven_multilingual_v2: {
    characters: 0.12,
    read: '2026-06-30',
    source: 'developer.puter.com',
  },
};

/** Per thousand calls of OpenAI's web search, whatever the model (developers.openai.com/api/docs/pricing). */
const SEARCHES = 10;

/** Prices that the operator configures; omitted ones are taken from the list. */
export type OwnPrices = { [Name in Exclude<keyof Prices, 'searches'>]: Prices[Name] | undefined };

/**
 * The prices of a model, from the list and the operator's configuration. An unknown price is null:
 * the spending cap could not be enforced. Script models have no price per character, speech models
 * none per token.
 */
export function listedPrices(
  model: string,
  own: OwnPrices,
): { [Name in Exclude<keyof Prices, 'searches'>]: number | null } {
  const script = SCRIPT[nameOf(model)];
  const input = own.input ?? script?.input ?? null;
  return {
    input,
    // If only an input price is configured, it applies to all of the input.
    cachedInput: own.cachedInput ?? (own.input === undefined ? script?.cachedInput : null) ?? input,
    cacheWrite: own.cacheWrite ?? (own.input === undefined ? script?.cacheWrite : null) ?? input,
    output: own.output ?? script?.output ?? null,
    characters: own.characters ?? SPEECH[model]?.characters ?? null,
  };
}

/** The prices of a model by its name. */
export type PriceList = (model: string) => Prices;

/** Only a stand-in can have unknown prices, and it costs nothing. */
export function openPriceList(own: OwnPrices): PriceList {
  return (model) => {
    const { input, cachedInput, cacheWrite, output, characters } = listedPrices(model, own);
    return {
      input: input ?? 0,
      cachedInput: cachedInput ?? 0,
      cacheWrite: cacheWrite ?? 0,
      output: output ?? 0,
      characters: characters ?? 0,
      searches: input === null ? 0 : SEARCHES,
    };
  };
}

/** The name as in the list, without reseller prefix or date suffix. */
function nameOf(model: string): string {
  return model.replace(/^openai\//, '').replace(/-\d{4}-\d{2}-\d{2}$/, '');
}
