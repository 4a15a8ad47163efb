import OpenAI from 'openai';

/** How it stands with a limit: `fullIn` ms from now all of it remains again; it comes back evenly. */
export interface Allowance {
  limit: number;
  remaining: number;
  fullIn: number;
}

/** What an answer tells of the account's limits; a server that has none tells nothing. */
export type Allowances = Partial<Record<'requests' | 'tokens', Allowance>>;

/** A call as it counts against the limits. */
export interface CountedCall {
  /** Whose limits these are: a server's for one model. */
  quota: string;
  tokens: number;
}

/** Keeps all who ask with the same account within its limits. */
export interface Throttle {
  /**
   * Resolves when the call may be made: who asked first goes first. Rejects with the signal's reason
   * when it aborts meanwhile, and for nothing else. What it answers is to be told how the limits
   * stand when the call is answered, or that it came to nothing; only the first time counts.
   */
  enter(call: CountedCall, signal: AbortSignal): Promise<(told: Allowances) => void>;
}

const MINUTE = 60_000;
const UNITS: Record<string, number> = { h: 3_600_000, m: MINUTE, s: 1_000, ms: 1 };

/**
 * As OpenAI tells them (developers.openai.com/api/docs/guides/rate-limits); whatever is no limit, as
 * the -1 of some compatible servers, is left out.
 */
export function allowancesOf(headers: Headers | undefined): Allowances {
  const told: Allowances = {};
  for (const kind of ['requests', 'tokens'] as const) {
    const field = (name: string) => headers?.get(`x-ratelimit-${name}-${kind}`) ?? '';
    const limit = Number(field('limit') || Number.NaN);
    const remaining = Number(field('remaining') || Number.NaN);
    if (!(limit > 0 && remaining >= 0)) continue;
    const used = Math.max(0, limit - remaining);
    told[kind] = {
      limit,
      remaining: limit - used,
      fullIn: durationOf(field('reset')) || (used / limit) * MINUTE,
    };
  }
  return told;
}

/** Milliseconds of `6m0s`, `7.66s`, `12ms`, or a number of seconds; 0 of anything else. */
function durationOf(text: string): number {
  if (Number(text) > 0) return Number(text) * 1000;
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g);
  return [...parts].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0),
    0,
  );
}

/** Those of an answer that the SDK made an error of. */
export function headersOf(error: unknown): Headers | undefined {
  return error instanceof OpenAI.APIError ? error.headers : undefined;
}
