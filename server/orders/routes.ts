import type { Request } from 'express';
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
import { Problem } from '#shared/problem.ts';
import type { Limit } from '../base/bounds/requestLimits.ts';
import { type Endpoint, endpoint } from '../base/http/endpoint.ts';
import { htmlErrorPage } from '../base/http/errors.ts';
import { page, pageReply } from '../base/http/pagination.ts';
import { checkout } from './checkout.ts';
import { limitCodes } from './orderLimits.ts';
import type { OrderTools } from './orderQueries.ts';
import { changeEmail, findInvoice, findOrder, findReceipt, listOrders } from './orders.ts';
import { orderFree, placeOrder } from './placeOrder.ts';
import { priceFor } from './quote.ts';

const orderReply = z.object({ order: orderSchema });

/** Money is US cents. */
export function orderEndpoints(tools: OrderTools & { limit: Limit }): Endpoint[] {
  const { limit, minutes } = tools;
  const place = minutes ? orderFree : placeOrder;
  const codeTries = limitCodes(limit);
  const newOrder = limit('order');
  return [
    endpoint('POST /api/orders', {
      summary: 'Order an episode; the same key again gets the same order, as a 200',
      access: 'signed in',
      before: codeTries,
      headers: z.object({ 'Idempotency-Key': idempotencyKey.optional() }),
      body: orderRequest,
      status: 201,
      reply: orderReply,
      async handle({ req, res, user, body }) {
        const { order, created } = await place(tools, user, body, {
          idempotencyKey: idempotencyKeyOf(req),
          consume: () => newOrder(req),
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
      handle: ({ user, query }) => listOrders(tools, user, query),
    }),
    endpoint('GET /api/orders/:id', {
      summary: 'One order',
      access: 'owner',
      reply: orderReply,
      handle: async ({ user, params }) => ({ order: await findOrder(tools, user, params.id) }),
    }),
    endpoint('PATCH /api/orders/:id', {
      summary: 'Change where the email goes',
      access: 'owner',
      body: emailChange,
      reply: orderReply,
      handle: async ({ user, params, body }) => ({
        order: await changeEmail(tools, user, params.id, body.email),
      }),
    }),
  ];
}

function idempotencyKeyOf(req: Request): string | null {
  const header = req.get('idempotency-key');
  if (header === undefined) return null;
  const read = idempotencyKey.safeParse(header);
  if (!read.success) throw new Problem('invalid', 'The Idempotency-Key cannot be used');
  return read.data;
}

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
