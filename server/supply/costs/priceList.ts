import type { Prices } from './prices.ts';

/** US dollars, from the page `source` on the day `read`. */
interface Source {
  read: string;
  source: string;
}

type TokenPrices = Omit<Prices, 'characters' | 'minutes' | 'searches'>;

/** Without prices for its cache, a model's input price applies. */
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
  // These are from a reseller's table without cached prices: too high rather than too low.
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

/** OpenAI's models for speech: per thousand characters, or per minute. */
const SERVED: Record<string, { characters?: number; minutes?: number } & Source> = {
  'tts-1': {
    characters: 0.015,
    read: '2026-11-26',
    source: 'developers.openai.com/api/docs/models/tts-1',
  },
  'tts-1-hd': {
    characters: 0.03,
    read: '2026-11-26',
    source: 'developers.openai.com/api/docs/models/tts-1',
  },
  // Billed by tokens: 12 dollars per million, of which a minute takes some 1,250.
  'gpt-4o-mini-tts': {
    minutes: 0.015,
    read: '2026-11-26',
    source: 'developers.openai.com/api/docs/models/gpt-4o-mini-tts',
  },
};

/** Per thousand web searches, with any model (developers.openai.com/api/docs/pricing). */
const SEARCHES = 10;

type Listed = Exclude<keyof Prices, 'searches'>;

/** The operator configures these; omitted ones come from the list. */
export type OwnPrices = { [Name in Exclude<Listed, 'minutes'>]: Prices[Name] | undefined } & {
  server?: {
    model: string;
    characters: number | undefined;
    minutes: number | undefined;
  } | null;
};

/** An unknown price is null, because the spending cap could not be enforced. */
export function listedPrices(model: string, own: OwnPrices): Record<Listed, number | null> {
  const script = SCRIPT[listedNameOf(model)];
  const input = own.input ?? script?.input ?? null;
  return {
    input,
    // If only an input price is configured, it applies to all of the input.
    cachedInput: own.cachedInput ?? (own.input === undefined ? script?.cachedInput : null) ?? input,
    cacheWrite: own.cacheWrite ?? (own.input === undefined ? script?.cacheWrite : null) ?? input,
    output: own.output ?? script?.output ?? null,
    ...speechPrices(model, own),
  };
}

function speechPrices(model: string, { characters, server }: OwnPrices) {
  if (server?.model !== model) {
    return { characters: characters ?? SPEECH[model]?.characters ?? null, minutes: null };
  }
  const isOwn = server.characters !== undefined || server.minutes !== undefined;
  const priced = isOwn ? server : SERVED[model];
  return { characters: priced?.characters ?? null, minutes: priced?.minutes ?? null };
}

export type PriceList = (model: string) => Prices;

/** Takes unknown prices as 0: only a stand-in or a machine of one's own has them. */
export function openPriceList(own: OwnPrices): PriceList {
  return (model) => {
    const { input, cachedInput, cacheWrite, output, characters, minutes } = listedPrices(
      model,
      own,
    );
    return {
      input: input ?? 0,
      cachedInput: cachedInput ?? 0,
      cacheWrite: cacheWrite ?? 0,
      output: output ?? 0,
      characters: characters ?? 0,
      minutes: minutes ?? 0,
      searches: input === null ? 0 : SEARCHES,
    };
  };
}

/** Removes a reseller's prefix and a date suffix. */
function listedNameOf(model: string): string {
  return model.replace(/^openai\//, '').replace(/-\d{4}-\d{2}-\d{2}$/, '');
}
