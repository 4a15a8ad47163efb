import { createHash } from 'node:crypto';
import { lt } from 'drizzle-orm';
import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '#shared/problem.ts';
import type { Db } from '../db/openDatabase.ts';
import { rateLimits } from '../db/tables.ts';
import { BOUNDS, type Bound, type BoundName, WIDER } from './bounds.ts';
import { accountKey, networksBehind } from './network.ts';

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
    const limiterOf = limitersOf(pool, name, bound.seconds);
    return async (req, _res, next) => {
      // The narrowest first: a refused caller takes nothing from the others.
      for (const [key, points] of sharesOf(bound, req)) {
        await limiterOf(points)
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
export function openCounter(
  pool: Pool,
  name: string,
  { points, seconds }: { points: number; seconds: number },
) {
  const limiter = limitersOf(pool, name, seconds)(points);
  return {
    /** Throws `Problem('too_many')` if the key has spent `times` its points. */
    async refuseSpent(key: string, times = 1): Promise<void> {
      const count = await limiter.get(bounded(key));
      if (count && count.consumedPoints >= points * times) throw tooMany(count.msBeforeNext);
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

/** Limiters with different points share one count. */
function limitersOf(pool: Pool, name: string, seconds: number) {
  return (points: number) =>
    new RateLimiterPostgres({
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
