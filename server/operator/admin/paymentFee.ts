import type { Db } from '../../base/db/openDatabase.ts';

/** What the payment provider keeps: a percentage of sales, and cents for each. */
export interface PaymentFee {
  percent: number;
  cents: number;
}

export interface Books {
  db: Db;
  paymentFee: PaymentFee;
}

/** Returns cents. Refunded sales count too, because Paddle keeps its fee. */
export const feeOf = ({ percent, cents }: PaymentFee, sales: { count: number; cents: number }) =>
  Math.round((sales.cents * percent) / 100) + sales.count * cents;
