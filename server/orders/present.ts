import type { Order } from '#shared/order.ts';
import { DURATIONS, type Duration } from '#shared/price.ts';
import type { OrderWithEpisode } from './rows.ts';

/** An order as its buyer sees it. */
export function presentOrder({ order, isOverdue, podcast }: OrderWithEpisode): Order {
  return {
    id: order.publicId,
    // Its hour is over, though nobody has closed it yet.
    status: order.status === 'open' && isOverdue ? 'expired' : order.status,
    topic: order.topic,
    tone: order.tone,
    style: order.style,
    duration: asDuration(order.duration),
    voice1Id: order.voice1Id,
    voice1Name: order.voice1Name,
    voice2Id: order.voice2Id,
    voice2Name: order.voice2Name,
    email: order.email,
    discountCode: order.discountCode,
    listPrice: order.listPrice,
    discountAmount: order.discountAmount,
    total: order.total,
    currency: 'USD',
    isBonus: order.isBonus,
    transactionId: order.paddleTransactionId,
    podcast,
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
  };
}

function asDuration(minutes: number): Duration {
  const duration = DURATIONS.find((known) => known === minutes);
  if (!duration) throw new Error(`an order of ${minutes} minutes is not for sale`);
  return duration;
}
