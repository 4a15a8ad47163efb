/** Refills evenly, and is full again in `fullIn` ms. */
export interface Allowance {
  limit: number;
  remaining: number;
  fullIn: number;
}

/** Empty for a server without limits. */
export type Allowances = Partial<Record<'requests' | 'tokens', Allowance>>;

export interface CountedCall {
  /** The limits' key: server and model. */
  quota: string;
  tokens: number;
}

export interface RateLimiter {
  /**
   * Resolves when the call may be made: first come, first served. Rejects only with the signal's
   * reason. The caller must pass the returned function the limits that the answer names, empty if
   * there is no answer; only its first call counts.
   */
  enter(call: CountedCall, signal: AbortSignal): Promise<(reported: Allowances) => void>;
}

const MINUTE = 60_000;
const UNITS: Record<string, number> = { h: 3_600_000, m: MINUTE, s: 1_000, ms: 1 };

/** Headers: developers.openai.com/api/docs/guides/rate-limits; others send -1 for no limit. */
export function allowancesOf(headers: Headers | undefined): Allowances {
  const found: Allowances = {};
  for (const kind of ['requests', 'tokens'] as const) {
    const field = (name: string) => headers?.get(`x-ratelimit-${name}-${kind}`) ?? '';
    const limit = Number(field('limit') || Number.NaN);
    const remaining = Number(field('remaining') || Number.NaN);
    if (!(limit > 0 && remaining >= 0)) continue;
    const used = Math.max(0, limit - remaining);
    found[kind] = {
      limit,
      remaining: limit - used,
      fullIn: durationOf(field('reset')) || (used / limit) * MINUTE,
    };
  }
  return found;
}

/** Milliseconds of `6m0s`, `7.66s`, `12ms`, or a number of seconds; 0 for anything else. */
function durationOf(text: string): number {
  if (Number(text) > 0) return Number(text) * 1000;
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g);
  return [...parts].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0),
    0,
  );
}
