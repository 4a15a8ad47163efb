import { sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/open.ts';

/** Ends every session of the account; part of whatever transaction gave the reason. */
export async function signOutEverywhere(tx: DbOrTx, userId: number): Promise<void> {
  await tx.execute(sql`delete from session where sess->'passport'->>'user' = ${String(userId)}`);
}
