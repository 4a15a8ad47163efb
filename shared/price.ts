import { z } from 'zod';
import { DURATIONS, type Duration, LIST_PRICE } from './tariff.ts';

export { DURATIONS, type Duration, formatPrice, LIST_PRICE } from './tariff.ts';

/** Paddle refuses to charge less than 70 cents, so a total of 1 to 69 cents is given away. */
export const SMALLEST_CHARGE = 70;

export const quote = z.object({
  listPrice: z.number().int(),
  discountAmount: z.number().int(),
  total: z.number().int(),
  currency: z.literal('USD'),
});
export type Quote = z.infer<typeof quote>;

/**
 * The price of an episode in integer cents. The discount is rounded half up to the cent;
 * a rest below Paddle's smallest charge becomes zero and counts as discount, so that
 * `listPrice - discountAmount === total` always holds.
 */
export function priceOf(duration: Duration, discountPercent = 0): Quote {
  const listPrice = LIST_PRICE[duration];
  const discounted = listPrice - Math.floor((listPrice * discountPercent + 50) / 100);
  const total = discounted < SMALLEST_CHARGE ? 0 : discounted;
  return { listPrice, discountAmount: listPrice - total, total, currency: 'USD' };
}

/** `GET /api/pricing`: every length and its shown price. */
export const pricing = z.object({
  prices: z.array(
    z.object({
      duration: z.literal(DURATIONS),
      listPrice: z.number().int(),
      currency: z.literal('USD'),
    }),
  ),
});
export type Pricing = z.infer<typeof pricing>;

export function priceList(): Pricing['prices'] {
  return DURATIONS.map((duration) => ({
    duration,
    listPrice: LIST_PRICE[duration],
    currency: 'USD',
  }));
}
