import { createHash } from 'node:crypto';
import { lt } from 'drizzle-orm';
import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import type { Db } from '../db/openDatabase.ts';
import { rateLimits } from '../db/tables.ts';
import { accountKey, networksBehind } from './network.ts';

/**
 * How often one call may be made in `seconds`. Each account has its own share, and the accounts of
 * one network have `accounts` together. Callers without one share `network`; so do all if `account`
 * is missing. A network wider than a /64 gets more, see `WIDER`.
 */
export interface Bound {
  seconds: number;
  account?: number;
  network?: number;
  accounts?: number;
  /** For everybody together; keep every other share far below it. */
  everybody?: number;
  refusal?: readonly [ProblemCode, string];
}

const HOUR = 3600;
const TOO_MANY_ORDERS =
  'You’ve placed a lot of orders in a short time. Please wait a few minutes and try again; everything you chose is kept.';
const TOO_MANY_CHECKOUTS =
  'You’ve opened the payment many times in a short while. Nothing was charged. Please wait a few minutes and try again.';
const CROWDED =
  'Many people are paying right now. Nothing was charged, and your order is kept. Please try again in half a minute.';
const TOO_MANY_TEXTS =
  'That was a lot of previews in a short time. Please wait a little, or order without one; everything you chose is kept.';
const TOO_MANY_SOUNDS =
  'You’ve played several previews in a short time. You can read this one now and hear it a little later.';

/** `docs/security.md` lists these among everything else that is bounded. */
export const BOUNDS = {
  register: { seconds: HOUR, network: 200 },
  'reset-password': { seconds: HOUR, network: 30 },
  'forgot-password': { seconds: HOUR, network: 10 },
  'verify-email': { seconds: HOUR, account: 60, accounts: 600 },
  'verify-email-again': { seconds: HOUR, account: 5 },
  'google-sign-in': { seconds: 300, network: 200 },
  'google-token': { seconds: 300, network: 200 },
  disown: { seconds: HOUR, network: 30 },
  account: { seconds: 300, account: 30 },
  'discount-code': { seconds: HOUR, network: 120 },
  /** Each calls the moderator once; a repeated idempotency key does not count. */
  order: { seconds: 600, account: 10, accounts: 200, refusal: ['too_many', TOO_MANY_ORDERS] },
  checkout: { seconds: 600, account: 30, accounts: 300, refusal: ['too_many', TOO_MANY_CHECKOUTS] },
  /**
   * Paddle allows 240 calls a minute from one address. A minute overlaps at most four windows:
   * checkouts get at most 120 calls, and reconciliation the rest.
   */
  'checkout-calls': {
    seconds: 20,
    account: 5,
    accounts: 20,
    everybody: 30,
    refusal: ['unavailable', CROWDED],
  },
  invoice: { seconds: HOUR, account: 20, accounts: 200 },
  sources: { seconds: HOUR, account: 20, accounts: 200, network: 20 },
  /** Each buys a model's answer; `everybody` keeps a day of them below some ten dollars. */
  briefs: { seconds: HOUR, account: 30, accounts: 300, network: 30, everybody: 600 },
  previews: {
    seconds: HOUR,
    account: 10,
    accounts: 100,
    network: 10,
    refusal: ['too_many', TOO_MANY_TEXTS],
  },
  'preview-sounds': {
    seconds: HOUR,
    account: 3,
    accounts: 30,
    network: 3,
    refusal: ['too_many', TOO_MANY_SOUNDS],
  },
  reports: { seconds: HOUR, account: 5, accounts: 50, network: 5 },
  verdicts: { seconds: HOUR, account: 30, accounts: 300, network: 30 },
  listens: { seconds: HOUR, account: 60, accounts: 600, network: 60 },
  contact: { seconds: HOUR, account: 5, accounts: 50, network: 5 },
} satisfies Record<string, Bound>;

type BoundName = keyof typeof BOUNDS;

/**
 * How much more a /56 and a /48 of IPv6 get than a /64: a home often has a /56 and a server a /48
 * (RFC 6177), which would otherwise multiply each share by 256 and 65,536. Where `everybody` is
 * bounded, no network gets more than two thirds of it.
 */
