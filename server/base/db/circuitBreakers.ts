import { and, eq, getTableColumns, ne, or, type SQL, sql } from 'drizzle-orm';
import { afterNow } from './leases.ts';
import type { DbOrTx } from './openDatabase.ts';
import { circuitBreakers as circuits } from './tables.ts';

/*
 * One row for each provider that fails, which all instances share (the pattern: Nygard, "Release
 * It!"). Without a row, a provider is healthy. Its states:
 *
 * closed     Its failures are noted, and nothing else changes yet.
 * open       It is not called, but for a probe from time to time.
 * half-open  It has served a probe and may be called again: the next results decide.
 */

/** `failingFor` is in seconds, by the database's clock. */
export type Circuit = typeof circuits.$inferSelect & { failingFor: number };

const shown = {
  ...getTableColumns(circuits),
  failingFor: sql<number>`extract(epoch from now() - ${circuits.failingSince})::float8`,
};

/** ms. */
const TIMES = {
  /** Failures further apart than this are not one outage. */
  forgotten: 300_000,
  /** Longer than one call usually takes with its retries, so that its result is known. */
  halfOpen: 120_000,
};

const isForgotten = (pace: number) =>
  sql`(${circuits.state} = 'closed' and ${circuits.failedAt} < ${afterNow(-TIMES.forgotten * pace)})`;

export const listCircuits = (db: DbOrTx): Promise<Circuit[]> => db.select(shown).from(circuits);

interface Failing {
  provider: string;
  message: string;
  /** A vague message does not replace that of an earlier failure. */
  isVague?: boolean;
  /** What failed: an episode, an account or an email. */
  subject?: string | undefined;
  /** Since when it fails, ms. */
  age?: number;
}

/** `pace` scales how long failures are remembered, for tests. */
export async function noteFailure(
  db: DbOrTx,
  { provider, message, isVague = false, subject, age = 0 }: Failing,
  pace = 1,
): Promise<Circuit> {
  const isOver = isForgotten(pace);
  const { failingSince, failingSubjects } = circuits;
  const [circuit] = await db
    .insert(circuits)
    .values({
      provider,
      message,
      failingSubjects: subject ? [subject] : [],
      failingSince: afterNow(-age),
    })
    .onConflictDoUpdate({
      target: circuits.provider,
      set: {
        ...(!isVague && { message }),
        failedAt: sql`now()`,
        failingSince: sql`case when ${isOver} then excluded.failing_since else ${failingSince} end`,
        failingSubjects: sql`case when ${isOver} then excluded.failing_subjects
          when ${failingSubjects} @> excluded.failing_subjects then ${failingSubjects}
          else ${failingSubjects} || excluded.failing_subjects end`,
      },
    })
    .returning(shown);
  return circuit as Circuit;
}

/** Resolves with its row, or with null if it was open already for this or a graver reason. */
export async function openCircuit(
  tx: DbOrTx,
  { provider, reason, message }: Pick<Circuit, 'provider' | 'reason' | 'message'>,
  probeIn = 0,
): Promise<typeof circuits.$inferSelect | null> {
  const change = { state: 'open' as const, reason, message, nextProbeAt: afterNow(probeIn) };
  const [opened] = await tx
    .insert(circuits)
    .values({ provider, ...change, openedAt: sql`now()` })
    .onConflictDoUpdate({
      target: circuits.provider,
      set: {
        ...change,
        openedAt: sql`coalesce(${circuits.openedAt}, now())`,
        // A breaker that was half-open keeps its longer wait between probes.
        nextProbeAt: sql`greatest(${circuits.nextProbeAt}, excluded.next_probe_at)`,
      },
      setWhere: sql`${circuits.state} <> 'open' or (${circuits.reason} = 'away' and excluded.reason = 'refused')`,
    })
    .returning();
  return opened ?? null;
}

/** Claims its next probe for so many ms, in which no other instance sends it. */
export async function claimProbe(db: DbOrTx, provider: string, ms: number): Promise<boolean> {
  const { rowCount } = await db
    .update(circuits)
    .set({ nextProbeAt: afterNow(ms), probes: sql`${circuits.probes} + 1` })
    .where(and(eq(circuits.provider, provider), sql`${circuits.nextProbeAt} <= now()`));
  return rowCount === 1;
}

export async function setNextProbe(db: DbOrTx, provider: string, ms: number): Promise<void> {
  await db
    .update(circuits)
    .set({ nextProbeAt: afterNow(ms) })
    .where(eq(circuits.provider, provider));
}

export async function halfOpenCircuit(db: DbOrTx, provider: string): Promise<void> {
  const now = sql`now()`;
  await db
    .update(circuits)
    .set({ state: 'half-open', halfOpenAt: now, failingSince: now, failingSubjects: [] })
    .where(and(eq(circuits.provider, provider), eq(circuits.state, 'open')));
}

/** Removes closed ones without a recent failure, and half-open ones that nobody calls any more. */
export async function removeEnded(db: DbOrTx, pace: number): Promise<void> {
  const isSilent = sql`${circuits.halfOpenAt} < ${afterNow(-TIMES.halfOpen * pace)}`;
  await db
    .delete(circuits)
    .where(or(isForgotten(pace), and(eq(circuits.state, 'half-open'), isSilent)));
}

type Outage = Pick<Circuit, 'provider' | 'reason' | 'message'> & { since: Date };

/** What does not serve us of the providers in `where`, since when, and what it said. */
export const listOutages = (db: DbOrTx, where: SQL | undefined): Promise<Outage[]> =>
  db
    .select({
      provider: circuits.provider,
      reason: circuits.reason,
      message: circuits.message,
      since: sql<Date>`coalesce(${circuits.openedAt}, now())`.mapWith(circuits.openedAt),
    })
    .from(circuits)
    .where(and(ne(circuits.state, 'closed'), where))
    .orderBy(circuits.provider);
