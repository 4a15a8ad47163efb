import type { Order, OrderRequest } from '#shared/order.ts';
import { checkout } from './checkout.ts';
import type { Buyer, OrderDependencies } from './dependencies.ts';
import { findOwn } from './orderQueries.ts';
import { placeOrder } from './placeOrder.ts';
import { presentOrder } from './presentOrder.ts';

/**
 * If this fails after the order was stored, the same idempotency key goes on from there until the
 * order expires. Throws what `placeOrder` throws, and `Problem('too_many')` for too few minutes.
 */
export async function orderFree(
  tools: OrderDependencies,
  buyer: Buyer,
  given: OrderRequest,
  how: Parameters<typeof placeOrder>[3] = {},
): Promise<{ order: Order; created: boolean }> {
  // An old page may still send a code or a bonus, and nothing is the price without one.
  const request = { ...given, discountCode: undefined, useBonus: false };
  const { order, created } = await placeOrder(tools, buyer, request, how);
  if (order.status !== 'open') return { order, created };
  await checkout(tools, buyer, order.id);
  return { order: presentOrder(await findOwn(tools.db, buyer, order.id)), created };
}
