import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DURATIONS,
  formatPrice,
  LIST_PRICE,
  priceList,
  priceOf,
  SMALLEST_CHARGE,
} from './pricing.ts';

const duration = fc.constantFrom(...DURATIONS);
const percent = fc.integer({ min: 0, max: 100 });

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
  ] as const)('%i minutes with %i percent off cost %i cents', (minutes, off, total) => {
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
