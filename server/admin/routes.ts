import { Router } from 'express';
import { z } from 'zod';
import { refundRequest, retryRequest, sampleRequest } from '#shared/admin.ts';
import { checksRequest } from '#shared/checks.ts';
import { discountCodePatch, discountCodeRequest } from '#shared/discount.ts';
import { modelSet } from '#shared/models.ts';
import { Problem } from '#shared/problem.ts';
import { adminOnly, userOf } from '../auth/guard.ts';
import { ID_MAX, page } from '../http/page.ts';
import { parse } from '../http/parse.ts';
import type { Admin } from './admin.ts';
import { eventPage, orderPage, podcastPage, userPage } from './pages.ts';

/** `/api/admin/…`: to everybody but admins there is nothing here (design section 4). */
export function adminRoutes(admin: Admin): Router {
  const { codes, orders, events, messages, podcasts, users } = admin;
  const routes = Router();
  routes.use(adminOnly);

  routes.get('/discount-codes', async (req, res) => {
    res.json(await codes.list(parse(page, req.query)));
  });
  routes.post('/discount-codes', async (req, res) => {
    const request = parse(discountCodeRequest, req.body);
    res.status(201).json({ discountCode: await codes.create(userOf(req), request) });
  });
  routes.patch('/discount-codes/:id', async (req, res) => {
    const id = idOf(number, req.params.id);
    const { isActive } = parse(discountCodePatch, req.body);
    res.json({ discountCode: await codes.switch(userOf(req), id, isActive) });
  });

  routes.get('/orders', async (req, res) => {
    res.json(await orders.list(parse(orderPage, req.query)));
  });
  routes.get('/orders/:id', async (req, res) => {
    res.json({ order: await orders.find(idOf(token, req.params.id)) });
  });
  routes.post('/orders/:id/recheck', async (req, res) => {
    res.json({ order: await orders.recheck(userOf(req), idOf(token, req.params.id)) });
  });
  routes.post('/orders/:id/refund', async (req, res) => {
    const id = idOf(token, req.params.id);
    const wish = parse(refundRequest, req.body);
    res.json({ order: await orders.refund(userOf(req), id, wish) });
  });
  routes.post('/orders/:id/clear-flag', async (req, res) => {
    res.json({ order: await orders.clearFlag(userOf(req), idOf(token, req.params.id)) });
  });

  routes.get('/payment-events', async (req, res) => {
    res.json(await events.list(parse(eventPage, req.query)));
  });
  routes.get('/payment-events/:id', async (req, res) => {
    res.json({ paymentEvent: await events.find(idOf(token, req.params.id)) });
  });

  routes.get('/messages', async (req, res) => {
    res.json(await messages.list(parse(page, req.query)));
  });
  routes.post('/messages/:id/handled', async (req, res) => {
    res.json({ message: await messages.handle(userOf(req), idOf(number, req.params.id)) });
  });

  routes.get('/podcasts', async (req, res) => {
    res.json(await podcasts.list(parse(podcastPage, req.query)));
  });
  routes.put('/podcasts/:publicId/sample', async (req, res) => {
    const id = idOf(token, req.params.publicId);
    const { isSample } = parse(sampleRequest, req.body);
    res.json({ podcast: await podcasts.feature(userOf(req), id, isSample) });
  });
  routes.post('/podcasts/:publicId/retry', async (req, res) => {
    const id = idOf(token, req.params.publicId);
    const { gift } = parse(retryRequest, req.body);
    res.json({ podcast: await podcasts.retry(userOf(req), id, gift) });
  });

  routes.get('/users', async (req, res) => {
    res.json(await users.list(parse(userPage, req.query)));
  });
  routes.get('/figures', async (_req, res) => {
    res.json({ figures: await admin.figures() });
  });
  routes.get('/health', async (_req, res) => {
    res.json({ health: await admin.health() });
  });
  routes.get('/checks', async (_req, res) => {
    res.json({ checks: await admin.checks.state() });
  });
  routes.post('/checks', async (req, res) => {
    const { buy } = parse(checksRequest, req.body);
    res.status(202).json({ checks: await admin.checks.ask(userOf(req), buy) });
  });
  routes.get('/models', async (_req, res) => {
    res.json({ models: await admin.models.state() });
  });
  routes.post('/models', async (req, res) => {
    const set = parse(modelSet, req.body);
    res.json({ models: await admin.models.change(userOf(req), set) });
  });
  routes.get('/credits', async (_req, res) => {
    res.json({ credits: await admin.credits() });
  });
  routes.get('/audit', async (req, res) => {
    res.json(await admin.audit.list(parse(page, req.query)));
  });
  return routes;
}

const number = z.coerce.number().int().positive().max(ID_MAX);
const token = z.string().regex(/^[\w-]{1,100}$/);

/** An id of another shape belongs to nothing. Throws `Problem('not_found')`. */
function idOf<Id>(shape: z.ZodType<Id>, text: string): Id {
  const read = shape.safeParse(text);
  if (!read.success) throw new Problem('not_found', 'There is no such thing');
  return read.data;
}
