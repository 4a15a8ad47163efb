import type { Db } from '../../base/db/openDatabase.ts';

/** What the payment provider keeps of sales: a share of them, percent, and cents for each. */
export interface PaymentFee {
  percent: number;
  cents: number;
}

export interface Books {
  db: Db;
  paymentFee: PaymentFee;
}

/** Cents kept of so many sales, also of those that were refunded: Paddle keeps its fee. */
export const feeOf = ({ percent, cents }: PaymentFee, sales: { count: number; cents: number }) =>
  Math.round((sales.cents * percent) / 100) + sales.count * cents;
