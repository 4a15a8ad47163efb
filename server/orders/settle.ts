import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { DbOrTx } from '../base/db/openDatabase.ts';
import { discountCodeUsages, orders, REQUEST_COLUMNS } from '../base/db/tables.ts';
import { draftPodcast } from '../episodes/log/draftPodcast.ts';
import { adoptPreview } from '../episodes/previews/adopt.ts';
import { bonusEmail } from '../mail/email/templates/order.ts';
import {
  hadThePrice,
  paidAfterRelease,
  promiseDiscountRefund,
  recountPurchases,
  releaseUse,
} from './benefits.ts';
import { isPaid, isUnpaid, type OrderRow, type OrderTools, priceIn } from './orderQueries.ts';
import type { Transaction } from './paddle/payments.ts';
import {
  deleteUnmatchedPayment,
  findUnmatchedPayment,
  recordUnmatchedPayment,
} from './unmatchedPayments.ts';

/** Stored with the event that reported the transaction. */
type Outcome =
  | 'not paid'
  | 'unknown order'
  | 'settled'
  | 'settled before'
  | 'to be paid back'
  | `flagged: ${string}`;

/**
 * Settles exactly once, however often the transaction is reported. What the buyer cannot change
 * must match the order; otherwise the payment is recorded as unmatched, the order is flagged and
 * nothing is produced. Tax, grand total and charged currency depend on the buyer (a VAT number, a
 * local card) and are not compared. The list price always buys the episode; a reduced price buys it
 * only while the order holds a use of its code.
 */
export async function settle(tools: OrderTools, transaction: Transaction): Promise<Outcome> {
  if (!isPaid(transaction)) return 'not paid';
  return tools.db.transaction(async (tx): Promise<Outcome> => {
    const order = await lockOrder(tx, transaction);
    if (!order) return 'unknown order';
    const reason = disagreement(order, transaction) ?? ownerless(order);
    if (reason) {
      // Without an account there is nobody to produce an episode for: refund it at once.
      await recordUnmatchedPayment(tx, order, transaction, { reason, goesBack: !order.email });
      return `flagged: ${reason}`;
    }
    const unmatched = await findUnmatchedPayment(tx, transaction.id);
    if (unmatched?.refundAskedAt) return 'flagged: its refund was requested';
    await deleteUnmatchedPayment(tx, transaction.id);
    const price = priceIn(transaction);
    if (!isUnpaid(order)) return 'settled before';
    if (paidAfterRelease(order, price)) {
      await promiseDiscountRefund(tools, tx, order, price);
      return 'to be paid back';
    }
    const due = price > order.total ? await releaseUse(tx, order) : order;
    await fulfil(tools, tx, due);
    return 'settled';
  });
}

/** Pays an order and enqueues its episode, in the caller's transaction. False if that was done. */
export async function fulfil(tools: OrderTools, tx: DbOrTx, order: OrderRow): Promise<boolean> {
  const [paid] = await tx
    .update(orders)
    .set({ status: 'paid', paidAt: sql`now()` })
    .where(and(eq(orders.id, order.id), inArray(orders.status, ['open', 'expired'])))
    .returning();
  if (!paid) return false;

  const podcast = await draftPodcast(tx, {
    userId: paid.userId,
    ...requestIn(paid),
    previewId: paid.previewId,
    paddleTransactionId: paid.paddleTransactionId,
    amountPaid: paid.total,
    discountCode: paid.discountCode,
    discountAmount: paid.discountAmount,
  });
  if (paid.previewId !== null) await adoptPreview(tx, podcast.id);
  await tx.update(orders).set({ podcastId: podcast.id }).where(eq(orders.id, paid.id));
  if (paid.discountCodeId !== null && paid.discountReserved) {
    const usage = { codeId: paid.discountCodeId, podcastId: podcast.id };
    await tx.insert(discountCodeUsages).values(usage);
  }
  if (paid.total > 0) {
    const earner = await recountPurchases(tx, paid.userId);
    if (earner) await announceBonus(tools, tx, earner);
  }
  await tools.queue.enqueue(tx, podcast.id);
  return true;
}

const requestIn = (order: OrderRow) =>
  Object.fromEntries(REQUEST_COLUMNS.map((name) => [name, order[name]])) as Pick<
    OrderRow,
    (typeof REQUEST_COLUMNS)[number]
  >;

/** Sent once in an account's life: a purchase after a refund earns the same bonus again. */
async function announceBonus(
  tools: OrderTools,
  tx: DbOrTx,
  earner: { id: number; email: string },
): Promise<void> {
  await tools.outbox.post(tx, {
    about: `user:${earner.id}`,
    kind: 'bonus',
    to: earner.email,
    message: bonusEmail({
      useUrl: `${tools.publicUrl}/create?bonus=1`,
      publicUrl: tools.publicUrl,
      supportEmail: tools.supportEmail,
    }),
  });
}

/** Prefers the order that has this transaction: several transactions may name one order's id. */
async function lockOrder(tx: DbOrTx, { id, orderId }: Transaction): Promise<OrderRow | undefined> {
  const candidates = await tx
    .select()
    .from(orders)
    .where(
      or(eq(orders.paddleTransactionId, id), orderId ? eq(orders.publicId, orderId) : undefined),
    )
    .orderBy(asc(orders.id))
    .for('update');
  return candidates.find((order) => order.paddleTransactionId === id) ?? candidates[0];
}

function disagreement(order: OrderRow, transaction: Transaction): string | null {
  const [item, ...others] = transaction.items;
  if (order.paddleTransactionId !== transaction.id) {
    return `paid with transaction ${transaction.id}, which is not this order's`;
  }
  if (order.publicId !== transaction.orderId) return 'the transaction names another order';
  if (!item || others.length) return `${transaction.items.length} items instead of one`;
  if (item.quantity !== 1) return `quantity ${item.quantity} instead of 1`;
  if (item.currency !== 'USD') return `priced in ${item.currency} instead of USD`;
  if (!hadThePrice(order, item.unitPrice)) {
    return `priced ${item.unitPrice} instead of ${order.total}`;
  }
  if (transaction.hasForeignDiscount) return 'a discount that is not ours was applied';
  return null;
}

/** A checkout may outlive its account. */
function ownerless(order: OrderRow): string | null {
  return isUnpaid(order) && !order.email ? 'paid after its account was deleted' : null;
}
