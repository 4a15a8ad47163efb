import type { Request, RequestHandler, Response } from 'express';
import type { ProblemCode } from '#shared/problem.ts';
import { userOf } from '../http/endpoint.ts';
import { type Consume, type Limit, withMessage } from '../http/limits.ts';
import type { Payments } from '../payments/payments.ts';

/*
 * Rate limits per buyer, per network address and for everybody together. Paddle allows 240 calls a
 * minute from one address: checkouts get half of them, reconciliation the rest.
 */

/** New orders; each calls the moderator once. A repeated idempotency key does not count. */
export const ORDERS = { perAccount: 10, perAddress: 60, seconds: 600 };

/** Requests to open a checkout: three for each order. */
export const CHECKOUTS = { perAccount: 30, perAddress: 180, seconds: 600 };

/**
 * Calls of Paddle from all checkouts together. Any minute overlaps at most four windows of 20 s, so
 * it holds at most 120 calls.
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
  /** Of each kind, so that a buyer with hundreds of orders waits behind all others. */
  perBuyer: 3,
};

export const unlimited: Consume = async () => {};

/** Payments whose calls during a checkout each consume a point first. */
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

/** Counts a request by account and by address. Throws `refusal` with Retry-After. */
export function limitPerBuyer(
  limit: Limit,
  name: string,
  most: typeof ORDERS,
  refusal: readonly [ProblemCode, string],
) {
  const accountOf = (req: Request) => String(userOf(req).id);
  const { perAccount, perAddress, seconds } = most;
  const account = withMessage(limit(`${name}-account`, perAccount, seconds, accountOf), refusal);
  const address = withMessage(limit(`${name}-address`, perAddress, seconds), refusal);
  return async (req: Request, res: Response) => {
    await account(req, res);
    await address(req, res);
  };
}

/** Quotes and orders with a code in an hour, from one address. */
const CODE_TRIES = 120;

/** A code is a secret worth guessing: an address that tries many is told to wait. */
export function limitCodes(limit: Limit): RequestHandler {
  const tries = limit('discount-code', CODE_TRIES, 3600);
  return (req, res, next) => {
    return req.body?.discountCode ? tries(req, res, next) : next();
  };
}
