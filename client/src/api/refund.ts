export const REFUND = 'refund';

export const refundPath = (orderId: string): string =>
  `/contact?${REFUND}=${encodeURIComponent(orderId)}`;

export const refundRequest = (orderId: string): string =>
  `I’d like a refund for order ${orderId.slice(0, 64)}.\n\n`;
