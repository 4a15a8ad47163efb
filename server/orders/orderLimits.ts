import type { RequestHandler } from 'express';
import type { Consume, Limit } from '../base/bounds/requestLimits.ts';
import type { Payments } from './paddle/payments.ts';

/**
 * How many orders a run of reconciliation (every 20 s) asks Paddle about. It takes one call to look
 * at an order and two to close one, so about 40 a run.
 */
export const PER_RUN = {
  payable: 16,
  overdue: 8,
  expired: 4,
  /** Of each kind, so that a buyer with hundreds of orders waits behind all others. */
  perBuyer: 3,
};

export const unlimited: Consume = async () => {};

/** Each call during a checkout consumes a point first. */
export function rateLimited(payments: Payments, consume: Consume): Payments {
  const limited =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      await consume();
      return call(...given);
    };
  return {
    ...payments,
    open: limited(payments.open),
    find: limited(payments.find),
    cancel: limited(payments.cancel),
    reprice: limited(payments.reprice),
  };
}

/** A code is worth guessing: an address that tries many is told to wait. */
export function limitCodes(limit: Limit): RequestHandler {
  const tries = limit('discount-code');
  return (req, res, next) => {
    return req.body?.discountCode ? tries(req, res, next) : next();
  };
}
