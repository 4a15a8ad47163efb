import { createHash } from 'node:crypto';
import { lt } from 'drizzle-orm';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import type { Db } from '../db/open.ts';
import { rateLimits } from '../db/tables.ts';
import { networkBehind } from './network.ts';

/**
 * At most `points` requests in `seconds` for each key, by default the client's network. A key is
 * something we have verified, e.g. the signed-in account, never part of the body: before its schema
 * has parsed it, one value has several spellings.
 */
export type Limit = (
  name: string,
  points: number,
  seconds: number,
  keyOf?: (req: Request) => string,
) => RequestHandler;

/** Consumes one point of a limit. Throws a `Problem` when none is left. */
export type Consume = () => Promise<void>;

/** The limit with its own error message, to be applied where a request begins to cost something. */
export function withMessage(
  limit: RequestHandler,
  [code, message]: readonly [ProblemCode, string],
): (req: Request, res: Response) => Promise<void> {
  return async (req, res) => {
    try {
      await limit(req, res, () => {});
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'too_many') throw error;
      const refusal = new Problem(code, message);
      refusal.retryAfter = error.retryAfter;
      throw refusal;
    }
  };
}

/** Longer keys are hashed: the column holds 255 characters. */
const KEY_MAX = 100;

/** Rate limits in PostgreSQL: shared by all instances, and kept across restarts. */
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

export type Counter = ReturnType<typeof openCounter>;

/**
 * Counts failures that are only known after the attempt. At most `points` in `seconds` for each
 * key, stored like the limits.
 */
export function openCounter(pool: Pool, name: string, most: { points: number; seconds: number }) {
  const limiter = openLimiter(pool, name, most);
  return {
    /** Throws `Problem('too_many')` if the key's `points` are used up. */
    async refuseSpent(key: string): Promise<void> {
      const count = await limiter.get(bounded(key));
      if (count && count.consumedPoints >= most.points) throw tooMany(count.msBeforeNext);
    },
    async add(key: string): Promise<void> {
      await limiter.penalty(bounded(key));
    },
  };
}

/** The error for a client that has to wait; `milliseconds` until a retry makes sense. */
export function tooMany(
  milliseconds: number,
  message = 'Too many attempts. Please wait a little and try again.',
): Problem {
  const problem = new Problem('too_many', message);
  problem.retryAfter = Math.ceil(milliseconds / 1000);
  return problem;
}

/**
 * Delays each 429 by about `milliseconds`. A client that retries at once would otherwise take the CPU
 * that pages need. The delay is jittered, so that clients refused together do not return together.
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
  // By this process's clock, like the counts.
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
    // `forgetCounts` does this for all limits at once.
    clearExpiredByTimeout: false,
  });
}

function bounded(key: string): string {
  return key.length <= KEY_MAX ? key : createHash('sha256').update(key).digest('base64url');
}
