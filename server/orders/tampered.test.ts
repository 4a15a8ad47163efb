import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactMessages, discountCodes, orders, users } from '../base/db/tables.ts';
import { openTestApp, type TestApp } from '../testing/testApp.ts';

/* A tampered client: the extra fields that it sends are never believed. */

let app: TestApp;
let buyer: Awaited<ReturnType<TestApp['buyer']>>;
let buyerId: number;
let request: Record<string, unknown>;
beforeAll(async () => {
  app = await openTestApp({ work: false });
  // An account that forged ids can point at.
  await app.buyer();
  buyer = await app.buyer();
  const { body: me } = await buyer.visitor.get('/api/auth/me').expect(200);
  buyerId = me.user.id;
  const { body } = await buyer.visitor.get('/api/voices').expect(200);
  request = {
    topic: 'Why the sea glows at night',
    duration: 10,
    voice1Id: body.voices[0].id,
    voice2Id: body.voices[1].id,
    email: buyer.email,
  };
});
afterAll(() => app.close());

const account = async (email: string) => {
  const [row] = await app.db.select().from(users).where(eq(users.email, email));
  return row;
};
const stored = async (publicId: string) => {
  const [row] = await app.db.select().from(orders).where(eq(orders.publicId, publicId));
  return row;
};
async function place(more: object = {}): Promise<string> {
  const { body } = await buyer.visitor
    .post('/api/orders')
    .send({ ...request, ...more })
    .expect(201);
  return body.order.id;
}

/** Every column of ours that a buyer might like to set. */
const forgedColumns = {
  id: 1,
  publicId: 'mine',
  userId: 1,
  price: 1,
  listPrice: 1,
  total: 1,
  amountPaid: 1,
  discountPercent: 100,
  discountAmount: 398,
  discountCodeId: 1,
  discountReserved: true,
  isBonus: true,
  currency: 'JPY',
  status: 'paid',
  flag: 'none',
  paidAt: '2020-01-01T00:00:00Z',
  podcastId: 1,
  paddleTransactionId: 'txn_mine',
  transactionId: 'txn_mine',
  expiresAt: '2999-01-01T00:00:00Z',
  isAdmin: true,
  hasMadeFirstPurchase: true,
};

describe('order with extra fields', () => {
  it('extra fields change neither an order nor what Paddle is asked to collect', async () => {
    const id = await place(forgedColumns);
    const row = await stored(id);
    expect(row).toMatchObject({
      userId: buyerId,
      listPrice: 399,
      discountPercent: 0,
      discountAmount: 0,
      discountCodeId: null,
      discountReserved: false,
      total: 399,
      isBonus: false,
      status: 'open',
      flag: null,
      paidAt: null,
      podcastId: null,
      paddleTransactionId: null,
    });
    expect(row?.publicId).not.toBe('mine');
    expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(3_600_000);
    const { body } = await buyer.visitor
      .post(`/api/orders/${id}/checkout`)
      .send(forgedColumns)
      .expect(200);
    expect(body).toEqual({ transactionId: expect.stringMatching(/^txn_(?!mine)/) });
    const asked = (await app.purchases()).filter((one) => 'orderId' in one && one.orderId === id);
    expect(asked).toMatchObject([{ kind: 'transaction', cents: 399 }]);
    expect((await stored(id))?.status).toBe('open');
  });

  it('extra fields do not change a quote', async () => {
    for (const more of [{}, forgedColumns]) {
      const { body } = await buyer.visitor
        .post('/api/quotes')
        .send({ duration: 25, ...more })
        .expect(200);
      expect(body).toEqual({ listPrice: 899, discountAmount: 0, total: 899, currency: 'USD' });
    }
  });

  it('extra fields sent with a new delivery email do not change the order', async () => {
    const id = await place();
    const before = await stored(id);
    const { body } = await buyer.visitor
      .patch(`/api/orders/${id}`)
      .send({ ...forgedColumns, email: 'other@example.com' })
      .expect(400);
    expect(Object.keys(body.fields).sort()).toEqual(Object.keys(forgedColumns).sort());
    expect(await stored(id)).toEqual(before);
  });

  it('extra fields do not make an order a bonus episode', async () => {
    for (const useBonus of [true, 'true', 1]) {
      const { body } = await buyer.visitor
        .post('/api/orders')
        .send({ ...request, ...forgedColumns, useBonus })
        .expect(400);
      expect(body).toMatchObject({ code: 'invalid', fields: { useBonus: expect.any(String) } });
    }
  });
});

