import type { Payments } from '../payments/payments.ts';

/*
 * What of Paddle's and of ours one buyer, one network address and everybody together may use. Paddle
 * answers 240 calls a minute from one address: checkouts get half of them, reconciliation the rest.
 */

/** Orders placed: each asks the moderator once. A key sent again is no new order. */
export const ORDERS = { perAccount: 10, perAddress: 60, seconds: 600 };

/** Taps on the key that opens the payment: three for each order. */
export const CHECKOUTS = { perAccount: 30, perAddress: 180, seconds: 600 };

/**
 * Calls of Paddle that come from all checkouts together. Any minute touches at most four counts of
 * 20 s: 120 calls.
 */
export const CHECKOUT_CALLS = { calls: 30, seconds: 20 };

/**
 * Orders that a run of reconciliation asks Paddle about, meant for every 20 s: one call for an order
 * that is only looked at, two for one that is closed, so about 40 a run.
 */
export const PER_RUN = {
  payable: 16,
  overdue: 8,
  expired: 4,
  /** Of each kind, so that whoever opens hundreds waits behind everybody else. */
  perBuyer: 3,
};

/** Called before something that costs; throws a `Problem` when there was too much of it. */
export type Toll = () => Promise<void>;

/** Paddle, with `toll` paid before each call that a checkout makes. */
export function tolled(payments: Payments, toll: Toll): Payments {
  const first =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      await toll();
      return call(...given);
    };
  return {
    ...payments,
    open: first(payments.open),
    find: first(payments.find),
    cancel: first(payments.cancel),
    reprice: first(payments.reprice),
  };
}
