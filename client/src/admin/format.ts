import type { UnmatchedPayment } from '#shared/admin.ts';
import type { OrderStatus } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';

/** `4 May 2031` in UTC, in which codes end and sales are counted. */
export const formatUtcDate = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

export const number = (count: number): string => count.toLocaleString('en-US');

export const pluralize = (n: number, thing: string): string => `${n} ${thing}${n === 1 ? '' : 's'}`;

/** `$0.42`; a loss has a minus. */
export function dollars(microdollars: number): string {
  const sum = Math.abs(microdollars) / 1_000_000;
  const words = sum.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  return microdollars <= -5_000 ? `−${words}` : words;
}

export const STATUS_WORDS: Record<OrderStatus, string> = {
  open: 'Not paid',
  paid: 'Paid',
  expired: 'Expired',
  refund_pending: 'Refund in progress',
  refunded: 'Refunded',
};

/** `$0.70`, or `70 JPY` in the smallest coin of a currency that we do not sell in. */
export function sumOf({ cents, currency }: Pick<UnmatchedPayment, 'cents' | 'currency'>): string {
  return currency === 'USD' ? formatPrice(cents) : `${cents} ${currency}`;
}
