import { createHash } from 'node:crypto';
import { lt } from 'drizzle-orm';
import type { Request, RequestHandler } from 'express';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '#shared/problem.ts';
import type { Db } from '../db/open.ts';
import { rateLimits } from '../db/tables.ts';
import { networkBehind } from './network.ts';

/**
 * At most `points` requests in `seconds` for each key; without `keyOf` the key is the network that
 * the request comes from. A key is what we know of the request, e.g. the account that is signed in,
 * never what its body says: that has more spellings than one until its schema has read it.
 */
export type Limit = (
  name: string,
  points: number,
  seconds: number,
  keyOf?: (req: Request) => string,
) => RequestHandler;

/** A count of what went wrong, for whoever finds out only afterwards. */
export interface Counter {
  /** Throws `Problem('too_many')` when the key's `points` are used up. */
  refuseSpent(key: string): Promise<void>;
  add(key: string): Promise<void>;
}

/** Longer keys are counted by their hash: the column has room for 255 characters. */
const KEY_MAX = 100;

/** Rate limits, kept in PostgreSQL: all instances count together, a restart forgets none. */
export function openLimits(pool: Pool): Limit {
  return (name, points, seconds, keyOf = networkBehind) => {
    const limiter = openLimiter(pool, name, { points, seconds });
    return async (req, _res, next) => {
      await limiter.consume(bounded(keyOf(req))).catch((refusal) => {
        throw refusal instanceof RateLimiterRes ? tooMany(refusal.msBeforeNext) : refusal;
      });
      next();
    };
  };
}

/** At most `points` in `seconds` for each key, kept as the limits are. */
export function openCounter(
  pool: Pool,
  name: string,
  most: { points: number; seconds: number },
): Counter {
  const limiter = openLimiter(pool, name, most);
  return {
    async refuseSpent(key) {
      const count = await limiter.get(bounded(key));
      if (count && count.consumedPoints >= most.points) throw tooMany(count.msBeforeNext);
    },
    async add(key) {
      await limiter.penalty(bounded(key));
    },
  };
}

/** What whoever must wait is told; `milliseconds` until it is worth trying again. */
export function tooMany(
  milliseconds: number,
  message = 'Too many attempts. Please wait a little and try again.',
): Problem {
  const problem = new Problem('too_many', message);
  problem.retryAfter = Math.ceil(milliseconds / 1000);
  return problem;
}

/** Removes counts whose time is over: their keys are addresses of people. To be called now and then. */
export async function forgetCounts(db: Db): Promise<void> {
  // By this process's clock, as the counts were made.
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()));
}

function openLimiter(pool: Pool, name: string, most: { points: number; seconds: number }) {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points: most.points,
    duration: most.seconds,
    // By `forgetCounts` instead, once for all limits.
    clearExpiredByTimeout: false,
  });
}

function bounded(key: string): string {
  return key.length <= KEY_MAX ? key : createHash('sha256').update(key).digest('base64url');
}
