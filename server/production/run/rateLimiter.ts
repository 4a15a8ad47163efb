import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { scriptCalls, scriptRateLimits } from '../../base/db/tables.ts';
import { log } from '../../base/kit/log.ts';
import type {
  Allowance,
  Allowances,
  CountedCall,
  RateLimiter,
} from '../../writing/model/rateLimits.ts';

/** How often a waiting call checks again, ms: others may be answered, or their process gone. */
const POLL_EVERY = { soonest: 20, latest: 1_000 };
/** Seconds after which a waiting call that has not checked is gone. */
const LIVE_FOR = 5;
/**
 * Seconds after which a call has its answer's headers or has timed out (`writing/model/model.ts`).
 */
const OPEN_FOR = 90;
/** No instance that hangs with the lock blocks the others for longer. */
const STANDSTILL = '5s';
/** Longer waits are logged, ms: the account's tier is too small for our sales. */
const LONG = 10_000;

/**
 * Each call is a row until it is answered. The budget is the last report less the open calls, so
 * that a wrong estimate of tokens lasts no longer than its call. First come, first served: an
 * episode makes one call at a time, so episodes take turns. All times are the database's.
 */
export function openRateLimiter(db: Db): RateLimiter {
  /** No call waits for a database that is away: the provider's 429 has to do. */
  const attempt = <T>(what: Promise<T>, otherwise: T): Promise<T> =>
    what.catch((error) => {
      log.warn({ err: error }, 'the limits of the script model could not be shared');
      return otherwise;
    });

  /** Resolves once everything reported here is stored. */
  let settled: Promise<unknown> = Promise.resolve();

  return {
    async enter(call, signal) {
      const id = randomUUID();
      let isClosed = false;
      const close = (reported: Allowances) => {
        if (isClosed) return;
        isClosed = true;
        settled = Promise.all([settled, attempt(settle(db, id, call, reported), undefined)]);
      };
      try {
        const began = performance.now();
        await settled;
        for (;;) {
          signal.throwIfAborted();
          const wait = await attempt(timeToWait(db, id, call), 0);
          if (!wait) {
            logLongWait(call, performance.now() - began);
            return close;
          }
          const until = Math.min(Math.max(wait, POLL_EVERY.soonest), POLL_EVERY.latest);
          await pause(until, undefined, { signal });
        }
      } catch {
        close({});
        throw signal.reason;
      }
    },
  };
}

function logLongWait({ quota, tokens }: CountedCall, waited: number): void {
  if (waited < LONG) return;
  const seconds = Math.round(waited / 1000);
  log.info({ quota, tokens, seconds }, 'a call waited for the limits of the script model');
}

const clock = sql`clock_timestamp()`;
const ago = (seconds: number) => sql`${clock} - make_interval(secs => ${seconds})`;

/** Under a lock, so that each call sees what the others were given. */
async function underLock<T>(db: Db, quota: string, what: (tx: DbOrTx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('lock_timeout', ${STANDSTILL}, true), set_config('idle_in_transaction_session_timeout', ${STANDSTILL}, true)`,
    );
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`script ${quota}`}))`);
    return what(tx);
  });
}

/** Queues the call. Resolves with its wait, ms; at 0 the call is marked as made. */
function timeToWait(db: Db, id: string, { quota, tokens }: CountedCall): Promise<number> {
  return underLock(db, quota, async (tx) => {
    await tx
      .insert(scriptCalls)
      .values({ id, quota, tokens, seenAt: clock })
      .onConflictDoUpdate({ target: scriptCalls.id, set: { seenAt: clock } });
    await tx.delete(scriptCalls).where(lt(scriptCalls.seenAt, ago(2 * OPEN_FOR)));
    const calls = await tx
      .select({
        id: scriptCalls.id,
        tokens: scriptCalls.tokens,
        isMade: sql<boolean>`${scriptCalls.madeAt} is not null`,
      })
      .from(scriptCalls)
      .where(
        and(
          eq(scriptCalls.quota, quota),
          or(
            sql`${scriptCalls.madeAt} is null and ${scriptCalls.seenAt} > ${ago(LIVE_FOR)}`,
            sql`${scriptCalls.madeAt} > ${ago(OPEN_FOR)}`,
          ),
        ),
      )
      .orderBy(scriptCalls.number);
    const wait = waitFor(id, calls, await knownOf(tx, quota));
    if (!wait) await tx.update(scriptCalls).set({ madeAt: clock }).where(eq(scriptCalls.id, id));
    return wait;
  });
}

