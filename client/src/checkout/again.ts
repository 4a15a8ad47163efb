import type { Order } from '#shared/order.ts';

/** The form with everything filled in as it was ordered, read by the create page. */
export function againPath(order: Order): string {
  const filled = new URLSearchParams({
    topic: order.topic,
    voice1: order.voice1Id,
    voice2: order.voice2Id,
    tone: order.tone,
    style: order.style,
    duration: String(order.duration),
  });
  if (order.discountCode) filled.set('code', order.discountCode);
  if (order.isBonus) filled.set('bonus', '1');
  return `/create?${filled}`;
}
