import { and, eq, isNull, sql } from 'drizzle-orm';
import { orders, paymentEvents } from '../db/tables.ts';
import { log } from '../log.ts';
import type { Adjustment, Named, PaymentEvent } from '../payments/payments.ts';
import { recordAdjustment } from './adjustments.ts';
import type { OrderDependencies } from './dependencies.ts';
import { markExpired } from './expire.ts';
import type { OrderRow } from './orderQueries.ts';
import { envelopeOf, redactLateEvent } from './redact.ts';
import { settle } from './settle.ts';

/**
 * Takes a verified event in: stored once by its id, then acted on. `stored` is called when the
 * event is safe with us, before anything is done about it; Paddle gives us five seconds.
 */
export async function receiveEvent(
  tools: OrderDependencies,
  event: PaymentEvent,
  stored?: () => void,
): Promise<void> {
  const [fresh] = await tools.db
    .insert(paymentEvents)
    .values({
      eventId: event.id,
      type: event.type,
      occurredAt: event.occurredAt,
      payload: isOfMoney(event) ? event.payload : envelopeOf(event.payload),
    })
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId });
  stored?.();
  if (fresh) await handle(tools, event);
}

const isOfMoney = ({ about }: PaymentEvent) => about !== 'something else' && about !== 'key';

/** Acts on a stored event and notes what came of it. Doing so twice changes nothing. */
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
    if (await isAnothers(tools, event.names)) return 'another product’s';
    log.error({ eventId: event.id, trouble: event.trouble }, 'a payment event cannot be read');
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

/** Of a transaction that names none of our orders, and that none of them has. */
async function isAnothers(
  tools: OrderDependencies,
  { transactionId, orderId }: Named,
): Promise<boolean> {
  if (orderId !== null || transactionId === null) return false;
  return !(await findByTransaction(tools, transactionId));
}

/**
 * Money can only go back after it came: of a payment that we have not heard of we hear first. False
 * when it is none of ours.
 */
export async function applyAdjustment(
  tools: OrderDependencies,
  told: Adjustment,
): Promise<boolean> {
  if (await recordAdjustment(tools, told)) return true;
  const transaction = await tools.payments.find(told.transactionId);
  if (transaction) await settle(tools, transaction);
  return recordAdjustment(tools, told);
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
