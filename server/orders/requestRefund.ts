import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { raiseFlag } from '../base/db/flags.ts';
import { orders, unmatchedPayments } from '../base/db/tables.ts';
import { ProviderFailure } from '../base/kit/provider.ts';
import { recordAdjustment } from './adjustments.ts';
import type { OrderDependencies } from './dependencies.ts';

/** Throws `ProviderFailure`: then the refund is still due. */
export async function requestRefund(
  tools: OrderDependencies,
  { orderId, transactionId, reason }: { orderId: number; transactionId: string; reason: string },
): Promise<void> {
  const refund = await tools.payments
    .refund(transactionId, reason)
    .catch(async (error: unknown) => {
      if (error instanceof ProviderFailure && error.trouble === 'rejected') {
        // It stays due, but a person must act if Paddle keeps rejecting it.
        await raiseFlag(tools.db, orderId, 'Paddle does not accept the refund');
        await postpone(tools, transactionId);
      }
      throw error;
    });
  await recordAdjustment(tools, refund, { isOurs: true });
}

/** A refund that Paddle rejects must not delay the others. */
async function postpone({ db }: OrderDependencies, transactionId: string): Promise<void> {
  const later = { refundDueAt: sql`now() + interval '5 minutes'` };
  await db
    .update(orders)
    .set(later)
    .where(and(eq(orders.paddleTransactionId, transactionId), isNotNull(orders.refundDueAt)));
  await db
    .update(unmatchedPayments)
    .set(later)
    .where(
      and(
        eq(unmatchedPayments.transactionId, transactionId),
        isNotNull(unmatchedPayments.refundDueAt),
      ),
    );
}
