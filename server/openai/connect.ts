import OpenAI from 'openai';
import type { RetryPolicy } from '../retry.ts';

export interface Account {
  apiKey: string;
  /** Null is OpenAI itself; other servers speak its protocol. */
  baseUrl: string | null;
}

export function connect({ apiKey, baseUrl }: Account, policy: RetryPolicy): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    // The SDK would also retry when the account is out of credit.
    maxRetries: 0,
    timeout: policy.total,
    logLevel: 'off',
    // We did not choose an address that a provider redirects to.
    fetchOptions: { redirect: 'error' },
  });
}
