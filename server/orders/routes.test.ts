import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutReply, order } from '#shared/order.ts';
import { pricing, quote } from '#shared/price.ts';
import type { User } from '../auth/guard.ts';
import { rateLimits } from '../db/tables.ts';
import { answerFailure } from '../http/failures.ts';
import { episode, openShop, type Shop } from '../testing/shop.ts';
import { orderRoutes, quoteRoutes } from './routes.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ webhooks: false });
});
afterAll(() => shop.close());

/** The two routers as the app mounts them, for one visitor. */
function visitor(user: User | null) {
  const app = express();
  app.use(express.json(), (req, _res, next) => {
    if (user) req.user = user;
    next();
  });
  app.use('/api', quoteRoutes(shop));
  app.use('/api/orders', orderRoutes(shop));
  app.use(answerFailure);
  return supertest(app);
}

describe('order routes', () => {
  it('a signed-in user can place, retry, check out, read, list and change an order', async () => {
    const buyer = visitor(await shop.buyer());
    const created = await buyer
      .post('/api/orders')
      .set('Idempotency-Key', 'draft-1')
      .send(episode)
      .expect(201);
    const placed = order.parse(created.body.order);
    const again = await buyer.post('/api/orders').set('Idempotency-Key', 'draft-1').send(episode);
    expect([again.status, again.body]).toEqual([200, created.body]);
    const { body: opened } = await buyer.post(`/api/orders/${placed.id}/checkout`).expect(200);
    const found = await buyer.get(`/api/orders/${placed.id}`).expect(200);
    expect(order.parse(found.body.order)).toEqual({ ...placed, ...checkoutReply.parse(opened) });
    const list = await buyer.get('/api/orders?limit=1').expect(200);
    expect(list.body).toEqual({ orders: [found.body.order], nextCursor: null });
    const moved = await buyer.patch(`/api/orders/${placed.id}`).send({ email: 'b@example.com' });
    expect(moved.body.order.email).toBe('b@example.com');
  });

  it('order routes answer 401 without a session and store nothing', async () => {
    const stranger = visitor(null);
    const before = await shop.count('orders');
    await stranger.post('/api/orders').send(episode).expect(401);
    await stranger.get('/api/orders').expect(401);
    expect(await shop.count('orders')).toBe(before);
  });

  it.each([
    ['an empty topic', { topic: '  ' }, 'topic'],
    ['a topic of 501 characters', { topic: 'x'.repeat(501) }, 'topic'],
    ['12 minutes', { duration: 12 }, 'duration'],
    ['a bad email address', { email: 'nobody' }, 'email'],
    ['the same voice twice', { voice2Id: 'voice-1' }, 'voice2Id'],
    ['no first voice', { voice1Id: '' }, 'voice1Id'],
  ])('an order with %s is refused at its field and not stored', async (_what, change, field) => {
    const buyer = visitor(await shop.buyer());
    const before = await shop.count('orders');
    const reply = await buyer.post('/api/orders').send({ ...episode, ...change });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.fields)).toEqual([field]);
    expect(await shop.count('orders')).toBe(before);
  });

  it.each(['', 'x'.repeat(201), 'two words'])(
    'an order with the idempotency key "%s" is refused',
    async (key) => {
      const buyer = visitor(await shop.buyer());
      await buyer.post('/api/orders').set('Idempotency-Key', key).send(episode).expect(400);
    },
  );

  it('another user’s order answers 404 to reading, checkout and change', async () => {
    const owner = visitor(await shop.buyer());
    const { body } = await owner.post('/api/orders').send(episode);
    const other = visitor(await shop.buyer());
    await other.get(`/api/orders/${body.order.id}`).expect(404);
    await other.post(`/api/orders/${body.order.id}/checkout`).expect(404);
    await other.patch(`/api/orders/${body.order.id}`).send({ email: 'm@example.com' }).expect(404);
  });
});

it('the 121st guess of a discount code within an hour gets 429', async () => {
  const guess = (discountCode?: string) =>
    visitor(null).post('/api/quotes').send({ duration: 10, discountCode });
  for (let n = 0; n < 120; n++) await guess(`GUESS${n}`).expect(422);
  const { headers } = await guess('GUESS').expect(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  await guess().expect(200);
  await shop.db.delete(rateLimits);
});

it('prices and quotes are open to visitors', async () => {
  const list = await visitor(null).get('/api/pricing').expect(200);
  expect(pricing.parse(list.body).prices).toHaveLength(4);
  const reply = await visitor(null).post('/api/quotes').send({ duration: 25 }).expect(200);
  expect(quote.parse(reply.body)).toMatchObject({ listPrice: 899, total: 899 });
  const { code } = await shop.code({ discountPercent: 10 });
  const cheaper = await visitor(null)
    .post('/api/quotes')
    .send({ duration: 25, discountCode: code });
  expect(cheaper.body).toMatchObject({ discountAmount: 90, total: 809 });
  const unknown = await visitor(null).post('/api/quotes').send({ duration: 25, discountCode: 'X' });
  expect([unknown.status, unknown.body.code]).toEqual([422, 'discount_refused']);
});
