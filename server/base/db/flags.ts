import { eq, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from './openDatabase.ts';
import { orders } from './tables.ts';

/** Marks an order for a person to look at. Each reason is kept once until it is cleared. */
export async function raiseFlag(db: DbOrTx, orderId: number, reason: string): Promise<void> {
  await db
    .update(orders)
    .set({ flags: withFlag(reason) })
    .where(eq(orders.id, orderId));
}

export function withFlag(reason: string): SQL {
  const flag = sql`jsonb_build_object('reason', ${reason}::text,
    'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
  const isThere = sql`${orders.flags} @> jsonb_build_array(jsonb_build_object('reason', ${reason}::text))`;
  return sql`case when ${isThere} then ${orders.flags} else ${orders.flags} || ${flag} end`;
}
