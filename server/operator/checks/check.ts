import type { z } from 'zod';
import type { finding } from '#shared/checks.ts';

/** The sentence also says what the operator has to do, if it is not fine. */
export type Finding = z.infer<typeof finding>;

/** `runChecks` adds whose account it is about. */
export type Found = Omit<Finding, 'provider'>;

export const good = (sentence: string): Found => ({ ok: true, sentence });
export const bad = (sentence: string): Found => ({ ok: false, sentence });

export interface CheckOptions {
  /** Whether to run the checks that cost money. */
  buy: boolean;
  signal: AbortSignal;
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** What is seen, or in its place what to do about the failure: `remedy` may throw it on. */
export async function observe(
  signal: AbortSignal,
  see: () => Promise<Found | Found[]>,
  remedy: (error: unknown) => string,
): Promise<Found[]> {
  try {
    return [await see()].flat();
  } catch (error) {
    signal.throwIfAborted();
    return [bad(remedy(error))];
  }
}

/** Timeout for one request, ms. */
export const REQUEST_TIMEOUT = 10_000;

/** Null when nobody answers. `body` is null unless it is JSON. */
export async function request(url: string, signal: AbortSignal, init: RequestInit = {}) {
  try {
    const reply = await fetch(url, {
      ...init,
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT)]),
    });
    const { status, ok, headers } = reply;
    const text = await reply.text();
    return { status, ok, headers, text, body: parsed(text) };
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
