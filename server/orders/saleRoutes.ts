import { z } from 'zod';
import { checkoutReply, quoteRequest, receipt } from '#shared/order.ts';
import { priceList } from '#shared/pricing.ts';
import { pricing, quote } from '#shared/pricingSchema.ts';
import type { Limit } from '../base/bounds/requestLimits.ts';
import { type Endpoint, endpoint } from '../base/http/endpoint.ts';
import { htmlErrorPage } from '../base/http/errors.ts';
import { checkout } from './checkout.ts';
import { limitCodes } from './orderLimits.ts';
import type { OrderTools } from './orderQueries.ts';
import { findInvoice, findReceipt } from './orders.ts';
import { priceFor } from './quote.ts';

/** Exists only where episodes are sold. Money is US cents. */
export function saleEndpoints(tools: OrderTools & { limit: Limit }): Endpoint[] {
  const { limit } = tools;
  const newCheckout = limit('checkout');
  const paddleCall = limit('checkout-calls');
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
      handle: async ({ user, body }) => (await priceFor(tools, user, body)).quote,
    }),
    endpoint('POST /api/orders/:id/checkout', {
      summary: 'Open the payment, or learn that nothing is left to pay',
      access: 'owner',
      reply: checkoutReply,
      async handle({ req, user, params }) {
        await newCheckout(req);
        return checkout(tools, user, params.id, () => paddleCall(req));
      },
    }),
    endpoint('GET /api/orders/:id/receipt', {
      summary: 'What was bought, delivered and paid',
      access: 'owner',
      reply: z.object({ receipt }),
      handle: async ({ user, params }) => ({ receipt: await findReceipt(tools, user, params.id) }),
    }),
    endpoint('GET /api/orders/:id/invoice', {
      summary: 'Redirect to Paddle’s invoice',
      access: 'owner',
      before: limit('invoice'),
      status: 302,
      // Asks Paddle each time: its link is valid for an hour, ours as long as the account exists.
      async handle({ res, user, params }) {
        const link = await findInvoice(tools, user, params.id);
        res.set('Cache-Control', 'private, no-store').redirect(302, link);
      },
      failed: htmlErrorPage,
    }),
  ];
}
