import { z } from 'zod';
import {
  checkoutReply,
  emailChange,
  idempotencyKey,
  order,
  orderRequest,
  quoteRequest,
  receipt,
} from '#shared/order.ts';
import { pricing, quote } from '#shared/pricingSchema.ts';
import { page } from '../http/page.ts';
import { type Operations, pageOf } from './operation.ts';

const orderReply = z.object({ order });

/** Prices, and what somebody bought. Money is integer US cents. */
export const orderOperations: Operations = {
  'GET /api/pricing': { summary: 'Every length and its price', access: 'anyone', reply: pricing },
  'POST /api/quotes': {
    summary: 'What an episode would cost',
    access: 'anyone',
    body: quoteRequest,
    reply: quote,
  },
  'POST /api/orders': {
    summary: 'Order an episode; the same key again gets the same order, as a 200',
    access: 'signed in',
    headers: z.object({ 'Idempotency-Key': idempotencyKey.optional() }),
    body: orderRequest,
    status: 201,
    reply: orderReply,
  },
  'GET /api/orders': {
    summary: 'One’s own orders',
    access: 'signed in',
    query: page,
    reply: pageOf('orders', order),
  },
  'GET /api/orders/:id': { summary: 'One order', access: 'owner', reply: orderReply },
  'PATCH /api/orders/:id': {
    summary: 'Change where the letter goes',
    access: 'owner',
    body: emailChange,
    reply: orderReply,
  },
  'POST /api/orders/:id/checkout': {
    summary: 'Open the payment, or learn that nothing is left to pay',
    access: 'owner',
    reply: checkoutReply,
  },
  'GET /api/orders/:id/receipt': {
    summary: 'What was bought, delivered and paid',
    access: 'owner',
    reply: z.object({ receipt }),
  },
  'GET /api/orders/:id/invoice': {
    summary: 'On to Paddle’s invoice',
    access: 'owner',
    status: 302,
  },
  'POST /api/webhooks/paddle': {
    summary: 'What Paddle tells, signed',
    access: 'paddle',
    reply: 'text/plain',
  },
};
