import type { Prices } from './prices.ts';

/* US dollars. Each price has the page it is from, and the day on which that was read. */

type TokenPrices = Omit<Prices, 'characters' | 'minutes' | 'searches'>;

/** Without prices for its cache, a model's input price applies. */
const uncached = (input: number, output: number, cacheWrite = input): TokenPrices => ({
  input,
  cachedInput: input,
  cacheWrite,
  output,
});

/** Per million tokens. */
const SCRIPT: Record<string, TokenPrices> = {
  // developers.openai.com/api/docs/models/gpt-6-luna and others there, 2026-11-23
  'gpt-6-luna': { input: 0.1, cachedInput: 0.01, cacheWrite: 0.125, output: 0.5 },
  'gpt-6.1-terra': { input: 1, cachedInput: 0.05, cacheWrite: 1.25, output: 5 },
  // developers.openai.com/api/docs/models/gpt-5-nano, 2026-11-20
  'gpt-5-nano': uncached(0.05, 0.4),
  // docs.apiyi.com, 2026-11-20: a reseller's table without cached prices, too high if anything.
  'gpt-5.6-luna': uncached(0.2, 1.2, 0.25),
  'gpt-5.6-terra': uncached(2, 12, 2.5),
  'gpt-5.4-mini': uncached(0.75, 4.5),
};

/** Per thousand characters, at a voice's normal rate. */
const SPEECH: Record<string, number> = {
  // elevenlabs.io/pricing/api, 2026-09-28
  eleven_v4: 0.08,
  eleven_v4_turbo: 0.04,
  eleven_v3: 0.08,
  eleven_flash_v2_5: 0.05,
  // developer.puter.com, 2026-06-30: the higher price of two guides.
  eleven_multilingual_v2: 0.12,
};

/** OpenAI's models for speech: per thousand characters, or per minute. */
const SERVED: Record<string, { characters?: number; minutes?: number }> = {
  // developers.openai.com/api/docs/models/tts-1, 2026-11-26
  'tts-1': { characters: 0.015 },
  'tts-1-hd': { characters: 0.03 },
  // …/models/gpt-4o-mini-tts, same day: 12 dollars per million tokens, some 1,250 a minute.
  'gpt-4o-mini-tts': { minutes: 0.015 },
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
    return { characters: characters ?? SPEECH[model] ?? null, minutes: null };
  }
  const isOwn = server.characters !== undefined || server.minutes !== undefined;
  const priced = isOwn ? server : SERVED[model];
  return { characters: priced?.characters ?? null, minutes: priced?.minutes ?? null };
}

export type PriceList = (model: string) => Prices;

/** Takes unknown prices as 0: only a stand-in or a machine of one's own has them. */
export function openPriceList(own: OwnPrices): PriceList {
  return (model) => {
    const listed = listedPrices(model, own);
    return {
      input: listed.input ?? 0,
      cachedInput: listed.cachedInput ?? 0,
      cacheWrite: listed.cacheWrite ?? 0,
      output: listed.output ?? 0,
      characters: listed.characters ?? 0,
      minutes: listed.minutes ?? 0,
      searches: listed.input === null ? 0 : SEARCHES,
    };
  };
}

/** Removes a reseller's prefix and a date suffix. */
function listedNameOf(model: string): string {
  return model.replace(/^openai\//, '').replace(/-\d{4}-\d{2}-\d{2}$/, '');
}
