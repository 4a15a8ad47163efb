import { inArray } from 'drizzle-orm';
import { orders } from '../db/tables.ts';
import { log } from '../log.ts';
import type { Adjustment } from '../payments/payments.ts';
import { noteAdjustment } from './adjust.ts';
import type { OrderRow } from './rows.ts';
import type { OrderTools } from './tools.ts';

type Dated = Adjustment & { changedAt: Date };
interface Unheard {
  order: OrderRow;
  adjustment: Dated;
}

/**
 * What was begun at Paddle itself (a refund by hand there, a buyer's bank) and whose webhook never
 * came. Refunds of our own are asked after one by one. Empty while Paddle is out of reach.
 */
export async function unheardAdjustments({ db, payments }: OrderTools): Promise<Unheard[]> {
  const recent = await payments.recentAdjustments().catch((error: unknown) => {
    log.warn({ err: error }, 'Paddle could not be asked for its adjustments');
    return [];
  });
  if (!recent.length) return [];
  const ids = recent.map(({ transactionId }) => transactionId);
  const known = await db.select().from(orders).where(inArray(orders.paddleTransactionId, ids));
  return recent.flatMap((adjustment) => {
    const order = known.find((one) => one.paddleTransactionId === adjustment.transactionId);
    return order && isNews(order, adjustment) ? [{ order, adjustment }] : [];
  });
}

function isNews(order: OrderRow, { id, action, type, status, changedAt }: Dated): boolean {
  if (action === 'refund') {
    // A part leaves no trace but a flag, which would come again after a person had cleared it.
    if (type === 'partial') return false;
    const goesBack = status === 'pending_approval' || status === 'approved';
    return order.status === 'paid' && order.refundId !== id && goesBack;
  }
  if (action !== 'chargeback' && action !== 'chargeback_reverse') return false;
  return order.chargebackChangedAt === null || order.chargebackChangedAt < changedAt;
}

export async function hearAdjustment(
  tools: OrderTools,
  { order, adjustment }: Unheard,
): Promise<void> {
  await noteAdjustment(tools, order, adjustment, adjustment.changedAt);
}
