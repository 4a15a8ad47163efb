/** Lengths and prices. No zod here, to keep it out of bundles; schemas are in `pricingSchema.ts`. */

/** Minutes a visitor can buy. */
export const DURATIONS = [10, 15, 20, 25] as const;
export type Duration = (typeof DURATIONS)[number];

/** Minutes of the free episode after the first purchase (spec section 1). */
export const BONUS_DURATION = 10 satisfies Duration;

/** List prices in US cents, tax included (spec section 9). */
export const LIST_PRICE: Record<Duration, number> = { 10: 399, 15: 599, 20: 749, 25: 899 };

/** `599` as `$5.99`. */
export function formatPrice(cents: number): string {
  return `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;
}

/** The prices in one line (spec section 2). */
export function priceLine(): string {
  const prices = Object.values(LIST_PRICE);
  const range = [Math.min(...prices), Math.max(...prices)].map(formatPrice).join('-');
  return `Pay per episode • ${range} based on length • No subscriptions`;
}

/** The lengths in one line, where nothing is sold. */
export const lengthLine = (): string =>
  `${Math.min(...DURATIONS)} to ${Math.max(...DURATIONS)} minutes • Any topic • Any two voices`;

/** Every length with its price: `10 minutes for $3.99, 15 for $5.99`. */
export function pricesInWords(): string {
  return DURATIONS.map(
    (minutes, index) =>
      `${minutes}${index === 0 ? ' minutes' : ''} for ${formatPrice(LIST_PRICE[minutes])}`,
  ).join(', ');
}

/** Paddle's minimum charge in cents; a smaller total becomes zero. */
export const SMALLEST_CHARGE = 70;

/** What one episode costs, in US cents. */
export interface Quote {
  listPrice: number;
  discountAmount: number;
  total: number;
  currency: 'USD';
}

/** Hundredths of a percent in the whole. */
const WHOLE = 10_000;

/**
 * A list price in cents less a discount of at most two decimals, in integer cents. The discount is
 * rounded half up; a total below `SMALLEST_CHARGE` becomes zero.
 */
export function reducedPrice(listPrice: number, discountPercent: number): number {
  // From here on whole numbers only: 12.55 % is not a binary fraction, and half a cent has to be exact.
  const hundredths = Math.round(discountPercent * 100);
  const raised = listPrice * hundredths + WHOLE / 2;
  const discounted = listPrice - (raised - (raised % WHOLE)) / WHOLE;
  return discounted < SMALLEST_CHARGE ? 0 : discounted;
}

/**
 * The price of an episode in integer cents. `listPrice - discountAmount === total` always holds, also if
 * the total was rounded down to zero.
 */
export function priceOf(duration: Duration, discountPercent = 0): Quote {
  const listPrice = LIST_PRICE[duration];
  const total = reducedPrice(listPrice, discountPercent);
  return { listPrice, discountAmount: listPrice - total, total, currency: 'USD' };
}

type Discounted = { discountCode: string | null; discountPercent: number; total: number };

/**
 * What stands beside the amount of a discount: `NIGHTOWL, 12.5% off`. A price that became zero because it
 * was too small to charge is off by more than the code says, and goes without the percentage.
 */
export function discountName({ discountCode, discountPercent, total }: Discounted): string {
  if (discountCode === null) return 'Bonus episode, on the house';
  const isWhole = total === 0 && discountPercent < 100;
  return isWhole ? discountCode : `${discountCode}, ${discountPercent}% off`;
}

type Given = { discountCode: string | null; discountAmount: number };

/** Whether a line of its own names what an order was given: a code also where it takes nothing off. */
export const hasDiscount = ({ discountCode, discountAmount }: Given): boolean =>
  discountCode !== null || discountAmount > 0;

/** `−$1.00`. */
export const discountWords = ({ discountAmount }: Pick<Given, 'discountAmount'>): string =>
  discountAmount > 0 ? `−${formatPrice(discountAmount)}` : 'Nothing off';

export const priceList = () =>
  DURATIONS.map((duration) => ({
    duration,
    listPrice: LIST_PRICE[duration],
    currency: 'USD' as const,
  }));
