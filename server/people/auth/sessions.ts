import { and, asc, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { orders, podcasts } from '../../base/db/tables.ts';
import { endLinks } from '../../episodes/listen/episodeAccess.ts';

/** Call it within the transaction that makes it necessary. */
export async function signOutEverywhere(tx: DbOrTx, userId: number): Promise<void> {
  await tx.execute(sql`delete from session where sess->'passport'->>'user' = ${String(userId)}`);
}

/** More than anybody has devices. */
const MOST = 20;

export async function endOldestSessions(db: DbOrTx, userId: number): Promise<void> {
  await db.execute(sql`delete from session where sid in (
    select sid from session where sess->'passport'->>'user' = ${String(userId)}
    order by expire desc offset ${MOST - 1})`);
}

/**
 * Open orders expire now (reconciliation closes them at Paddle), and all links are replaced. Lock
 * order: orders, then episodes; the account's row afterwards.
 */
export async function revokeSessionlessAccess(tx: DbOrTx, userId: number): Promise<void> {
  await tx
    .update(orders)
    .set({ expiresAt: sql`least(${orders.expiresAt}, now())` })
    .where(and(eq(orders.userId, userId), eq(orders.status, 'open')));
  const theirs = await tx
    .select({ id: podcasts.id })
    .from(podcasts)
    .where(eq(podcasts.userId, userId))
    .orderBy(asc(podcasts.id));
  for (const { id } of theirs) await endLinks(tx, id);
}
