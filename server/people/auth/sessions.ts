import { sql } from 'drizzle-orm';
import type { DbOrTx } from '../../base/db/openDatabase.ts';

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
