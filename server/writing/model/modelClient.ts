import OpenAI from 'openai';
import { Agent, fetch } from 'undici';
import type { RetryPolicy } from '../../base/kit/retry.ts';

export interface Account {
  apiKey: string;
  /** Null is OpenAI itself; other servers speak its protocol. */
  baseUrl: string | null;
  /** Somebody's own server, which may take its time. */
  isOwn?: boolean;
}

interface OpenAccount extends Omit<Account, 'apiKey'> {
  /** Null for a server that asks for none. */
  apiKey: string | null;
}

/** Node's own `fetch` gives up after five minutes without a byte. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

export function connect({ apiKey, baseUrl, isOwn }: OpenAccount, policy: RetryPolicy): OpenAI {
  return new OpenAI({
    // The SDK insists on a key, and null keeps it from being sent.
    apiKey: apiKey ?? 'none',
    ...(apiKey === null ? { defaultHeaders: { Authorization: null } } : {}),
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    // The SDK would also retry when the account is out of credit.
    maxRetries: 0,
    timeout: policy.total,
    logLevel: 'off',
    // We did not choose an address that a provider redirects to.
    fetchOptions: { redirect: 'error', ...(isOwn && { dispatcher: patient }) },
    // The same function under other types.
    ...(isOwn && { fetch: fetch as unknown as typeof globalThis.fetch }),
  });
}
