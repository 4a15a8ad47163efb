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
 * Counts a request at its account, at each of its networks and for everybody, as far as the bound has
 * such shares, and throws its refusal with Retry-After. What is counted has been verified, and is never
 * part of the body: before its schema has parsed it, one value has several spellings.
 */
export type Limit = (
  name: BoundName,
) => (req: Request, res?: Response, next?: NextFunction) => Promise<void>;

/** Consumes one point of a limit. Throws a `Problem` when none is left. */
export type Consume = () => Promise<void>;

/** Longer keys are hashed: the column holds 255 characters. */
const KEY_MAX = 100;

/** Rate limits in PostgreSQL: shared by all instances, and kept across restarts. */
export function openLimits(pool: Pool): Limit {
  return (name) => {
    const bound: Bound = BOUNDS[name];
    const limiterOf = limitersOf(pool, name, bound.seconds);
    return async (req, _res, next) => {
      // The narrowest first: who is refused takes nothing from the others.
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

/**
 * Counts attempts by how they ended. At most `points` in `seconds` for each key, stored like the limits;
 * `times` as many for a key that stands for more.
 */
export function openCounter(
  pool: Pool,
  name: string,
  { points, seconds }: { points: number; seconds: number },
) {
  const limiter = limitersOf(pool, name, seconds)(points);
  return {
    /** Throws `Problem('too_many')` if the key's points are used up. */
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

/** The error for a client that has to wait; `milliseconds` until a retry makes sense. */
function tooMany(milliseconds: number, [code, message] = TOO_MANY as Refusal): Problem {
  const problem = new Problem(code, message);
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

/** A limiter for each number of points; they count alike. */
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
