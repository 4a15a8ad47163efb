import { z } from 'zod';
import {
  auditList,
  discountCodeList,
  eventSearch,
  figuresReply,
  healthReply,
  messageList,
  messageReply,
  orderList,
  orderReply,
  orderSearch,
  paymentEventList,
  paymentEventReply,
  podcastList,
  podcastReply,
  podcastSearch,
  refundRequest,
  retryRequest,
  sampleRequest,
  userList,
  userSearch,
} from '#shared/admin.ts';
import { checksReply, checksRequest } from '#shared/checks.ts';
import { creditsReply } from '#shared/credits.ts';
import { discountCode, discountCodePatch, discountCodeRequest } from '#shared/discount.ts';
import { modelSet, modelsReply } from '#shared/models.ts';
import { Problem } from '#shared/problem.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { ID_MAX, page } from '../http/page.ts';
import type { Admin } from './admin.ts';

const orderPage = page.extend(orderSearch.shape);
const podcastPage = page.extend(podcastSearch.shape);
const userPage = page.extend(userSearch.shape);
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

/** `/api/admin`: hidden from everybody but admins (design section 4). */
export function adminEndpoints(admin: Admin): Endpoint[] {
  const { codes, orders, events, messages, podcasts, users } = admin;
  const codeReply = z.object({ discountCode });
  return [
    endpoint('GET /api/admin/discount-codes', {
      summary: 'Discount codes',
      access,
      query: page,
      reply: discountCodeList,
      handle: ({ query }) => codes.list(query),
    }),
    endpoint('POST /api/admin/discount-codes', {
      summary: 'Make a discount code',
      access,
      body: discountCodeRequest,
      status: 201,
      reply: codeReply,
      handle: async ({ user, body }) => ({ discountCode: await codes.create(user, body) }),
    }),
    endpoint('PATCH /api/admin/discount-codes/:id', {
      summary: 'Switch a code on or off',
      access,
      body: discountCodePatch,
      reply: codeReply,
      async handle({ user, params, body }) {
        const id = idOf(number, params.id);
        return { discountCode: await codes.switch(user, id, body.isActive) };
      },
    }),

    endpoint('GET /api/admin/orders', {
      summary: 'Orders',
      access,
      query: orderPage,
      reply: orderList,
      handle: ({ query }) => orders.list(query),
    }),
    endpoint('GET /api/admin/orders/:id', {
      summary: 'One order with all that happened to it',
      access,
      reply: orderReply,
      handle: async ({ params }) => ({ order: await orders.find(idOf(token, params.id)) }),
    }),
    endpoint('POST /api/admin/orders/:id/recheck', {
      summary: 'Ask Paddle how an order stands',
      access,
      reply: orderReply,
      handle: async ({ user, params }) => ({
        order: await orders.recheck(user, idOf(token, params.id)),
      }),
    }),
    endpoint('POST /api/admin/orders/:id/refund', {
      summary: 'Give the money back',
      access,
      body: refundRequest,
      reply: orderReply,
      handle: async ({ user, params, body }) => ({
        order: await orders.refund(user, idOf(token, params.id), body),
      }),
    }),
    endpoint('POST /api/admin/orders/:id/clear-flag', {
      summary: 'An order has been looked at',
      access,
      reply: orderReply,
      handle: async ({ user, params }) => ({
        order: await orders.clearFlag(user, idOf(token, params.id)),
      }),
    }),

    endpoint('GET /api/admin/payment-events', {
      summary: 'What Paddle told',
      access,
      query: eventPage,
      reply: paymentEventList,
      handle: ({ query }) => events.list(query),
    }),
    endpoint('GET /api/admin/payment-events/:id', {
      summary: 'One event as Paddle sent it',
      access,
      reply: paymentEventReply,
      handle: async ({ params }) => ({ paymentEvent: await events.find(idOf(token, params.id)) }),
    }),

    endpoint('GET /api/admin/messages', {
      summary: 'Letters to support',
      access,
      query: page,
      reply: messageList,
      handle: ({ query }) => messages.list(query),
    }),
    endpoint('POST /api/admin/messages/:id/handled', {
      summary: 'A letter has been answered',
      access,
      reply: messageReply,
      handle: async ({ user, params }) => ({
        message: await messages.handle(user, idOf(number, params.id)),
      }),
    }),

    endpoint('GET /api/admin/podcasts', {
      summary: 'Episodes and their quality',
      access,
      query: podcastPage,
      reply: podcastList,
      handle: ({ query }) => podcasts.list(query),
    }),
    endpoint('PUT /api/admin/podcasts/:publicId/sample', {
      summary: 'Show an episode among the demos, or not',
      access,
      body: sampleRequest,
      reply: podcastReply,
      async handle({ user, params, body }) {
        const id = idOf(token, params.publicId);
        return { podcast: await podcasts.feature(user, id, body.isSample) };
      },
    }),
    endpoint('POST /api/admin/podcasts/:publicId/retry', {
      summary: 'Have a failed or stuck episode made once more',
      access,
      body: retryRequest,
      reply: podcastReply,
      async handle({ user, params, body }) {
        const id = idOf(token, params.publicId);
        return { podcast: await podcasts.retry(user, id, body.gift) };
      },
    }),

    endpoint('GET /api/admin/users', {
      summary: 'Accounts',
      access,
      query: userPage,
      reply: userList,
      handle: ({ query }) => users.list(query),
    }),
    endpoint('GET /api/admin/figures', {
      summary: 'Sales and spending',
      access,
      reply: figuresReply,
      handle: async () => ({ figures: await admin.figures() }),
    }),
    endpoint('GET /api/admin/health', {
      summary: 'Whether anything is sold, and if not, why',
      access,
      reply: healthReply,
      handle: async () => ({ health: await admin.health() }),
    }),
    endpoint('GET /api/admin/checks', {
      summary: 'What the last check of the providers found',
      access,
      reply: checksReply,
      handle: async () => ({ checks: await admin.checks.state() }),
    }),
    endpoint('POST /api/admin/checks', {
      summary: 'Have the providers checked',
      access,
      body: checksRequest,
      status: 202,
      reply: checksReply,
      handle: async ({ user, body }) => ({ checks: await admin.checks.ask(user, body.buy) }),
    }),
    endpoint('GET /api/admin/models', {
      summary: 'With what episodes are made, and what is better',
      access,
      reply: modelsReply,
      handle: async () => ({ models: await admin.models.state() }),
    }),
    endpoint('POST /api/admin/models', {
      summary: 'Sell with better models from now on',
      access,
      body: modelSet,
      reply: modelsReply,
      handle: async ({ user, body }) => ({ models: await admin.models.change(user, body) }),
    }),
    endpoint('GET /api/admin/credits', {
      summary: 'What is left of the credits for speech',
      access,
      reply: creditsReply,
      handle: async () => ({ credits: await admin.credits() }),
    }),
    endpoint('GET /api/admin/audit', {
      summary: 'Who did what',
      access,
      query: page,
      reply: auditList,
      handle: ({ query }) => admin.audit.list(query),
    }),
  ];
}

const number = z.coerce.number().int().positive().max(ID_MAX);
const token = z.string().regex(/^[\w-]{1,100}$/);

/** Ids have no other format. Throws `Problem('not_found')`. */
function idOf<Id>(shape: z.ZodType<Id>, text: string): Id {
  const read = shape.safeParse(text);
  if (!read.success) throw new Problem('not_found', 'There is no such thing');
  return read.data;
}
