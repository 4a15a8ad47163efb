import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/open.ts';
import { orders } from '../db/tables.ts';
import { bonusEmail } from '../email/templates/buyer.ts';
import type { Transaction } from '../payments/payments.ts';
import { draftPodcast } from '../podcasts/draft.ts';
import { recountPurchases } from './benefits.ts';
import type { OrderDependencies } from './dependencies.ts';
import { giveUseBack, hadThePrice, paidAfterRelease, returnCrossed } from './discountUses.ts';
import { isPaid, isUnpaid, type OrderRow, priceIn } from './orderQueries.ts';
import { findStray, forgetStray, keepStray } from './strays.ts';

/** What became of a transaction that was shown to us; kept beside the event that told of it. */
export type Outcome =
  | 'not paid'
  | 'unknown order'
  | 'settled'
  | 'settled before'
  | 'to be paid back'
  | `flagged: ${string}`;

/**
 * Turns a collected transaction into a paid order with its episode and job, once, however often
 * and from wherever it is told. What the buyer cannot alter must agree with the order; otherwise
 * the payment is kept in mind (`strays.ts`), the order flagged and nothing made. Tax, grand total
 * and the currency charged are the buyer's business (a VAT number, a local card) and are not
 * compared. The list price buys the episode whatever the order's discount was; a reduced one only
 * with a use of the code.
 */
export async function settle(tools: OrderDependencies, transaction: Transaction): Promise<Outcome> {
  if (!isPaid(transaction)) return 'not paid';
  return tools.db.transaction(async (tx): Promise<Outcome> => {
    const order = await lockOrder(tx, transaction);
    if (!order) return 'unknown order';
    const reason = disagreement(order, transaction) ?? ownerless(order);
    if (reason) {
      // With the account gone there is nobody to make anything for, whatever else is wrong.
      await keepStray(tx, order, transaction, { reason, goesBack: !order.email });
      return `flagged: ${reason}`;
    }
    const stray = await findStray(tx, transaction.id);
    if (stray?.refundAskedAt) return 'flagged: it goes back to whoever paid';
    await forgetStray(tx, transaction.id);
    const price = priceIn(transaction);
    if (!isUnpaid(order)) return 'settled before';
    if (paidAfterRelease(order, price)) {
      await returnCrossed(tools, tx, order, price);
      return 'to be paid back';
    }
    const due = price > order.total ? await giveUseBack(tools, tx, order) : order;
    await fulfil(tools, tx, due);
    return 'settled';
  });
}

/**
 * Marks an unpaid order paid and puts its episode into production, all in the caller's
 * transaction. False when another call was quicker.
 */
export async function fulfil(
  tools: OrderDependencies,
  tx: DbOrTx,
  order: OrderRow,
): Promise<boolean> {
  const [paid] = await tx
    .update(orders)
    .set({ status: 'paid', paidAt: sql`now()` })
    .where(and(eq(orders.id, order.id), inArray(orders.status, ['open', 'expired'])))
    .returning();
  if (!paid) return false;

  const podcast = await draftPodcast(tx, {
    userId: paid.userId,
    topic: paid.topic,
    tone: paid.tone,
    style: paid.style,
    duration: paid.duration,
    voice1Id: paid.voice1Id,
    voice1Name: paid.voice1Name,
    voice2Id: paid.voice2Id,
    voice2Name: paid.voice2Name,
    email: paid.email,
    models: paid.models,
    paddleTransactionId: paid.paddleTransactionId,
    amountPaid: paid.total,
    discountCode: paid.discountCode,
    discountAmount: paid.discountAmount,
  });
  await tx.update(orders).set({ podcastId: podcast.id }).where(eq(orders.id, paid.id));
  if (paid.discountCodeId !== null && paid.discountReserved) {
    await tools.discounts.record(tx, { codeId: paid.discountCodeId, podcastId: podcast.id });
  }
  if (paid.total > 0) {
    const earner = await recountPurchases(tx, paid.userId);
    if (earner) await announceBonus(tools, tx, earner);
  }
  await tools.queue.enqueue(tx, podcast.id);
  return true;
}

/** Once in an account's life: a purchase after a refund earns the same one again. */
async function announceBonus(
  tools: OrderDependencies,
  tx: DbOrTx,
  earner: { id: number; email: string },
): Promise<void> {
  await tools.outbox.post(tx, {
    about: `user:${earner.id}`,
    kind: 'bonus',
    to: earner.email,
    message: bonusEmail({
      useUrl: `${tools.publicUrl}/create?bonus=1`,
      supportEmail: tools.supportEmail,
    }),
  });
}

/** By transaction first: an order's id in the custom data alone may stand in several transactions. */
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

/** There is nobody to make an episode for once the account is deleted; a checkout may outlive it. */
function ownerless(order: OrderRow): string | null {
  return isUnpaid(order) && !order.email ? 'paid after its account was deleted' : null;
}
