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
import { figures } from './adminFigures.ts';
import {
  clearFlag,
  findOrder,
  listOrders,
  recheckOrder,
  refundOrder,
  type SaleAdmin,
} from './adminOrders.ts';
import { createCode, listCodes, switchCode } from './codes.ts';
import { findEvent, listEvents } from './events.ts';
import { idOf, number, token } from './ids.ts';

/** Paddle's event ids are text, and so is the cursor of their list. */
const eventPage = page.extend({ ...eventSearch.shape, cursor: token.nullable().default(null) });
const access = 'admin';

/** The part of `/api/admin` that exists only where episodes are sold. */
export function adminSaleEndpoints(admin: SaleAdmin): Endpoint[] {
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
      handle: ({ user, body }) => createCode(db, user, body),
    }),
    endpoint('PATCH /api/admin/discount-codes/:id', {
      summary: 'Switch a code on or off',
      access,
      body: discountCodePatch,
      reply: codeReply,
      handle: ({ user, params, body }) =>
        switchCode(db, user, idOf(number, params.id), body.isActive),
    }),

    endpoint('GET /api/admin/orders', {
      summary: 'Orders',
      access,
      query: page.extend(orderSearch.shape),
      reply: orderList,
      handle: ({ query }) => listOrders(db, query),
    }),
    endpoint('GET /api/admin/orders/:id', {
      summary: 'One order with all that happened to it',
      access,
      reply: orderReply,
      handle: ({ params }) => findOrder(admin, idOf(token, params.id)),
    }),
    endpoint('POST /api/admin/orders/:id/recheck', {
      summary: 'Ask Paddle how an order stands',
      access,
      reply: orderReply,
      handle: ({ user, params }) => recheckOrder(admin, user, idOf(token, params.id)),
    }),
    endpoint('POST /api/admin/orders/:id/refund', {
      summary: 'Give the money back',
      access,
      body: refundRequest,
      reply: orderReply,
      handle: ({ user, params, body }) => refundOrder(admin, user, idOf(token, params.id), body),
    }),
    endpoint('POST /api/admin/orders/:id/clear-flag', {
      summary: 'An order has been looked at',
      access,
      reply: orderReply,
      handle: ({ user, params }) => clearFlag(admin, user, idOf(token, params.id)),
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
      handle: ({ params }) => findEvent(db, idOf(token, params.id)),
    }),

    endpoint('GET /api/admin/figures', {
      summary: 'Sales and spending',
      access,
      reply: figuresReply,
      handle: async () => ({ figures: await figures(admin) }),
    }),
  ];
}
