import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { raiseFlag } from '../db/flags.ts';
import { orders, strayPayments } from '../db/tables.ts';
import { ProviderFailure } from '../provider.ts';
import { recordAdjustment } from './adjustments.ts';
import type { OrderDependencies } from './dependencies.ts';

/**
 * Asks Paddle for the whole sum of a transaction, and remembers its answer as one to us. `remark`
 * stands beside it at Paddle. Throws `ProviderFailure`: then it is still due.
 */
export async function requestRefund(
  tools: OrderDependencies,
  { orderId, transactionId, remark }: { orderId: number; transactionId: string; remark: string },
): Promise<void> {
  const told = await tools.payments.refund(transactionId, remark).catch(async (error: unknown) => {
    if (error instanceof ProviderFailure && error.trouble === 'rejected') {
      // It stays due; but Paddle may mean it, and then a person must act.
      await raiseFlag(tools.db, orderId, 'Paddle does not take the refund');
      await putOff(tools, transactionId);
    }
    throw error;
  });
  await recordAdjustment(tools, told, { isOurs: true });
}

/** So that what Paddle does not take keeps no other refund waiting. */
async function putOff({ db }: OrderDependencies, transactionId: string): Promise<void> {
  const later = { refundDueAt: sql`now() + interval '5 minutes'` };
  await db
    .update(orders)
    .set(later)
    .where(and(eq(orders.paddleTransactionId, transactionId), isNotNull(orders.refundDueAt)));
  await db
    .update(strayPayments)
    .set(later)
    .where(
      and(eq(strayPayments.transactionId, transactionId), isNotNull(strayPayments.refundDueAt)),
    );
}
