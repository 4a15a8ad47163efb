import { z } from 'zod';
import { checkoutReply, quoteRequest, receipt } from '#shared/order.ts';
import { priceList } from '#shared/pricing.ts';
import { pricing, quote } from '#shared/pricingSchema.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { htmlErrorPage } from '../http/errors.ts';
import { type Limit, withMessage } from '../http/limits.ts';
import { CHECKOUT_CALLS, CHECKOUTS, limitCodes, limitPerBuyer } from './limits.ts';
import type { Orders } from './orders.ts';

/** What exists only where episodes are sold: prices, payments and receipts. Money is US cents. */
export function saleEndpoints({ orders, limit }: { orders: Orders; limit: Limit }): Endpoint[] {
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
      before: limitCodes(limit),
      body: quoteRequest,
      reply: quote,
      handle: ({ user, body }) => orders.quote(user, body),
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
      summary: 'Redirect to Paddle’s invoice',
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

const TOO_MANY_CHECKOUTS = [
  'too_many',
  'You’ve opened the payment many times in a short while. Nothing was charged. Please wait a few minutes and try again.',
] as const;
const CROWDED = [
  'unavailable',
  'Many people are paying right now. Nothing was charged, and your order is kept. Please try again in half a minute.',
] as const;

/** Invoices asked of Paddle in an hour, from one address. */
const INVOICES = 60;
