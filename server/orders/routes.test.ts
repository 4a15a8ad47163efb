import { eq, like } from 'drizzle-orm';
import express from 'express';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkoutReply, order } from '#shared/order.ts';
import { pricing, quote } from '#shared/pricingSchema.ts';
import { rateLimits, sources } from '../base/db/tables.ts';
import type { User } from '../base/db/user.ts';
import { routerOf } from '../base/http/endpoint.ts';
import { errorHandler } from '../base/http/errors.ts';
import { anAttachedSource } from '../testing/builders.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';
import { orderEndpoints, saleEndpoints } from './routes.ts';

let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness({ webhooks: false });
});
afterEach(() => harness.db.delete(rateLimits));
afterAll(() => harness.close());

/** The endpoints as the app mounts them, for one visitor, who comes from an address. */
function visitor(user: User | null, address = '192.0.2.1') {
  const app = express();
  app.set('trust proxy', () => true);
  app.use((req, _res, next) => {
    req.headers['x-forwarded-for'] = address;
    next();
  });
  app.use(express.json(), (req, _res, next) => {
    if (user) req.user = user;
    next();
  });
  const tools = { ...harness.tools, limit: harness.limit };
  app.use(routerOf([...orderEndpoints(tools), ...saleEndpoints(tools)]));
  app.use(errorHandler);
  return supertest(app);
}

