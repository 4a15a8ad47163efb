import { type SQL, sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '../base/db/openDatabase.ts';
import { orders, paymentEvents, unmatchedPayments } from '../base/db/tables.ts';

/** Fields of a transaction or an adjustment that identify who paid and how. */
const PERSONAL = [
  'payments',
  'customer',
  'customer_id',
  'address',
  'address_id',
  'business',
  'business_id',
  'billing_details',
];

/** All that we keep of an event we do not act on, such as a customer's: its envelope and id. */
export function envelopeOf(payload: Record<string, unknown>): Record<string, unknown> {
  const { data, ...envelope } = payload;
  const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : null;
  return { ...envelope, data: { id } };
}

/** Unreadable events are emptied, because we cannot tell where they hold who paid and how. */
export async function redactEvents(tx: DbOrTx, whose: SQL, which = sql`true`): Promise<void> {
  const { payload, outcome } = paymentEvents;
  const data = sql`${payload} -> 'data'`;
  const transactions = sql`
    select ${orders.paddleTransactionId} as id from ${orders} where ${whose}
    union all
    select ${unmatchedPayments.transactionId} from ${unmatchedPayments}
      join ${orders} on ${orders.id} = ${unmatchedPayments.orderId} where ${whose}`;
  const isUnreadable = sql`coalesce(${outcome} like 'unreadable%', false)`;
  await tx.execute(sql`
    update ${paymentEvents}
    set payload = case when ${isUnreadable} then '{}'
      else jsonb_set(${payload}, '{data}', (${data}) - ${sql.param(PERSONAL)}::text[]) end
    where ${which} and case when ${isUnreadable}
      then exists (select 1 from (${transactions}) as known where strpos(${payload}::text, known.id) > 0)
      else jsonb_typeof(${data}) = 'object'
        and coalesce(${data} ->> 'transaction_id', ${data} ->> 'id') in (${transactions}) end`);
}

/** Waits for a deletion in progress, which locks its orders, then sees that the account is gone. */
export async function redactLateEvent(db: Db, eventId: string): Promise<void> {
  const which = sql`${paymentEvents.eventId} = ${eventId}`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      select 1 from ${orders} where ${orders.paddleTransactionId} in
        (select coalesce(payload #>> '{data,transaction_id}', payload #>> '{data,id}')
         from ${paymentEvents} where ${which})
      for share`);
    await redactEvents(tx, sql`${orders.userId} is null`, which);
  });
}
