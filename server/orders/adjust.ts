import { eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/open.ts';
import { orders, podcasts } from '../db/tables.ts';
import { refundLetter } from '../mail/letters.ts';
import type { Adjustment } from '../payments/payments.ts';
import { endLinks } from '../podcasts/links.ts';
import { recountPurchases } from './perks.ts';
import type { OrderRow } from './rows.ts';
import { raiseFlag } from './settle.ts';
import type { OrderTools } from './tools.ts';

type Told = Pick<Adjustment, 'id' | 'status'>;

/** Does what Paddle tells of money that goes back, or may; `at` is when it said so. */
export async function noteAdjustment(
  tools: OrderTools,
  order: OrderRow,
  adjustment: Adjustment,
  at: Date,
): Promise<void> {
  const { action, type } = adjustment;
  if (action.startsWith('chargeback')) return noteChargeback(tools, order, adjustment, at);
  if (action === 'refund' && type === 'full') return noteRefund(tools, order, adjustment, at);
  // The order stays paid for, and its links good: what is to become of it a person decides.
  const what = action === 'refund' ? 'partial refund' : action;
  await raiseFlag(tools.db, order.id, `Paddle reports a ${what}`);
}

/**
 * Moves a paid order as Paddle decides about its refund. `at` is when Paddle said so, or null for
 * its answer to our own request, which counts only until an event has come. Events come in any
 * order and number: the newest counts, and an approval is the last word whenever it is heard.
 */
export async function noteRefund(
  tools: OrderTools,
  { id }: OrderRow,
  told: Told,
  at: Date | null,
): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const order = await lock(tx, id);
    if (told.status === 'rejected' || told.status === 'reversed') {
      // Said in either order, and without stepping back from an approval.
      await raiseFlag(tx, id, `Paddle reports a refund ${told.status}`);
    }
    if (order.status !== 'paid' && order.status !== 'refund_pending') return;
    if (told.status === 'approved') return approve(tools, tx, order, told, at);
    if (isOld(order, told, at)) return;
    await tx
      .update(orders)
      .set({
        status: told.status === 'pending_approval' ? 'refund_pending' : 'paid',
        refundId: told.id,
        refundChangedAt: at,
      })
      .where(eq(orders.id, id));
    await recountPurchases(tx, order.userId);
  });
}

/** The money has gone: told to the buyer once. */
async function approve(
  tools: OrderTools,
  tx: DbOrTx,
  order: OrderRow,
  told: Told,
  at: Date | null,
): Promise<void> {
  // Begun at Paddle itself, it is a person's decision too.
  const reason = order.refundReason ?? 'support';
  await tx
    .update(orders)
    .set({
      status: 'refunded',
      refundId: told.id,
      refundReason: reason,
      refundChangedAt: at ?? order.refundChangedAt,
      refundedAt: sql`now()`,
    })
    .where(eq(orders.id, order.id));
  if (order.refundReason === null) await endLinks(tx, order.podcastId);
  await recountPurchases(tx, order.userId);
  await tools.outbox.post(tx, {
    about: `order:${order.id}`,
    kind: 'refunded',
    to: order.email,
    letter: refundLetter({ ...order, reason, done: true, supportEmail: tools.supportEmail }),
  });
}

function isOld(order: OrderRow, { id }: Told, at: Date | null): boolean {
  if (!at) return order.refundChangedAt !== null;
  // Of an earlier refund, which Paddle rejected before this one was asked for.
  if (order.refundId !== null && order.refundId !== id) return true;
  return order.refundChangedAt !== null && order.refundChangedAt > at;
}

/**
 * The buyer's bank takes the money back (or gives it to us again): access ends, or returns, and a
 * person is told. A warning is only that.
 */
async function noteChargeback(
  tools: OrderTools,
  { id }: OrderRow,
  { action }: Adjustment,
  at: Date,
): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const order = await lock(tx, id);
    // Without its kind: events may come in any order, and the first reason stays.
    await raiseFlag(tx, id, 'Paddle reports a chargeback');
    if (action !== 'chargeback' && action !== 'chargeback_reverse') return;
    if (order.chargebackChangedAt !== null && order.chargebackChangedAt > at) return;
    const chargedBack = action === 'chargeback';
    await tx.update(orders).set({ chargedBack, chargebackChangedAt: at }).where(eq(orders.id, id));
    await tx
      .update(podcasts)
      .set({ withheld: chargedBack, ...(chargedBack ? { isSample: false } : {}) })
      .where(eq(podcasts.id, order.podcastId ?? 0));
    await recountPurchases(tx, order.userId);
  });
}

async function lock(tx: DbOrTx, id: number): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  if (!order) throw new Error(`order ${id} is gone`);
  return order;
}