describe('order routes', () => {
  it('a signed-in user can place, retry, check out, read, list and change an order', async () => {
    const buyer = visitor(await harness.buyer());
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

  it.each([
    ['embed', 'embed'],
    ['a billboard', 'direct'],
    [7, 'direct'],
    [null, 'direct'],
    [undefined, 'direct'],
  ])('an order through the channel %j is kept as %s and never refused', async (channel, kept) => {
    const buyer = visitor(await harness.buyer());
    const { body } = await buyer
      .post('/api/orders')
      .send({ ...episode, channel })
      .expect(201);
    expect(await harness.find(body.order.id)).toMatchObject({ channel: kept });
  });

  it('an order names what it brought, in that order, and leaves out what is gone', async () => {
    const user = await harness.buyer();
    const attach = async (title: string) => {
      const { id, kind } = await anAttachedSource(harness.db, user, { title });
      return { id, kind, title };
    };
    const [second, first, gone] = [
      await attach('Second'),
      await attach('First'),
      await attach('Gone'),
    ];
    const attached = { sources: [first.id, gone.id, second.id], onlyTheseSources: true };
    const buyer = visitor(user);
    const { body } = await buyer
      .post('/api/orders')
      .send({ ...episode, ...attached })
      .expect(201);
    expect(body.order).toMatchObject({ ...attached, sources: [first, gone, second] });

    await harness.db.delete(sources).where(eq(sources.id, gone.id));
    await buyer
      .post('/api/orders')
      .send({ ...episode, sources: [second.id] })
      .expect(201);
    await buyer.post('/api/orders').send(episode).expect(201);
    const list = await buyer.get('/api/orders').expect(200);
    const listed = order.array().parse(list.body.orders);
    expect(listed.map((each) => [each.sources, each.onlyTheseSources])).toEqual([
      [[], false],
      [[second], false],
      [[first, second], true],
    ]);
  });

  it('order routes answer 401 without a session and store nothing', async () => {
    const stranger = visitor(null);
    const before = await harness.count('orders');
    await stranger.post('/api/orders').send(episode).expect(401);
    await stranger.get('/api/orders').expect(401);
    expect(await harness.count('orders')).toBe(before);
  });

  it.each([
    ['an empty topic', { topic: '  ' }, 'topic'],
    ['a topic of 501 characters', { topic: 'x'.repeat(501) }, 'topic'],
    ['12 minutes', { duration: 12 }, 'duration'],
    ['a bad email address', { email: 'nobody' }, 'email'],
    ['the same voice twice', { voice2Id: 'voice-1' }, 'voice2Id'],
    ['no first voice', { voice1Id: '' }, 'voice1Id'],
  ])('an order with %s is refused at its field and not stored', async (_what, change, field) => {
    const buyer = visitor(await harness.buyer());
    const before = await harness.count('orders');
    const reply = await buyer.post('/api/orders').send({ ...episode, ...change });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.fields)).toEqual([field]);
    expect(await harness.count('orders')).toBe(before);
  });

  it.each(['', 'x'.repeat(201), 'two words'])(
    'an order with the idempotency key "%s" is refused',
    async (key) => {
      const buyer = visitor(await harness.buyer());
      await buyer.post('/api/orders').set('Idempotency-Key', key).send(episode).expect(400);
    },
  );

  it('another user’s order answers 404 to reading, checkout and change', async () => {
    const owner = visitor(await harness.buyer());
    const { body } = await owner.post('/api/orders').send(episode);
    const other = visitor(await harness.buyer());
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
});

describe('limits', () => {
  const opened = () =>
    harness.paddle.purchaseLog.read().filter(({ kind }) => kind === 'transaction');
  /** Checkouts of as many buyers, each with an order and an address of its own. */
  const waiting = (count: number, addressOf = (n: number) => `198.51.100.${n}`) =>
    Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const owner = await harness.buyer();
        const { order } = await harness.orders.place(owner, episode);
        return () => visitor(owner, addressOf(n)).post(`/api/orders/${order.id}/checkout`);
      }),
    );

  it('the 11th order of an account in ten minutes gets 429 and is not stored, and a repeated one is answered', async () => {
    const account = await harness.buyer();
    const place = (key: string, duration: number) =>
      visitor(account)
        .post('/api/orders')
        .set('Idempotency-Key', key)
        .send({ ...episode, duration });
    for (let n = 0; n < 10; n++) await place(`draft-${n}`, 15).expect(201);
    const stored = await harness.count('orders');
    for (let n = 0; n < 5; n++) await place('draft-1', 15).expect(200);
    const { headers, body } = await place('draft-10', 15).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.message).toContain('You’ve placed a lot of orders in a short time');
    expect(await harness.count('orders')).toBe(stored);
    await visitor(await harness.buyer())
      .post('/api/orders')
      .send(episode)
      .expect(201);
  });

  it('what cannot be an order does not count as one', async () => {
    const account = await harness.buyer();
    for (let n = 0; n < 12; n++) {
      await visitor(account)
        .post('/api/orders')
        .send({ ...episode, topic: '' })
        .expect(400);
    }
    await visitor(account).post('/api/orders').send(episode).expect(201);
  });

  it('the 201st order from one address in ten minutes gets 429, whoever places it', async () => {
    const placed = async (address?: string) =>
      (
        await visitor(await harness.buyer(), address)
          .post('/api/orders')
          .send(episode)
      ).status;
    expect(await placed()).toBe(201);
    const ofAddress = eq(rateLimits.key, 'order:accounts 192.0.2.1');
    await harness.db.update(rateLimits).set({ points: 199 }).where(ofAddress);
    expect(await placed()).toBe(201);
    expect(await placed()).toBe(429);
    expect(await placed('192.0.2.2')).toBe(201);
  });

  it('the 31st checkout of an account in ten minutes gets 429', async () => {
    const owner = await harness.buyer();
    const { order } = await harness.orders.place(owner, episode);
    const checkout = () => visitor(owner).post(`/api/orders/${order.id}/checkout`);
    for (let n = 0; n < 30; n++) {
      await checkout().expect(200);
      await harness.db.delete(rateLimits).where(like(rateLimits.key, 'checkout-calls%'));
    }
    const { headers, body } = await checkout().expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.message).toContain('Nothing was charged');
  });

  it('checkouts of fifty buyers at once ask Paddle 30 times in 20 s, and the others get 503 with Retry-After', async () => {
    const checkouts = await waiting(50);
    const before = opened().length;
    const replies = await Promise.all(checkouts.map((checkout) => checkout()));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(20);
    for (const { status, headers, body } of refused) {
      expect([status, body.code]).toEqual([503, 'unavailable']);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(20);
      expect(body.message).toContain('Many people are paying right now');
    }
    expect(opened().length - before).toBe(30);
  });

  it('no account and no network uses up the calls of Paddle', async () => {
    const owner = await harness.buyer();
    const ids: string[] = [];
    for (let n = 0; n < 8; n++) ids.push((await harness.orders.place(owner, episode)).order.id);
    const own = await Promise.all(
      ids.map((id) => visitor(owner).post(`/api/orders/${id}/checkout`)),
    );
    expect(own.filter(({ status }) => status === 200)).toHaveLength(5);
    const neighbours = await waiting(20, () => '192.0.2.1');
    const replies = await Promise.all(neighbours.map((checkout) => checkout()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(15);
    const [stranger] = await waiting(1);
    await stranger?.().expect(200);
  });

  it('whoever opens one payment again and again costs Paddle three calls', async () => {
    const owner = await harness.buyer();
    const { order } = await harness.orders.place(owner, episode);
    for (let n = 0; n < 20; n++) {
      await visitor(owner).post(`/api/orders/${order.id}/checkout`).expect(200);
    }
    const calls = like(rateLimits.key, 'checkout-calls:everybody');
    expect((await harness.db.select().from(rateLimits).where(calls))[0]?.points).toBe(3);
  });

  it('every call of Paddle that a checkout makes is counted', async () => {
    const owner = await harness.buyer();
    const { code } = await harness.code({ discountPercent: 50, maxUses: 1 });
    const place = async () =>
      (await harness.orders.place(owner, { ...episode, discountCode: code })).order.id;
    const counted = async (id: string) => {
      await harness.db.delete(rateLimits);
      await visitor(owner).post(`/api/orders/${id}/checkout`).expect(200);
      const calls = like(rateLimits.key, 'checkout-calls:everybody');
      return (await harness.db.select().from(rateLimits).where(calls))[0]?.points;
    };
    const [first, second] = [await place(), await place()];
    expect(await counted(first)).toBe(1);
    expect(await counted(first)).toBe(1);
    // Looks at the first, raises its price, opens the second.
    expect(await counted(second)).toBe(3);
  });
});

it('prices and quotes are open to visitors', async () => {
  const list = await visitor(null).get('/api/pricing').expect(200);
  expect(pricing.parse(list.body).prices).toHaveLength(4);
  const reply = await visitor(null).post('/api/quotes').send({ duration: 25 }).expect(200);
  expect(quote.parse(reply.body)).toMatchObject({ listPrice: 899, total: 899 });
  const { code } = await harness.code({ discountPercent: 10 });
  const cheaper = await visitor(null)
    .post('/api/quotes')
    .send({ duration: 25, discountCode: code });
  expect(cheaper.body).toMatchObject({ discountAmount: 90, total: 809 });
  const unknown = await visitor(null).post('/api/quotes').send({ duration: 25, discountCode: 'X' });
  expect([unknown.status, unknown.body.code]).toEqual([422, 'discount_refused']);
});
