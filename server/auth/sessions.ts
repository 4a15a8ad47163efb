import { sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/open.ts';

/** Ends all sessions of the account. Call it within the transaction that makes it necessary. */
export async function signOutEverywhere(tx: DbOrTx, userId: number): Promise<void> {
  await tx.execute(sql`delete from session where sess->'passport'->>'user' = ${String(userId)}`);
}
