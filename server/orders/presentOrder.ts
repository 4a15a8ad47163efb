import type { Order } from '#shared/order.ts';
import { DURATIONS, type Duration } from '#shared/pricing.ts';
import { statusOf } from '../episodes/log/lease.ts';
import type { OrderRow, OrderWithEpisode } from './orderQueries.ts';

export function presentOrder({ order, isOverdue, sources, podcast }: OrderWithEpisode): Order {
  return {
    ...bought(order),
    // Its hour is over, even if reconciliation has not closed it yet.
    status: order.status === 'open' && isOverdue ? 'expired' : order.status,
    email: order.email,
    sources,
    hasPreview: order.previewId !== null,
    transactionId: order.paddleTransactionId,
    podcast: podcast && { ...podcast, status: statusOf(podcast) },
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
  };
}

export const bought = ({ publicId: id, duration, ...order }: OrderRow) => ({
  id,
  topic: order.topic,
  tone: order.tone,
  style: order.style,
  duration: asDuration(duration),
  voice1Id: order.voice1Id,
  voice1Name: order.voice1Name,
  voice2Id: order.voice2Id,
  voice2Name: order.voice2Name,
  stings: order.stings,
  onlyTheseSources: order.onlyTheseSources,
  listPrice: order.listPrice,
  discountCode: order.discountCode,
  discountPercent: order.discountPercent,
  discountAmount: order.discountAmount,
  total: order.total,
  currency: 'USD' as const,
  isBonus: order.isBonus,
});

/** Paddle invoices every payment it collected, even one refunded since, but never a free order. */
export function hasInvoice({ paidAt, paddleTransactionId }: OrderRow): boolean {
  return paidAt !== null && paddleTransactionId !== null;
}

function asDuration(minutes: number): Duration {
  const duration = DURATIONS.find((known) => known === minutes);
  if (!duration) throw new Error(`an order of ${minutes} minutes is not for sale`);
  return duration;
}
