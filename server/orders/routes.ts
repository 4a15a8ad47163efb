import type { Request } from 'express';
import { z } from 'zod';
import { emailChange, idempotencyKey, order as orderSchema, orderRequest } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import type { Limit } from '../base/bounds/requestLimits.ts';
import { type Endpoint, endpoint } from '../base/http/endpoint.ts';
import { page, pageReply } from '../base/http/pagination.ts';
import { limitCodes } from './orderLimits.ts';
import type { OrderTools } from './orderQueries.ts';
import { changeEmail, findOrder, listOrders } from './orders.ts';
import { orderFree, placeOrder } from './placeOrder.ts';

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
