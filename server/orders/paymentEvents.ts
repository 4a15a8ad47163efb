import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '../base/db/openDatabase.ts';
import { orders, paymentEvents, unmatchedPayments } from '../base/db/tables.ts';
import { log } from '../base/kit/log.ts';
import { recordAdjustment } from './adjustments.ts';
import { markExpired } from './closeOrder.ts';
import type { OrderRow, OrderTools } from './orderQueries.ts';
import type { Adjustment, Named, PaymentEvent } from './paddle/payments.ts';
import { settle } from './settle.ts';

/** Calls `onStored` once the event cannot be lost: Paddle waits only five seconds for our reply. */
export async function receiveEvent(
  tools: OrderTools,
  event: PaymentEvent,
  onStored?: () => void,
): Promise<void> {
  const [fresh] = await tools.db
    .insert(paymentEvents)
    .values({
      eventId: event.id,
      type: event.type,
      occurredAt: event.occurredAt,
      payload: isAboutMoney(event) ? event.payload : envelopeOf(event.payload),
    })
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId });
  onStored?.();
  if (fresh) await handle(tools, event);
}

const isAboutMoney = ({ about }: PaymentEvent) => about !== 'something else' && about !== 'key';

/** Idempotent. */
export async function handle(tools: OrderTools, event: PaymentEvent): Promise<void> {
  const outcome = await act(tools, event);
  await tools.db
    .update(paymentEvents)
    .set({ handledAt: sql`now()`, outcome })
    .where(and(eq(paymentEvents.eventId, event.id), isNull(paymentEvents.handledAt)));
  await redactLateEvent(tools.db, event.id);
}

async function act(tools: OrderTools, event: PaymentEvent): Promise<string> {
  if (event.about === 'something else') return 'ignored';
  if (event.about === 'key') {
    await tools.alerts.keyEnds(tools.db, event.key);
    return `the ${event.key.kind} is ${event.key.news}`;
  }
  if (event.about === 'unreadable') {
    if (await isForeign(tools, event.names)) return 'another product’s';
    log.error({ eventId: event.id, trouble: event.trouble }, 'a payment event is unreadable');
    return `unreadable: ${event.trouble}`;
  }
  if (event.about === 'transaction') {
    const { transaction } = event;
    if (transaction.status !== 'canceled') return settle(tools, transaction);
    const order = await findByTransaction(tools, transaction.id);
    if (!order) return 'unknown order';
    await markExpired(tools, order);
    return 'canceled';
  }
  const { adjustment } = event;
  const isKnown = await applyAdjustment(tools, adjustment);
  return isKnown ? `${adjustment.action} ${adjustment.status}` : 'unknown order';
}

async function isForeign(tools: OrderTools, { transactionId, orderId }: Named): Promise<boolean> {
  if (orderId !== null || transactionId === null) return false;
  return !(await findByTransaction(tools, transactionId));
}

/** Settles the payment first if it is not known yet. False if it is not one of ours. */
export async function applyAdjustment(tools: OrderTools, adjustment: Adjustment): Promise<boolean> {
  if (await recordAdjustment(tools, adjustment)) return true;
  const transaction = await tools.payments.find(adjustment.transactionId);
  if (transaction) await settle(tools, transaction);
  return recordAdjustment(tools, adjustment);
}

async function findByTransaction(
  { db }: OrderTools,
  transactionId: string,
): Promise<OrderRow | undefined> {
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.paddleTransactionId, transactionId));
  return order;
}

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
function envelopeOf(payload: Record<string, unknown>): Record<string, unknown> {
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
async function redactLateEvent(db: Db, eventId: string): Promise<void> {
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
