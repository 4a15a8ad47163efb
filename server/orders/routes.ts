import { type Request, Router } from 'express';
import { z } from 'zod';
import { emailChange, orderRequest, quoteRequest } from '#shared/order.ts';
import { priceList } from '#shared/price.ts';
import { Problem } from '#shared/problem.ts';
import { signedIn, userOf, visitorOf } from '../auth/guard.ts';
import { page } from '../http/page.ts';
import { parse } from '../http/parse.ts';
import type { Orders } from './orders.ts';

/** `/api/orders`: the signed-in buyer's own. */
export function orderRoutes(orders: Orders): Router {
  const routes = Router();
  routes.use(signedIn);
  routes.post('/', async (req, res) => {
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
export function quoteRoutes(orders: Orders): Router {
  const routes = Router();
  routes.get('/pricing', (_req, res) => {
    res.json({ prices: priceList() });
  });
  routes.post('/quotes', async (req, res) => {
    res.json(await orders.quote(visitorOf(req), parse(quoteRequest, req.body)));
  });
  return routes;
}

const key = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** `Idempotency-Key`: 1 to 200 visible ASCII characters, or none. */
function idempotencyKeyOf(req: Request): string | null {
  const header = req.get('idempotency-key');
  if (header === undefined) return null;
  const read = key.safeParse(header);
  if (!read.success) throw new Problem('invalid', 'The Idempotency-Key cannot be used');
  return read.data;
}