describe('account with extra fields', () => {
  const powers = {
    id: 1,
    isAdmin: true,
    is_admin: true,
    hasMadeFirstPurchase: true,
    hasUsedFreePodcast: false,
    emailVerifiedAt: '2020-01-01T00:00:00Z',
    emailVerified: true,
    subscriptionStatus: 'pro',
    monthlyPodcastsGenerated: -100,
    googleId: 'g-1',
    passwordHash: 'x',
    authProvider: 'google',
    username: 'root',
  };
  const none = {
    isAdmin: false,
    hasMadeFirstPurchase: false,
    emailVerifiedAt: null,
    subscriptionStatus: 'free',
    monthlyPodcastsGenerated: 0,
    googleId: null,
    authProvider: 'local',
  };

  it('extra fields at registration grant no rights', async () => {
    const visitor = app.visitor();
    const plain = { email: 'mallory@example.com', password: 'secret1' };
    const refused = await visitor.post('/api/auth/register').send({ ...powers, ...plain });
    expect([refused.status, refused.body.message]).toEqual([400, 'Invalid registration data']);
    expect(Object.keys(refused.body.fields).sort()).toEqual(Object.keys(powers).sort());
    expect(await account(plain.email)).toBeUndefined();
    await visitor.post('/api/auth/register').send(plain).expect(201);
    expect(await account(plain.email)).toMatchObject({ ...none, username: 'mallory' });
    await visitor.get('/api/admin/discount-codes').expect(404);
  });

  it('extra fields in an account update change nothing', async () => {
    const before = await account(buyer.email);
    const { body } = await buyer.visitor
      .patch('/api/account')
      .send({ ...powers, email: 'else@example.com', firstName: 'Mira' })
      .expect(400);
    expect(body.fields).toMatchObject({ isAdmin: expect.any(String), email: expect.any(String) });
    expect(await account(buyer.email)).toEqual(before);
  });

  it('extra fields do not open admin routes to a user', async () => {
    const { visitor } = buyer;
    await visitor
      .post('/api/admin/discount-codes')
      .send({ ...powers, code: 'MINE', discountPercent: 100 })
      .expect(404);
    expect(await app.db.select().from(discountCodes)).toEqual([]);
    const id = await place();
    await visitor.post(`/api/admin/orders/${id}/refund`).send(powers).expect(404);
  });

  it('a contact message cannot be sent in another user’s name', async () => {
    const message = { email: 'm@example.com', message: 'Hello', userId: buyerId, handledAt: 'now' };
    await app.visitor().post('/api/contact').send(message).expect(201);
    await buyer.visitor
      .post('/api/contact')
      .send({ ...message, userId: 1 })
      .expect(201);
    expect(await app.db.select().from(contactMessages)).toMatchObject([
      { userId: null, handledAt: null },
      { userId: buyerId, handledAt: null },
    ]);
  });
});

describe('duration', () => {
  it.each([
    '-10',
    '0',
    '-0',
    'NaN',
    'null',
    '1e309',
    '-1e309',
    '"15"',
    '"10; drop table orders"',
    '10.5',
    '9.999999999',
    '1e1000000',
    '99999999999999999999',
    '[10]',
    '{"valueOf":10}',
    'true',
    '""',
  ])('a duration of %s is refused at its field and nothing is stored', async (minutes) => {
    const written = () => app.db.select().from(orders);
    const before = (await written()).length;
    const { duration: _, ...rest } = request;
    const body = JSON.stringify(rest).replace(/}$/, `,"duration":${minutes}}`);
    const isJson = minutes !== 'NaN';
    for (const path of ['/api/orders', '/api/quotes']) {
      const reply = await buyer.visitor.post(path).type('json').send(body).expect(400);
      expect(reply.body.code).toBe('invalid');
      if (isJson) expect(Object.keys(reply.body.fields)).toEqual(['duration']);
    }
    expect(await written()).toHaveLength(before);
  });

  it('a duration of 1e1 is quoted at the price of 10 minutes', async () => {
    const reply = await buyer.visitor
      .post('/api/quotes')
      .type('json')
      .send('{"duration":1e1}')
      .expect(200);
    expect(reply.body.total).toBe(399);
  });
});

describe('another user’s order', () => {
  it('another user cannot see, pay or change an order, nor reach it by a guessed id', async () => {
    const id = await place();
    const before = await stored(id);
    const { visitor: stranger } = await app.buyer();
    const lies = { userId: buyerId, id, orderId: id, isAdmin: true };
    await stranger.get(`/api/orders/${id}?userId=${buyerId}`).expect(404);
    await stranger.post(`/api/orders/${id}/checkout`).send(lies).expect(404);
    await stranger.patch(`/api/orders/${id}`).send({ email: 'm@example.com' }).expect(404);
    await stranger
      .patch(`/api/orders/${id}`)
      .send({ ...lies, email: 'm@example.com' })
      .expect(400);
    // By its database id, which a browser never sees.
    for (const guess of [before?.id, `${before?.id} or 1=1`, `${id}' or '1'='1`]) {
      await stranger.get(`/api/orders/${encodeURIComponent(String(guess))}`).expect(404);
    }
    const { body } = await stranger.get(`/api/orders?userId=${buyerId}`).expect(200);
    expect(body.orders).toEqual([]);
    expect(await stored(id)).toEqual(before);
  });

  it('a forged user id or another user’s idempotency key gives no access to an order', async () => {
    const key = 'the-same-key';
    const { body: mine } = await buyer.visitor
      .post('/api/orders')
      .set('Idempotency-Key', key)
      .send(request)
      .expect(201);
    const { visitor: stranger, email } = await app.buyer();
    const { body: theirs } = await stranger
      .post('/api/orders')
      .set('Idempotency-Key', key)
      .set('X-User-Id', String(buyerId))
      .send({ ...request, userId: buyerId })
      .expect(201);
    expect(theirs.order.id).not.toBe(mine.order.id);
    expect((await stored(theirs.order.id))?.userId).toBe((await account(email))?.id);
  });
});
