import { type Request, type RequestHandler, Router } from 'express';
import { emailChange, idempotencyKey, orderRequest, quoteRequest } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import { priceList } from '#shared/tariff.ts';
import { signedIn, userOf, visitorOf } from '../auth/guard.ts';
import { tellFailure } from '../http/failures.ts';
import type { Limit } from '../http/limits.ts';
import { page } from '../http/page.ts';
import { parse } from '../http/parse.ts';
import type { Orders } from './orders.ts';

/** `/api/orders`: the signed-in buyer's own. */
export function orderRoutes({ orders, limit }: { orders: Orders; limit: Limit }): Router {
  const routes = Router();
  routes.use(signedIn);
  routes.post('/', limitCodes(limit), async (req, res) => {
    const request = parse(orderRequest, req.body);
    const { order, created } = await orders.place(userOf(req), request, idempotencyKeyOf(req));
    res.status(created ? 201 : 200).json({ order });
  });
  routes.get('/', async (req, res) => {
    res.json(await orders.list(userOf(req), parse(page, req.query)));
  });
  routes.get('/:id', async (req, res) => {
    res.json({ order: await orders.find(userOf(req), req.params.id) });
  });
  routes.get('/:id/receipt', async (req, res) => {
    res.json({ receipt: await orders.receipt(userOf(req), req.params.id) });
  });
  // Asks Paddle each time: its link lives for an hour, ours for as long as the account does.
  routes.get('/:id/invoice', limit('invoice', INVOICES, 3600), async (req, res) => {
    const link = await orders.invoice(userOf(req), String(req.params.id));
    res.set('Cache-Control', 'private, no-store').redirect(302, link);
  });
  routes.use('/:id/invoice', tellFailure);
  routes.patch('/:id', async (req, res) => {
    const { email } = parse(emailChange, req.body);
    res.json({ order: await orders.changeEmail(userOf(req), req.params.id, email) });
  });
  routes.post('/:id/checkout', async (req, res) => {
    res.json(await orders.checkout(userOf(req), req.params.id));
  });
  return routes;
}

/** `/api/pricing` and `/api/quotes`: open to visitors. */
export function quoteRoutes({ orders, limit }: { orders: Orders; limit: Limit }): Router {
  const routes = Router();
  routes.get('/pricing', (_req, res) => {
    res.json({ prices: priceList() });
  });
  routes.post('/quotes', limitCodes(limit), async (req, res) => {
    res.json(await orders.quote(visitorOf(req), parse(quoteRequest, req.body)));
  });
  return routes;
}

/** Invoices asked of Paddle in an hour, from one address. */
const INVOICES = 60;

/** Quotes and orders with a code in an hour, from one address. */
const CODE_TRIES = 120;

/** A code is a secret worth guessing: an address that tries many is told to wait. */
function limitCodes(limit: Limit): RequestHandler {
  const tries = limit('discount-code', CODE_TRIES, 3600);
  return (req, res, next) => {
    const code = (req.body as { discountCode?: unknown } | undefined)?.discountCode;
    return code ? tries(req, res, next) : next();
  };
}

function idempotencyKeyOf(req: Request): string | null {
  const header = req.get('idempotency-key');
  if (header === undefined) return null;
  const read = idempotencyKey.safeParse(header);
  if (!read.success) throw new Problem('invalid', 'The Idempotency-Key cannot be used');
  return read.data;
}
