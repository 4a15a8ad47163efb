import type { Response } from 'express';
import type { OpenaiAccount } from './account.ts';
import { failure } from './wire.ts';

const MINUTE = 60_000;

interface Asked {
  tokens: number;
  model: string;
}

/**
 * The limits of a minute, told in the headers of every answer. The function counts a request, or
 * answers it with 429 and says so with false.
 */
export function rateLimit() {
  let began = Number.NEGATIVE_INFINITY;
  let used = { requests: 0, tokens: 0 };
  return (account: OpenaiAccount, res: Response, asked: Asked): boolean => {
    if (performance.now() - began > MINUTE) {
      began = performance.now();
      used = { requests: 0, tokens: 0 };
    }
    const left = {
      requests: (account.requestsPerMinute || Number.POSITIVE_INFINITY) - used.requests,
      tokens: (account.tokensPerMinute || Number.POSITIVE_INFINITY) - used.tokens,
    };
    const isTaken = left.requests >= 1 && left.tokens >= asked.tokens;
    if (isTaken) used = { requests: used.requests + 1, tokens: used.tokens + asked.tokens };
    const wait = Math.ceil((began + MINUTE - performance.now()) / 1000);
    const after = isTaken
      ? { requests: left.requests - 1, tokens: left.tokens - asked.tokens }
      : left;
    tell(res, account, { ...after, wait });
    if (isTaken) return true;
    refuse(res, account, { ...asked, wait, kind: left.requests < 1 ? 'requests' : 'tokens' });
    return false;
  };
}

function tell(
  res: Response,
  account: OpenaiAccount,
  left: { requests: number; tokens: number; wait: number },
) {
  for (const kind of ['requests', 'tokens'] as const) {
    const limit = kind === 'requests' ? account.requestsPerMinute : account.tokensPerMinute;
    if (!limit) continue;
    res.set(`x-ratelimit-limit-${kind}`, String(limit));
    res.set(`x-ratelimit-remaining-${kind}`, String(left[kind]));
    res.set(`x-ratelimit-reset-${kind}`, `${left.wait}s`);
  }
}

function refuse(
  res: Response,
  account: OpenaiAccount,
  { tokens, model, wait, kind }: Asked & { wait: number; kind: 'requests' | 'tokens' },
) {
  const isTooLarge = kind === 'tokens' && tokens > account.tokensPerMinute;
  const limit = kind === 'requests' ? account.requestsPerMinute : account.tokensPerMinute;
  const unit = kind === 'requests' ? 'requests per min (RPM)' : 'tokens per min (TPM)';
  const message = isTooLarge
    ? `Request too large for ${model} on ${unit}: Limit ${limit}, Requested ${tokens}. The input or output tokens must be reduced in order to run successfully.`
    : `Rate limit reached for ${model} on ${unit}: Limit ${limit}. Please try again in ${wait}s.`;
  if (!isTooLarge) res.set({ 'retry-after': String(wait), 'retry-after-ms': String(wait * 1000) });
  res.status(429).json(failure(message, 'rate_limit_exceeded', kind));
}
