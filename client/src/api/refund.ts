/** Names the order in the address of the contact form. */
export const REFUND = 'refund';

/** The contact form, with the request for an order's money written into it. */
export const refundPath = (orderId: string): string =>
  `/contact?${REFUND}=${encodeURIComponent(orderId)}`;

export const refundRequest = (orderId: string): string =>
  `I’d like a refund for order ${orderId.slice(0, 64)}.\n\n`;
