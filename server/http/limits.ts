import { lt } from 'drizzle-orm';
import type { Request, RequestHandler } from 'express';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '#shared/problem.ts';
import type { Db } from '../db/open.ts';
import { rateLimits } from '../db/tables.ts';

/** At most `points` requests in `seconds` for each key; without `keyOf` the key is the address. */
export type Limit = (
  name: string,
  points: number,
  seconds: number,
  keyOf?: (req: Request) => string,
) => RequestHandler;

/** Rate limits, kept in PostgreSQL: all instances count together, a restart forgets none. */
export function openLimits(pool: Pool): Limit {
  return (name, points, duration, keyOf = addressOf) => {
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration,
      // By `forgetCounts` instead, once for all limits.
      clearExpiredByTimeout: false,
    });
    return async (req, res, next) => {
      try {
        await limiter.consume(keyOf(req));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        res.set('Retry-After', String(Math.ceil(refusal.msBeforeNext / 1000)));
        throw new Problem('too_many', 'Too many attempts. Please wait a little and try again.');
      }
      next();
    };
  };
}

/** Removes counts whose time is over: their keys are addresses of people. To be called now and then. */
export async function forgetCounts(db: Db): Promise<void> {
  // By this process's clock, as the counts were made.
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()));
}

function addressOf(req: Request): string {
  return req.ip ?? 'unknown';
}
