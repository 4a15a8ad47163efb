/** No zod here, to keep it out of bundles; schemas are in `pricingSchema.ts`. */

/** Minutes a visitor can buy. */
export const DURATIONS = [10, 15, 20, 25] as const;
export type Duration = (typeof DURATIONS)[number];

export const BONUS_DURATION = 10 satisfies Duration;

/** US cents, tax included. */
export const LIST_PRICE: Record<Duration, number> = { 10: 399, 15: 599, 20: 749, 25: 899 };

export function formatPrice(cents: number): string {
  return `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;
}

export function priceLine(): string {
  const prices = Object.values(LIST_PRICE);
  const range = [Math.min(...prices), Math.max(...prices)].map(formatPrice).join('-');
  return `Pay per episode • ${range} based on length • No subscriptions`;
}

/** Takes the place of `priceLine` where nothing is sold. */
export const lengthLine = (): string =>
  `${Math.min(...DURATIONS)} to ${Math.max(...DURATIONS)} minutes • Any topic • Any two voices`;

/** `10 minutes for $3.99, 15 for $5.99` */
export function pricesInWords(): string {
  return DURATIONS.map(
    (minutes, index) =>
      `${minutes}${index === 0 ? ' minutes' : ''} for ${formatPrice(LIST_PRICE[minutes])}`,
  ).join(', ');
}

/** Paddle's minimum charge in cents; a smaller total becomes zero. */
export const SMALLEST_CHARGE = 70;

/** In US cents. */
export interface Quote {
  listPrice: number;
  discountAmount: number;
  total: number;
  currency: 'USD';
}

/** 100 %, in hundredths of a percent. */
const WHOLE = 10_000;

/** In cents; the discount has at most two decimals, and is rounded half up. */
export function reducedPrice(listPrice: number, discountPercent: number): number {
  // Whole numbers from here on: 12.55 % is no binary fraction, and half a cent must be exact.
  const hundredths = Math.round(discountPercent * 100);
  const raised = listPrice * hundredths + WHOLE / 2;
  const discounted = listPrice - (raised - (raised % WHOLE)) / WHOLE;
  return discounted < SMALLEST_CHARGE ? 0 : discounted;
}

/** `listPrice - discountAmount === total` always holds, even where a small total became zero. */
export function priceOf(duration: Duration, discountPercent = 0): Quote {
  const listPrice = LIST_PRICE[duration];
  const total = reducedPrice(listPrice, discountPercent);
  return { listPrice, discountAmount: listPrice - total, total, currency: 'USD' };
}

type Discounted = { discountCode: string | null; discountPercent: number; total: number };

/** `NIGHTOWL, 12.5% off`; just the code where a total too small to charge became zero. */
export function discountName({ discountCode, discountPercent, total }: Discounted): string {
  if (discountCode === null) return 'Bonus episode, on the house';
  const isWhole = total === 0 && discountPercent < 100;
  return isWhole ? discountCode : `${discountCode}, ${discountPercent}% off`;
}

type Given = { discountCode: string | null; discountAmount: number };

/** True for every code, even one that takes nothing off. */
export const hasDiscount = ({ discountCode, discountAmount }: Given): boolean =>
  discountCode !== null || discountAmount > 0;

export const discountWords = ({ discountAmount }: Pick<Given, 'discountAmount'>): string =>
  discountAmount > 0 ? `−${formatPrice(discountAmount)}` : 'Nothing off';

export const priceList = () =>
  DURATIONS.map((duration) => ({
    duration,
    listPrice: LIST_PRICE[duration],
    currency: 'USD' as const,
  }));
