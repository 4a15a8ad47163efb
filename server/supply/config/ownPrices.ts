import { isIP } from 'node:net';
import { isPublicAddress } from '../../reading/web/addresses.ts';
import type { OwnPrices } from '../costs/priceList.ts';
import type { Environment } from './environment.ts';

/**
 * A house's model on its own machine: it costs nothing, and has neither web search nor moderation.
 * Where episodes are sold, such an address may be a proxy in front of OpenAI.
 */
export function isOwnModel({ SALES, OPENAI_BASE_URL: address }: Environment): boolean {
  return SALES === 'off' && address !== undefined && isOwnMachine(address);
}

/** This machine, or one in its network: speech costs nothing there. */
function isOwnMachine(address: string): boolean {
  const { hostname } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!isIP(host)) return !host.includes('.') || /\.(local|internal|lan|home\.arpa)$/.test(host);
  return !isPublicAddress(host);
}

export function ownPrices(vars: Environment): OwnPrices {
  const free = isOwnModel(vars) ? 0 : undefined;
  return {
    input: vars.OPENAI_PRICE_INPUT ?? free,
    cachedInput: vars.OPENAI_PRICE_CACHED_INPUT ?? free,
    cacheWrite: vars.OPENAI_PRICE_CACHE_WRITE ?? free,
    output: vars.OPENAI_PRICE_OUTPUT ?? free,
    characters: vars.ELEVENLABS_PRICE,
    server: vars.SPEECH_BASE_URL
      ? {
          model: vars.SPEECH_MODEL,
          characters: vars.SPEECH_PRICE ?? (isOwnMachine(vars.SPEECH_BASE_URL) ? 0 : undefined),
          minutes: vars.SPEECH_PRICE_MINUTE,
        }
      : null,
  };
}
