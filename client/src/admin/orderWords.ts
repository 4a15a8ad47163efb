import type { UnmatchedPayment } from '#shared/admin.ts';
import type { OrderStatus } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';

export const STATUS_WORDS: Record<OrderStatus, string> = {
  open: 'Not paid',
  paid: 'Paid',
  expired: 'Expired',
  refund_pending: 'Refund in progress',
  refunded: 'Refunded',
};

export const UNMATCHED_WORDS: Record<UnmatchedPayment['state'], string> = {
  kept: 'The money is still with us',
  'going back': 'On its way back',
  'given back': 'It went back',
  refused: 'Paddle refuses to refund it',
  'charged back': 'The buyer’s bank took it back',
};

/** `$0.70`, or `70 JPY` in the smallest coin of a currency that we do not sell in. */
export function sumOf({ cents, currency }: Pick<UnmatchedPayment, 'cents' | 'currency'>): string {
  return currency === 'USD' ? formatPrice(cents) : `${cents} ${currency}`;
}