export const WIDER = [1, 4, 16] as const;

type Refusal = NonNullable<Bound['refusal']>;

/**
 * Counts a request for its account, its networks and everybody, or throws the bound's refusal with
 * Retry-After. Never count by a part of the body: unparsed, one value has several spellings.
 */
export type Limit = (
  name: BoundName,
) => (req: Request, res?: Response, next?: NextFunction) => Promise<void>;

/** Throws a `Problem` when no point is left. */
export type Consume = () => Promise<void>;

/** Longer keys are hashed: the column holds 255 characters. */
const KEY_MAX = 100;

export function openLimits(pool: Pool): Limit {
  return (name) => {
    const bound: Bound = BOUNDS[name];
    return async (req, _res, next) => {
      // The narrowest first: a refused caller takes nothing from the others.
      for (const [key, points] of sharesOf(bound, req)) {
        await openLimiter(pool, name, { points, seconds: bound.seconds })
          .consume(bounded(key))
          .catch((refusal) => {
            throw refusal instanceof RateLimiterRes
              ? tooMany(refusal.msBeforeNext, bound.refusal)
              : refusal;
          });
      }
      next?.();
    };
  };
}

function sharesOf(bound: Bound, req: Request): [key: string, points: number][] {
  const { account, network, accounts, everybody } = bound;
  const hasAccount = req.user && account !== undefined;
  const most = hasAccount ? accounts : network;
  const shares: [string, number][] = [];
  if (hasAccount) shares.push([accountKey(req.user as Express.User), account]);
  if (most !== undefined) {
    const prefix = hasAccount ? 'accounts ' : '';
    const largest = ((everybody ?? Number.POSITIVE_INFINITY) * 2) / 3;
    networksBehind(req).forEach((key, step) => {
      shares.push([prefix + key, Math.min(most * (WIDER[step] ?? 1), largest)]);
    });
  }
  if (everybody !== undefined) shares.push(['everybody', everybody]);
  return shares;
}

export type Counter = ReturnType<typeof openCounter>;

/** Counts attempts once their outcome is known: at most `points` per key in `seconds`. */
export function openCounter(pool: Pool, name: string, allowed: Allowed) {
  const limiter = openLimiter(pool, name, allowed);
  return {
    /** Throws `Problem('too_many')` if the key has spent `times` its points. */
    async refuseSpent(key: string, times = 1): Promise<void> {
      const count = await limiter.get(bounded(key));
      if (count && count.consumedPoints >= allowed.points * times)
        throw tooMany(count.msBeforeNext);
    },
    async add(key: string): Promise<void> {
      await limiter.penalty(bounded(key));
    },
  };
}

const TOO_MANY = ['too_many', 'Too many attempts. Please wait a little and try again.'] as const;

function tooMany(milliseconds: number, [code, message] = TOO_MANY as Refusal): Problem {
  const problem = new Problem(code, message);
  problem.retryAfter = Math.ceil(milliseconds / 1000);
  return problem;
}

/**
 * A client that retries at once would take the CPU that pages need. Jitter keeps clients that were
 * refused together from returning together.
 */
export function delayRefusals(milliseconds: number): ErrorRequestHandler {
  return function delayRefusal(error, _req, _res, next) {
    if (error instanceof Problem && error.code === 'too_many' && milliseconds > 0) {
      setTimeout(() => next(error), milliseconds * (0.5 + Math.random()));
    } else next(error);
  };
}

/** Removes expired counts, because their keys are people's addresses. Call it periodically. */
export async function forgetCounts(db: Db): Promise<void> {
  // The counts use this process's clock, too.
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()));
}

interface Allowed {
  points: number;
  seconds: number;
}

/** Limiters of one name share one count, whatever their points. */
function openLimiter(pool: Pool, name: string, { points, seconds }: Allowed) {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    // `forgetCounts` does this for all limits at once.
    clearExpiredByTimeout: false,
  });
}

function bounded(key: string): string {
  return key.length <= KEY_MAX ? key : createHash('sha256').update(key).digest('base64url');
}
