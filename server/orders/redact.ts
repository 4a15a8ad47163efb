import { type SQL, sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '../db/open.ts';
import { orders, paymentEvents, strayPayments } from '../db/tables.ts';

/** What in a transaction or an adjustment tells who paid and how. */
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

/** Of an event that we do nothing about (a customer's, say) only its envelope and its id. */
export function envelopeOf(payload: Record<string, unknown>): Record<string, unknown> {
  const { data, ...envelope } = payload;
  const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : null;
  return { ...envelope, data: { id } };
}

/**
 * What Paddle told of payments for these orders stays, without who paid and how; of what could not be
 * read, where that stands is not known, nothing stays.
 */
export async function redactEvents(tx: DbOrTx, whose: SQL, which = sql`true`): Promise<void> {
  const { payload, outcome } = paymentEvents;
  const data = sql`${payload} -> 'data'`;
  const transactions = sql`
    select ${orders.paddleTransactionId} as id from ${orders} where ${whose}
    union all
    select ${strayPayments.transactionId} from ${strayPayments}
      join ${orders} on ${orders.id} = ${strayPayments.orderId} where ${whose}`;
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

/**
 * The same for one event that came after its account was deleted. Whoever deletes an account holds
 * its orders, so this waits for that, and then sees it gone.
 */
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
