/** The price list, free of the schema library so that the landing page can show it at no weight. */

/** Minutes a visitor can buy. */
export const DURATIONS = [10, 15, 20, 25] as const;
export type Duration = (typeof DURATIONS)[number];

/** Shown prices in US cents, tax included (spec section 9). */
export const LIST_PRICE: Record<Duration, number> = { 10: 399, 15: 599, 20: 749, 25: 899 };

/** `599` as `$5.99`. */
export function formatPrice(cents: number): string {
  return `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;
}
