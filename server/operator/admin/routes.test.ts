import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit, users } from '../../base/db/tables.ts';
import { type AdminApp, openAdminApp } from '../../testing/adminApp.ts';
import { adminSaleEndpoints } from './adminSaleRoutes.ts';
import { adminEndpoints } from './routes.ts';

let app: AdminApp;
beforeAll(async () => {
  app = await openAdminApp();
});
afterAll(() => app.close());

const nowhere = {
  recheck: async () => {},
  finishRefund: async () => {},
  beginRefund: () => Promise.reject(new Error('nothing is refunded here')),
  beginUnmatchedPaymentRefund: () => Promise.reject(new Error('nothing is refunded here')),
};

const gauges = {
  queue: { restart: async () => {} },
  salesGate: {
    outages: async () => [],
    producers: async () => ({ known: 1, able: 1 }),
    pausedReason: async () => null,
  },
  costs: { cap: null, spentToday: async () => 0 },
  checkRuns: {
    state: () => Promise.reject(new Error('nothing is checked here')),
    request: () => Promise.reject(new Error('nothing is checked here')),
  },
  modelsState: () => Promise.reject(new Error('nothing is made here')),
  credits: { state: async () => null },
  paymentFee: { percent: 5, cents: 50 },
};

/** Every admin endpoint that is declared, so that new ones are covered too. */
const addresses = () => {
  const tools = { db: app.db, orders: nowhere, ...gauges };
  return [...adminEndpoints(tools), ...adminSaleEndpoints(tools)].map(({ call, path }) => ({
    method: call.split(' ')[0]?.toLowerCase() as 'get' | 'post' | 'patch' | 'put' | 'delete',
    path: path.replaceAll(/:\w+/g, '1'),
  }));
};

const written = () => app.db.select().from(audit);
const strip = ({ requestId, ...body }: Record<string, unknown>) => body;

describe('admin routes', () => {
  it('every admin route answers visitors and users exactly like a route that does not exist', async () => {
    const { visitor: user } = await app.buyer();
    const all = addresses();
    const before = await written();
    expect(all.length).toBeGreaterThanOrEqual(17);
    for (const person of [app.visitor(), user]) {
      const nothing = await person.get('/api/no-such-thing').expect(404);
      for (const { method, path } of [...all, { method: 'get' as const, path: '/api/admin/x' }]) {
        const request = person[method](path);
        const reply = await (method === 'get' ? request : request.send({ isActive: false }));
        expect([`${method} ${path}`, reply.status]).toEqual([`${method} ${path}`, 404]);
        expect(strip(reply.body)).toEqual(strip(nothing.body));
      }
    }
    expect(await written()).toEqual(before);
  });

  it('every admin route answers an admin', async () => {
    for (const { method, path } of addresses()) {
      const request = app.admin[method](path);
      const reply = await (method === 'get' ? request : request.send({}));
      expect([200, 201, 202, 400, 404]).toContain(reply.status);
      expect(reply.body.message).not.toBe('There is nothing at this address');
      // A GET without an id in its path works on an empty database.
      if (method === 'get' && !path.includes('/1'))
        expect([path, reply.status]).toEqual([path, 200]);
    }
  });

  it('admin routes refuse malformed ids, cursors and limits, and search for odd characters safely', async () => {
    for (const id of ['0', '-1', '1.5', '2147483648', '1e99', 'x', '%00', '1;drop', "1'or'1"]) {
      await app.admin.patch(`/api/admin/discount-codes/${id}`).send({ isActive: true }).expect(404);
      await app.admin.post(`/api/admin/messages/${id}/handled`).expect(404);
      await app.admin.get(`/api/admin/orders/${id}`).expect(404);
      await app.admin.get(`/api/admin/payment-events/${id}`).expect(404);
    }
    for (const path of ['orders', 'users', 'audit', 'podcasts', 'messages', 'discount-codes']) {
      await app.admin.get(`/api/admin/${path}?cursor=2147483648`).expect(400);
      await app.admin.get(`/api/admin/${path}?limit=101`).expect(400);
    }
    for (const q of ['%00', '%25', '_', "'; drop table orders; --", '%ud800', '\\']) {
      await app.admin.get('/api/admin/orders').query({ q }).expect(200);
      await app.admin.get('/api/admin/payment-events').query({ q, type: q }).expect(200);
      await app.admin.get('/api/admin/users').query({ q }).expect(200);
    }
    await app.admin.get('/api/admin/orders?q=%00').expect(400);
  });

  it('admin access ends with the next request after the role is taken away', async () => {
    const { visitor, email } = await app.buyer();
    const give = (isAdmin: boolean) =>
      app.db.update(users).set({ isAdmin }).where(eq(users.email, email));
    await give(true);
    await visitor.get('/api/admin/orders').expect(200);
    await give(false);
    await visitor.get('/api/admin/orders').expect(404);
  });

  it('an admin request from another site is refused', async () => {
    const before = await written();
    await app.admin
      .post('/api/admin/discount-codes')
      .set('Origin', 'https://evil.example')
      .send({ code: 'EVIL', discountPercent: 100 })
      .expect(403);
    expect(await written()).toEqual(before);
  });
});

it('registering with isAdmin does not make an admin', async () => {
  const visitor = app.visitor();
  const credentials = { email: 'mallory@example.com', password: 'secret1' };
  const register = (more = {}) =>
    visitor.post('/api/auth/register').send({ ...credentials, ...more });
  await register({ isAdmin: true }).expect(400);
  expect((await register().expect(201)).body.user.isAdmin).toBe(false);
  await visitor.get('/api/admin/users').expect(404);
});
