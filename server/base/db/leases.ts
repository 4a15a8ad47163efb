import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from './openDatabase.ts';
import { jobLeases } from './tables.ts';

/** How long a lease lasts unless renewed, ms. Then a dead instance's job is taken over. */
const LEASE = 15_000;

interface LeasedJob {
  name: string;
  /** From the end of one run to the next, ms. */
  interval: number;
  run(signal: AbortSignal): Promise<unknown>;
}

/**
 * Runs a job once per interval, however many instances there are. Resolves with the milliseconds
 * until it is worth calling again. The job's signal aborts with `stopping`, or when another
 * instance may have the lease.
 */
export async function runUnderLease(
  db: Db,
  { name, interval, run }: LeasedJob,
  stopping: AbortSignal,
  lease = LEASE,
): Promise<number> {
  const holder = randomUUID();
  const isOurs = and(eq(jobLeases.name, name), eq(jobLeases.holder, holder));
  const expireIn = async (ms: number) => {
    const { rowCount } = await db
      .update(jobLeases)
      .set({ expiresAt: afterNow(ms) })
      .where(isOurs);
    return rowCount === 1;
  };
  const { rowCount } = await db
    .insert(jobLeases)
    .values({ name, holder, expiresAt: afterNow(lease) })
    .onConflictDoUpdate({
      target: jobLeases.name,
      set: { holder, expiresAt: afterNow(lease) },
      setWhere: sql`${jobLeases.expiresAt} <= now()`,
    });
  if (!rowCount) {
    const left = sql<number>`extract(epoch from ${jobLeases.expiresAt} - now())::float8 * 1000`;
    const [row] = await db.select({ left }).from(jobLeases).where(eq(jobLeases.name, name));
    return Math.max(0, row?.left ?? 0);
  }
  try {
    await holdLease(
      lease,
      () => expireIn(lease),
      (lost) => run(AbortSignal.any([stopping, lost])),
    );
  } finally {
    // A run cut short by a shutdown continues at another instance.
    await expireIn(stopping.aborted ? 0 : interval);
  }
  return interval;
}

/**
 * The signal aborts when another may have the lease: `renew` resolved with false, or has not
 * succeeded for three quarters of the lease's time.
 */
export async function holdLease<T>(
  lease: number,
  renew: () => Promise<boolean>,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const lapse = setTimeout(() => lost.abort(), lease * 0.75);
  const renewal = setInterval(() => {
    renew().then(
      (isOurs) => (isOurs ? lapse.refresh() : lost.abort()),
      // The database may be away for a moment; the lease still holds.
      () => {},
    );
  }, lease / 4);
  try {
    return await work(lost.signal);
  } finally {
    clearTimeout(lapse);
    clearInterval(renewal);
  }
}

/** By the database's clock. */
export const afterNow = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000})`;
