import { and, eq } from 'drizzle-orm';
import type { Receipt } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import type { Db } from '../base/db/openDatabase.ts';
import { orders, podcasts } from '../base/db/tables.ts';
import type { Buyer, OrderDependencies } from './dependencies.ts';
import { attachedSources, findOwn } from './orderQueries.ts';
import { hasInvoice, presentReceipt } from './presentOrder.ts';

/** The buyer's own order, once paid. Throws `Problem('not_found')` for any other. */
export async function receiptOf(db: Db, buyer: Buyer, publicId: string): Promise<Receipt> {
  const [found] = await db
    .select({
      order: orders,
      sources: attachedSources,
      podcast: {
        publicId: podcasts.publicId,
        title: podcasts.title,
        status: podcasts.status,
        durationSeconds: podcasts.durationSeconds,
      },
    })
    .from(orders)
    .innerJoin(podcasts, eq(podcasts.id, orders.podcastId))
    .where(and(eq(orders.publicId, publicId), eq(orders.userId, buyer.id)));
  if (!found?.order.paidAt) throw new Problem('not_found', 'There is no such receipt');
  return presentReceipt(found, found.order.paidAt, found.podcast);
}

/** Throws `ProviderFailure`, and `Problem('not_found')` if there is no invoice (yet). */
export async function invoiceOf(
  { db, payments }: Pick<OrderDependencies, 'db' | 'payments'>,
  buyer: Buyer,
  publicId: string,
): Promise<string> {
  const { order } = await findOwn(db, buyer, publicId);
  const transactionId = hasInvoice(order) ? order.paddleTransactionId : null;
  if (transactionId === null) {
    throw new Problem('not_found', 'Nothing was charged for this order, so there is no invoice');
  }
  const link = await payments.invoiceLink(transactionId);
  if (link !== null) return link;
  throw new Problem('not_found', 'Paddle hasn’t issued this invoice yet. Try again in a minute.');
}
