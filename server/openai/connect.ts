import OpenAI from 'openai';
import type { RetryPolicy } from '../retry.ts';

export interface Account {
  apiKey: string;
  /** Null is OpenAI itself; other servers speak its protocol. */
  baseUrl: string | null;
}

interface OpenAccount extends Omit<Account, 'apiKey'> {
  /** Null for a server that asks for none. */
  apiKey: string | null;
}

export function connect({ apiKey, baseUrl }: OpenAccount, policy: RetryPolicy): OpenAI {
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
    fetchOptions: { redirect: 'error' },
  });
}
