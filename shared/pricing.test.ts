import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discountCodeRequest } from './discount.ts';
import {
  DURATIONS,
  discountName,
  formatPrice,
  LIST_PRICE,
  priceList,
  priceOf,
  SMALLEST_CHARGE,
} from './pricing.ts';

const duration = fc.constantFrom(...DURATIONS);
/** With two decimals, as codes have it. */
const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);

describe('episode price', () => {
  it.each([
    [10, 0, 399],
    [15, 0, 599],
    [20, 0, 749],
    [25, 0, 899],
    [10, 10, 359], // 39.9 cents off, rounded to 40
    [15, 50, 299], // 299.5 off, rounded up to 300
    [20, 33, 502], // 247.17 off
    [25, 15, 764], // 134.85 off
    [10, 82, 72],
    [10, 83, 0], // 68 cents are below Paddle's smallest charge
    [25, 92, 72],
    [25, 93, 0],
    [20, 100, 0],
    [10, 12.5, 349], // 49.875 off
    [15, 0.25, 598], // 1.4975 off
    [25, 0.05, 899], // 0.4495 off
    [15, 8.35, 549], // 50.0165 off
  ] as const)('%i minutes with %d percent off cost %i cents', (minutes, off, total) => {
    expect(priceOf(minutes, off)).toEqual({
      listPrice: LIST_PRICE[minutes],
      discountAmount: LIST_PRICE[minutes] - total,
      total,
      currency: 'USD',
    });
  });

  it('a price is whole cents that add up, and never an amount that Paddle refuses', () => {
    fc.assert(
      fc.property(duration, percent, (minutes, off) => {
        const { listPrice, discountAmount, total } = priceOf(minutes, off);
        expect(Number.isInteger(total)).toBe(true);
        expect(listPrice - discountAmount).toBe(total);
        expect(total === 0 || total >= SMALLEST_CHARGE).toBe(true);
        expect(total).toBeLessThanOrEqual(listPrice);
        // Off by at most half a cent of rounding, unless rounded down to zero.
        const exact = listPrice * (1 - off / 100);
        if (total > 0) expect(Math.abs(total - exact)).toBeLessThanOrEqual(0.5);
        else expect(exact).toBeLessThan(SMALLEST_CHARGE + 0.5);
      }),
    );
  });

  it('every hundredth of a percent is rounded half up to the cent, at every price', () => {
    const wrong = DURATIONS.flatMap((minutes) =>
      Array.from({ length: 10_001 }, (_, hundredths) => {
        const cents = BigInt(LIST_PRICE[minutes]);
        // Half up: floor(x + 1/2), with x = cents * hundredths / 10 000.
        const off = (2n * cents * BigInt(hundredths) + 10_000n) / 20_000n;
        const left = Number(cents - off);
        const expected = left < SMALLEST_CHARGE ? 0 : left;
        // As it comes from a form, from JSON, and from PostgreSQL.
        const typed = Number(
          `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`,
        );
        const { total } = priceOf(minutes, typed);
        return total === expected ? null : { minutes, typed, total, expected };
      }),
    ).filter(Boolean);
    expect(wrong).toEqual([]);
  });

  it('a percentage of two decimals is accepted for a code, and none of three', () => {
    const accepts = (discountPercent: number) =>
      discountCodeRequest.safeParse({ code: 'X', discountPercent }).success;
    const hundredths = Array.from({ length: 10_001 }, (_, hundredth) => hundredth / 100);
    expect(hundredths.filter((one) => !accepts(one))).toEqual([]);
    const thousandths = Array.from({ length: 9000 }, (_, at) => (at * 10 + 1 + (at % 9)) / 1000);
    expect(thousandths.filter(accepts)).toEqual([]);
  });

  it.each([
    [{ discountCode: 'NIGHTOWL', discountPercent: 20, total: 319 }, 'NIGHTOWL, 20% off'],
    [{ discountCode: 'NIGHTOWL', discountPercent: 12.5, total: 349 }, 'NIGHTOWL, 12.5% off'],
    [{ discountCode: 'ALL', discountPercent: 100, total: 0 }, 'ALL, 100% off'],
    // 67.83 cents would be left: less than Paddle charges.
    [{ discountCode: 'MOST', discountPercent: 83, total: 0 }, 'MOST'],
    [{ discountCode: null, discountPercent: 0, total: 0 }, 'Bonus episode, on the house'],
  ])('the discount of %o is called %s', (order, name) => {
    expect(discountName(order)).toBe(name);
  });

  it('a higher discount never raises the price', () => {
    fc.assert(
      fc.property(duration, percent, percent, (minutes, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(priceOf(minutes, more).total).toBeLessThanOrEqual(priceOf(minutes, less).total);
      }),
    );
  });

  it('every length has a list price, shown in dollars', () => {
    expect(priceList().map(({ listPrice }) => formatPrice(listPrice))).toEqual([
      '$3.99',
      '$5.99',
      '$7.49',
      '$8.99',
    ]);
    expect(formatPrice(0)).toBe('$0.00');
  });
});
