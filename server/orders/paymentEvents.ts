import { and, eq, isNull, sql } from 'drizzle-orm';
import { orders, paymentEvents } from '../base/db/tables.ts';
import { log } from '../base/kit/log.ts';
import { recordAdjustment } from './adjustments.ts';
import { markExpired } from './closeOrder.ts';
import type { OrderDependencies } from './dependencies.ts';
import type { OrderRow } from './orderQueries.ts';
import type { Adjustment, Named, PaymentEvent } from './paddle/payments.ts';
import { envelopeOf, redactLateEvent } from './redactEvents.ts';
import { settle } from './settle.ts';

/** Calls `onStored` once the event cannot be lost: Paddle waits only five seconds for our reply. */
export async function receiveEvent(
  tools: OrderDependencies,
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
export async function handle(tools: OrderDependencies, event: PaymentEvent): Promise<void> {
  const outcome = await act(tools, event);
  await tools.db
    .update(paymentEvents)
    .set({ handledAt: sql`now()`, outcome })
    .where(and(eq(paymentEvents.eventId, event.id), isNull(paymentEvents.handledAt)));
  await redactLateEvent(tools.db, event.id);
}

async function act(tools: OrderDependencies, event: PaymentEvent): Promise<string> {
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

async function isForeign(
  tools: OrderDependencies,
  { transactionId, orderId }: Named,
): Promise<boolean> {
  if (orderId !== null || transactionId === null) return false;
  return !(await findByTransaction(tools, transactionId));
}

/** Settles the payment first if it is not known yet. False if it is not one of ours. */
export async function applyAdjustment(
  tools: OrderDependencies,
  adjustment: Adjustment,
): Promise<boolean> {
  if (await recordAdjustment(tools, adjustment)) return true;
  const transaction = await tools.payments.find(adjustment.transactionId);
  if (transaction) await settle(tools, transaction);
  return recordAdjustment(tools, adjustment);
}

async function findByTransaction(
  { db }: OrderDependencies,
  transactionId: string,
): Promise<OrderRow | undefined> {
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.paddleTransactionId, transactionId));
  return order;
}
