import type { Response } from 'express';
import type { OpenaiAccount } from './account.ts';
import { failure } from './wire.ts';

const KINDS = ['requests', 'tokens'] as const;
type Kind = (typeof KINDS)[number];
type Counts = Record<Kind, number>;

interface Usage {
  tokens: number;
  model: string;
}

/**
 * Limits refill evenly, as the API's own headers show: of 60 requests a minute, one is back after a
 * second. The returned function returns true, or answers 429 and returns false.
 */
export function rateLimit() {
  let used: Counts = { requests: 0, tokens: 0 };
  let at = performance.now();
  return (account: OpenaiAccount, res: Response, usage: Usage): boolean => {
    const limits = { requests: account.requestsPerMinute, tokens: account.tokensPerMinute };
    const cost = { requests: 1, tokens: usage.tokens };
    const now = performance.now();
    const back = (now - at) / account.minute;
    at = now;
    used = each((kind) => Math.max(0, used[kind] - limits[kind] * back));
    const lacking = KINDS.find((kind) => limits[kind] && used[kind] + cost[kind] > limits[kind]);
    if (!lacking) used = each((kind) => used[kind] + cost[kind]);
    const inTime = (kind: Kind, count: number) => (count / limits[kind]) * account.minute;
    for (const kind of KINDS) {
      if (!limits[kind]) continue;
      res.set(`x-ratelimit-limit-${kind}`, String(limits[kind]));
      const left = Math.max(0, Math.floor(limits[kind] - used[kind]));
      res.set(`x-ratelimit-remaining-${kind}`, String(left));
      res.set(`x-ratelimit-reset-${kind}`, duration(inTime(kind, used[kind])));
    }
    if (!lacking) return true;
    const tooMuch = used[lacking] + cost[lacking] - limits[lacking];
    const wait = Math.ceil(inTime(lacking, tooMuch));
    refuse(res, { ...usage, wait, kind: lacking, limit: limits[lacking] });
    return false;
  };
}

const each = (count: (kind: Kind) => number): Counts => ({
  requests: count('requests'),
  tokens: count('tokens'),
});

/** The API's format: 12ms, 7.66s, 6m0s. */
function duration(milliseconds: number): string {
  const whole = Math.ceil(milliseconds);
  if (whole < 1000) return `${whole}ms`;
  const seconds = `${(whole % 60_000) / 1000}s`;
  return whole < 60_000 ? seconds : `${Math.floor(whole / 60_000)}m${seconds}`;
}

function refuse(
  res: Response,
  { tokens, model, wait, kind, limit }: Usage & { wait: number; kind: Kind; limit: number },
) {
  const isTooLarge = kind === 'tokens' && tokens > limit;
  const unit = kind === 'requests' ? 'requests per min (RPM)' : 'tokens per min (TPM)';
  const message = isTooLarge
    ? `Request too large for ${model} on ${unit}: Limit ${limit}, Requested ${tokens}. The input or output tokens must be reduced in order to run successfully.`
    : `Rate limit reached for ${model} on ${unit}: Limit ${limit}. Please try again in ${duration(wait)}.`;
  if (!isTooLarge) {
    res.set({ 'retry-after': String(Math.ceil(wait / 1000)), 'retry-after-ms': String(wait) });
  }
  res.status(429).json(failure(message, 'rate_limit_exceeded', kind));
}
