import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import {
  checkoutReply,
  emailChange,
  idempotencyKey,
  orderRequest,
  order as orderSchema,
  quoteRequest,
  receipt,
} from '#shared/order.ts';
import { priceList } from '#shared/pricing.ts';
import { pricing, quote } from '#shared/pricingSchema.ts';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import { type Endpoint, endpoint, userOf } from '../http/endpoint.ts';
import { htmlErrorPage } from '../http/errors.ts';
import { type Limit, withMessage } from '../http/limits.ts';
import { page, pageReply } from '../http/page.ts';
import { CHECKOUT_CALLS, CHECKOUTS, ORDERS } from './limits.ts';
import type { Orders } from './orders.ts';

const orderReply = z.object({ order: orderSchema });

/** Prices and quotes for visitors, and the signed-in buyer's own orders. Money is US cents. */
export function orderEndpoints({ orders, limit }: { orders: Orders; limit: Limit }): Endpoint[] {
  const codeTries = limitCodes(limit);
  const newOrder = limitPerBuyer(limit, 'order', ORDERS, TOO_MANY_ORDERS);
  const newCheckout = limitPerBuyer(limit, 'checkout', CHECKOUTS, TOO_MANY_CHECKOUTS);
  const { calls, seconds } = CHECKOUT_CALLS;
  const paddleCall = withMessage(
    limit('checkout-calls', calls, seconds, () => 'everybody'),
    CROWDED,
  );
  return [
    endpoint('GET /api/pricing', {
      summary: 'Every length and its price',
      access: 'anyone',
      reply: pricing,
      handle: () => ({ prices: priceList() }),
    }),
    endpoint('POST /api/quotes', {
      summary: 'What an episode would cost',
      access: 'anyone',
      before: codeTries,
      body: quoteRequest,
      reply: quote,
      handle: ({ user, body }) => orders.quote(user, body),
    }),
    endpoint('POST /api/orders', {
      summary: 'Order an episode; the same key again gets the same order, as a 200',
      access: 'signed in',
      before: codeTries,
      headers: z.object({ 'Idempotency-Key': idempotencyKey.optional() }),
      body: orderRequest,
      status: 201,
      reply: orderReply,
      async handle({ req, res, user, body }) {
        const { order, created } = await orders.place(user, body, {
          idempotencyKey: idempotencyKeyOf(req),
          consume: () => newOrder(req, res),
        });
        if (!created) res.status(200);
        return { order };
      },
    }),
    endpoint('GET /api/orders', {
      summary: 'One’s own orders',
      access: 'signed in',
      query: page,
      reply: pageReply('orders', orderSchema),
      handle: ({ user, query }) => orders.list(user, query),
    }),
    endpoint('GET /api/orders/:id', {
      summary: 'One order',
      access: 'owner',
      reply: orderReply,
      handle: async ({ user, params }) => ({ order: await orders.find(user, params.id) }),
    }),
    endpoint('PATCH /api/orders/:id', {
      summary: 'Change where the letter goes',
      access: 'owner',
      body: emailChange,
      reply: orderReply,
      handle: async ({ user, params, body }) => ({
        order: await orders.changeEmail(user, params.id, body.email),
      }),
    }),
    endpoint('POST /api/orders/:id/checkout', {
      summary: 'Open the payment, or learn that nothing is left to pay',
      access: 'owner',
      reply: checkoutReply,
      async handle({ req, res, user, params }) {
        await newCheckout(req, res);
        return orders.checkout(user, params.id, () => paddleCall(req, res));
      },
    }),
    endpoint('GET /api/orders/:id/receipt', {
      summary: 'What was bought, delivered and paid',
      access: 'owner',
      reply: z.object({ receipt }),
      handle: async ({ user, params }) => ({ receipt: await orders.receipt(user, params.id) }),
    }),
    endpoint('GET /api/orders/:id/invoice', {
      summary: 'On to Paddle’s invoice',
      access: 'owner',
      before: limit('invoice', INVOICES, 3600),
      status: 302,
      // Asks Paddle each time: its link is valid for an hour, ours as long as the account exists.
      async handle({ res, user, params }) {
        const link = await orders.invoice(user, params.id);
        res.set('Cache-Control', 'private, no-store').redirect(302, link);
      },
      failed: htmlErrorPage,
    }),
  ];
}

const TOO_MANY_ORDERS = [
  'too_many',
  'You have placed many orders in a short time. Please wait a few minutes and try again; everything you chose is kept.',
] as const;
const TOO_MANY_CHECKOUTS = [
  'too_many',
  'You have opened the payment many times in a short time. Nothing was charged. Please wait a few minutes and try again.',
] as const;
const CROWDED = [
  'unavailable',
  'Many people are paying right now. Nothing was charged, and your order is kept. Please try again in half a minute.',
] as const;

/** Counts a request by account and by address. Throws `refusal` with Retry-After. */
function limitPerBuyer(
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

/** Invoices asked of Paddle in an hour, from one address. */
const INVOICES = 60;

/** Quotes and orders with a code in an hour, from one address. */
const CODE_TRIES = 120;

/** A code is a secret worth guessing: an address that tries many is told to wait. */
function limitCodes(limit: Limit): RequestHandler {
  const tries = limit('discount-code', CODE_TRIES, 3600);
  return (req, res, next) => {
    return req.body?.discountCode ? tries(req, res, next) : next();
  };
}

function idempotencyKeyOf(req: Request): string | null {
  const header = req.get('idempotency-key');
  if (header === undefined) return null;
  const read = idempotencyKey.safeParse(header);
  if (!read.success) throw new Problem('invalid', 'The Idempotency-Key cannot be used');
  return read.data;
}
