import { createHmac } from 'node:crypto';
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

/** Node's own `fetch` gives up after five minutes without a byte. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** The key is null for a server that asks for none. */
export function connect(
  { apiKey, baseUrl, isOwn }: Omit<Account, 'apiKey'> & { apiKey: string | null },
  policy: RetryPolicy,
): OpenAI {
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

interface ModelFacts {
  /** The lowest reasoning effort it accepts; null if it accepts none. */
  effort: 'none' | 'minimal' | 'low' | null;
  /** Its prompt cache needs explicit breakpoints, and writing costs (GPT-5.6 and later). */
  hasBreakpoints: boolean;
  /** Strict servers refuse parameters that only OpenAI knows. */
  isOpenai: boolean;
}

/** The first match counts. OpenRouter puts `openai/` before the name. */
const FACTS: [RegExp, ModelFacts][] = [
  [/-chat-latest$/, { effort: null, hasBreakpoints: false, isOpenai: true }],
  [/^gpt-(?:5\.[6-9]|[6-9])/, { effort: 'none', hasBreakpoints: true, isOpenai: true }],
  [/^gpt-5\.\d/, { effort: 'none', hasBreakpoints: false, isOpenai: true }],
  [/^gpt-5/, { effort: 'minimal', hasBreakpoints: false, isOpenai: true }],
  [/^o\d/, { effort: 'low', hasBreakpoints: false, isOpenai: true }],
  [/^gpt-/, { effort: null, hasBreakpoints: false, isOpenai: true }],
];

export function factsOf(model: string): ModelFacts {
  const name = model.replace(/^openai\//, '');
  const facts = FACTS.find(([family]) => family.test(name))?.[1];
  return facts ?? { effort: null, hasBreakpoints: false, isOpenai: false };
}

/**
 * Lets OpenAI tell buyers apart, so that one abuser does not endanger the whole account. Nobody
 * without our API key can reverse it. Undefined for demos.
 */
export function safetyIdentifier(
  { account }: { account?: number | null | undefined },
  { apiKey }: { apiKey: string },
): string | undefined {
  if (account === undefined || account === null) return undefined;
  return createHmac('sha256', apiKey).update(`account:${account}`).digest('hex');
}