function knownOf(tx: DbOrTx, quota: string) {
  const { kind, limit, remaining, fullIn, receivedAt } = scriptRateLimits;
  const age = sql<number>`extract(epoch from ${clock} - ${receivedAt})::float8 * 1000`;
  return tx
    .select({ kind, limit, remaining, fullIn, age })
    .from(scriptRateLimits)
    .where(eq(scriptRateLimits.quota, quota));
}

function settle(db: Db, id: string, { quota }: CountedCall, reported: Allowances): Promise<void> {
  return underLock(db, quota, async (tx) => {
    const age = sql<
      number | null
    >`extract(epoch from ${clock} - ${scriptCalls.madeAt})::float8 * 1000`;
    const [call] = await tx.delete(scriptCalls).where(eq(scriptCalls.id, id)).returning({ age });
    const known = await knownOf(tx, quota);
    for (const kind of ['requests', 'tokens'] as const) {
      const allowance = reported[kind];
      if (!allowance) continue;
      const before = known.find((one) => one.kind === kind);
      const isLater = Boolean(before && (call?.age ?? Number.POSITIVE_INFINITY) < before.age);
      if (!isNews(allowance, before, isLater)) continue;
      const row = { ...allowance, receivedAt: clock };
      await tx
        .insert(scriptRateLimits)
        .values({ quota, kind, ...row })
        .onConflictDoUpdate({ target: [scriptRateLimits.quota, scriptRateLimits.kind], set: row });
    }
  });
}

/** A limit as it was reported `age` ms ago. */
export interface Known extends Allowance {
  kind: keyof Allowances;
  age: number;
}

/** A call that waits, or was made and is not answered yet. */
interface OpenCall {
  id: string;
  tokens: number;
  isMade: boolean;
}

const MINUTE = 60_000;
/** A first call that would wait longer is made, ms: the refusal over a daily limit pauses sales. */
const LONGEST_WAIT = 10 * MINUTE;

function rateOf({ limit, remaining, fullIn }: Allowance): number {
  return remaining < limit && fullIn > 0 ? (limit - remaining) / fullIn : limit / MINUTE;
}

export function remainingNow(known: Known): number {
  return Math.min(known.limit, known.remaining + rateOf(known) * known.age);
}

/** The answer to an earlier call counts only if it leaves less or names another limit. */
export function isNews(reported: Allowance, known: Known | undefined, isLater: boolean): boolean {
  if (!known || isLater || reported.limit !== known.limit) return true;
  return reported.remaining < remainingNow(known);
}

/** Milliseconds, or 0. A call above a whole limit is made once nothing else is open. */
export function waitFor(id: string, calls: OpenCall[], limits: Known[]): number {
  const position = calls.findIndex((call) => call.id === id);
  const mine = calls.filter((call, index) => call.isMade || index <= position);
  const isFirst = mine.every((call) => call.isMade || call.id === id);
  const waits = limits.map((known) => {
    const cost = ({ tokens }: OpenCall) =>
      known.kind === 'requests' ? 1 : Math.min(tokens, known.limit);
    const needed = mine.reduce((sum, call) => sum + cost(call), 0);
    return Math.max(0, needed - remainingNow(known)) / rateOf(known);
  });
  const wait = Math.max(0, ...waits);
  return isFirst && wait > LONGEST_WAIT ? 0 : wait;
}
