import { z } from 'zod';
import {
  discountCodeList,
  eventSearch,
  figuresReply,
  orderList,
  orderReply,
  orderSearch,
  paymentEventList,
  paymentEventReply,
  refundRequest,
} from '#shared/admin.ts';
import { discountCode, discountCodePatch, discountCodeRequest } from '#shared/discount.ts';
import { type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import { page } from '../../base/http/pagination.ts';
import type { Admin } from './admin.ts';
import { figures } from './adminFigures.ts';
import { findOrder, listOrders } from './adminOrders.ts';
import { createCode, listCodes, switchCode } from './codes.ts';
import { findEvent, listEvents } from './events.ts';
import { idOf, number, token } from './ids.ts';
import { clearFlag, recheckOrder, refundOrder } from './orderActions.ts';

const orderPage = page.extend(orderSearch.shape);
/** Paddle's event ids are text, and so is the cursor of their list. */
const eventPage = page.extend({
  ...eventSearch.shape,
  cursor: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .nullable()
    .default(null),
});

const access = 'admin';

/** The part of `/api/admin` that exists only where episodes are sold. */
export function adminSaleEndpoints(admin: Pick<Admin, 'db' | 'orders' | 'paymentFee'>): Endpoint[] {
  const { db } = admin;
  const codeReply = z.object({ discountCode });
  return [
    endpoint('GET /api/admin/discount-codes', {
      summary: 'Discount codes',
      access,
      query: page,
      reply: discountCodeList,
      handle: ({ query }) => listCodes(db, query),
    }),
    endpoint('POST /api/admin/discount-codes', {
      summary: 'Make a discount code',
      access,
      body: discountCodeRequest,
      status: 201,
      reply: codeReply,
      handle: async ({ user, body }) => ({ discountCode: await createCode(db, user, body) }),
    }),
    endpoint('PATCH /api/admin/discount-codes/:id', {
      summary: 'Switch a code on or off',
      access,
      body: discountCodePatch,
      reply: codeReply,
      async handle({ user, params, body }) {
        const id = idOf(number, params.id);
        return { discountCode: await switchCode(db, user, id, body.isActive) };
      },
    }),

    endpoint('GET /api/admin/orders', {
      summary: 'Orders',
      access,
      query: orderPage,
      reply: orderList,
      handle: ({ query }) => listOrders(db, query),
    }),
    endpoint('GET /api/admin/orders/:id', {
      summary: 'One order with all that happened to it',
      access,
      reply: orderReply,
      handle: async ({ params }) => ({ order: await findOrder(admin, idOf(token, params.id)) }),
    }),
    endpoint('POST /api/admin/orders/:id/recheck', {
      summary: 'Ask Paddle how an order stands',
      access,
      reply: orderReply,
      handle: async ({ user, params }) => ({
        order: await recheckOrder(admin, user, idOf(token, params.id)),
      }),
    }),
    endpoint('POST /api/admin/orders/:id/refund', {
      summary: 'Give the money back',
      access,
      body: refundRequest,
      reply: orderReply,
      handle: async ({ user, params, body }) => ({
        order: await refundOrder(admin, user, idOf(token, params.id), body),
      }),
    }),
    endpoint('POST /api/admin/orders/:id/clear-flag', {
      summary: 'An order has been looked at',
      access,
      reply: orderReply,
      handle: async ({ user, params }) => ({
        order: await clearFlag(admin, user, idOf(token, params.id)),
      }),
    }),

    endpoint('GET /api/admin/payment-events', {
      summary: 'What Paddle reported',
      access,
      query: eventPage,
      reply: paymentEventList,
      handle: ({ query }) => listEvents(db, query),
    }),
    endpoint('GET /api/admin/payment-events/:id', {
      summary: 'One event as Paddle sent it',
      access,
      reply: paymentEventReply,
      handle: async ({ params }) => ({ paymentEvent: await findEvent(db, idOf(token, params.id)) }),
    }),

    endpoint('GET /api/admin/figures', {
      summary: 'Sales and spending',
      access,
      reply: figuresReply,
      handle: async () => ({ figures: await figures(admin) }),
    }),
  ];
}
