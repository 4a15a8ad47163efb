import { ProviderFailure } from '../../server/base/kit/provider.ts';
import type { RetryPolicy } from '../../server/base/kit/retry.ts';

export interface Timing {
  patience: RetryPolicy;
  /** The longest time of one check, ms. */
  longest: number;
}

export interface Result {
  name: string;
  passed: boolean;
  sentence: string;
}

export class Unmet extends Error {
  override readonly name = 'Unmet';
}

/** Resolves with what `run` saw and what later checks need; null if `run` threw. */
export type Check = <T extends { seen: string }>(
  name: string,
  run: (signal: AbortSignal) => Promise<T>,
) => Promise<T | null>;

export function openChecks(tell: (result: Result) => void, longest: number) {
  const count = { passed: 0, failed: 0 };
  const check: Check = async (name, run) => {
    try {
      const found = await run(AbortSignal.timeout(longest));
      count.passed += 1;
      tell({ name, passed: true, sentence: found.seen });
      return found;
    } catch (error) {
      count.failed += 1;
      tell({ name, passed: false, sentence: sentenceOf(error, longest) });
      return null;
    }
  };
  return { check, count };
}

function sentenceOf(error: unknown, longest: number): string {
  if (error instanceof Unmet) return error.message;
  if (error instanceof ProviderFailure) return ended(error.message);
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `There was no end within ${longest / 1000} seconds: a call has to end by its own deadline.`;
  }
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `${said.replace(/[.\s]+$/, '')}. A vendor file turns every failure of its provider into a ProviderFailure.`;
}

export const ended = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

/** Any error but a ProviderFailure is thrown. */
export async function outcomeOf<T>(
  call: Promise<T>,
): Promise<{ answer: T; failure: null } | { answer: null; failure: ProviderFailure }> {
  try {
    return { answer: await call, failure: null };
  } catch (error) {
    if (error instanceof ProviderFailure) return { answer: null, failure: error };
    throw error;
  }
}

/** The results of a suite by themselves, for tests. */
export async function resultsOf(suite: (check: Check) => Promise<void>): Promise<Result[]> {
  const results: Result[] = [];
  await suite(openChecks((result) => results.push(result), 60_000).check);
  return results;
}

export const failuresIn = (results: Result[]): Record<string, string> =>
  Object.fromEntries(
    results.flatMap(({ name, passed, sentence }) => (passed ? [] : [[name, sentence]])),
  );
