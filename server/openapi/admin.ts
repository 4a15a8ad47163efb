import { z } from 'zod';
import {
  auditList,
  discountCodeList,
  figuresReply,
  healthReply,
  messageList,
  messageReply,
  orderList,
  orderReply,
  paymentEventList,
  paymentEventReply,
  podcastList,
  podcastReply,
  refundRequest,
  retryRequest,
  sampleRequest,
  userList,
} from '#shared/admin.ts';
import { checksReply, checksRequest } from '#shared/checks.ts';
import { creditsReply } from '#shared/credits.ts';
import { discountCode, discountCodePatch, discountCodeRequest } from '#shared/discount.ts';
import { modelSet, modelsReply } from '#shared/models.ts';
import { eventPage, orderPage, podcastPage, userPage } from '../admin/pages.ts';
import { page } from '../http/page.ts';
import type { Operation, Operations } from './operation.ts';

const codeReply = z.object({ discountCode });

const get = (summary: string, reply: z.ZodType, query?: z.ZodObject): Operation => ({
  summary,
  access: 'admin',
  reply,
  ...(query && { query }),
});
const act = (summary: string, reply: z.ZodType, body?: z.ZodType): Operation => ({
  summary,
  access: 'admin',
  reply,
  ...(body && { body }),
});

export const adminOperations: Operations = {
  'GET /api/admin/discount-codes': get('Discount codes', discountCodeList, page),
  'POST /api/admin/discount-codes': {
    ...act('Make a discount code', codeReply, discountCodeRequest),
    status: 201,
  },
  'PATCH /api/admin/discount-codes/:id': act(
    'Switch a code on or off',
    codeReply,
    discountCodePatch,
  ),
  'GET /api/admin/orders': get('Orders', orderList, orderPage),
  'GET /api/admin/orders/:id': get('One order with all that happened to it', orderReply),
  'POST /api/admin/orders/:id/recheck': act('Ask Paddle how an order stands', orderReply),
  'POST /api/admin/orders/:id/refund': act('Give the money back', orderReply, refundRequest),
  'POST /api/admin/orders/:id/clear-flag': act('An order has been looked at', orderReply),
  'GET /api/admin/payment-events': get('What Paddle told', paymentEventList, eventPage),
  'GET /api/admin/payment-events/:id': get('One event as Paddle sent it', paymentEventReply),
  'GET /api/admin/messages': get('Letters to support', messageList, page),
  'POST /api/admin/messages/:id/handled': act('A letter has been answered', messageReply),
  'GET /api/admin/podcasts': get('Episodes and their quality', podcastList, podcastPage),
  'PUT /api/admin/podcasts/:publicId/sample': act(
    'Show an episode among the demos, or not',
    podcastReply,
    sampleRequest,
  ),
  'POST /api/admin/podcasts/:publicId/retry': act(
    'Have a failed or stuck episode made once more',
    podcastReply,
    retryRequest,
  ),
  'GET /api/admin/users': get('Accounts', userList, userPage),
  'GET /api/admin/figures': get('Sales and spending', figuresReply),
  'GET /api/admin/health': get('Whether anything is sold, and if not, why', healthReply),
  'GET /api/admin/checks': get('What the last check of the providers found', checksReply),
  'POST /api/admin/checks': {
    ...act('Have the providers checked', checksReply, checksRequest),
    status: 202,
  },
  'GET /api/admin/models': get('With what episodes are made, and what is better', modelsReply),
  'POST /api/admin/models': act('Sell with better models from now on', modelsReply, modelSet),
  'GET /api/admin/credits': get('What is left of the credits for speech', creditsReply),
  'GET /api/admin/audit': get('Who did what', auditList, page),
};
