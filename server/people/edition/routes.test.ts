import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { houseCostsReply } from '#shared/admin.ts';
import { minutesReply } from '#shared/minutes.ts';
import { order as orderSchema } from '#shared/order.ts';
import { expenses, orders, podcasts, rateLimits } from '../../base/db/tables.ts';
import { HOUSE_WITH_SMTP } from '../../testing/houseConfig.ts';
import { routesOf } from '../../testing/routes.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

const MINUTES = 30;

let house: TestApp;
let admin: ReturnType<TestApp['visitor']>;
beforeAll(async () => {
  const google = { FIREBASE_API_KEY: 'key', FIREBASE_PROJECT_ID: 'project' };
  const env = { ...HOUSE_WITH_SMTP, ...google, MINUTES_A_MONTH: String(MINUTES) };
  house = await openTestApp({ work: false, env });
  admin = (await house.buyer()).visitor;
});
beforeEach(() => house.db.delete(rateLimits));
afterAll(() => house.close());

describe('the routes of a house', () => {
  it('are those of a shop without its till, and its own', async () => {
    const shop = await openTestApp({ work: false });
    const callsOf = (app: TestApp) => app.endpoints.map(({ call }) => call);
    const missing = callsOf(shop).filter((call) => !callsOf(house).includes(call));
    const added = callsOf(house).filter((call) => !callsOf(shop).includes(call));
    expect(missing.sort()).toEqual([
      'GET /api/admin/discount-codes',
      'GET /api/admin/figures',
      'GET /api/admin/orders',
      'GET /api/admin/orders/:id',
      'GET /api/admin/payment-events',
      'GET /api/admin/payment-events/:id',
      'GET /api/orders/:id/invoice',
      'GET /api/orders/:id/receipt',
      'GET /api/pricing',
      'PATCH /api/admin/discount-codes/:id',
      'POST /api/admin/discount-codes',
      'POST /api/admin/orders/:id/clear-flag',
      'POST /api/admin/orders/:id/recheck',
      'POST /api/admin/orders/:id/refund',
      'POST /api/auth/dev-mode',
      'POST /api/orders/:id/checkout',
      'POST /api/quotes',
      'POST /api/webhooks/paddle',
    ]);
    expect(added.sort()).toEqual(['GET /api/admin/costs', 'GET /api/minutes']);

    const accessOf = (app: TestApp) =>
      new Map(app.endpoints.map(({ call, access }) => [call, access]));
    const changed = [...accessOf(house)].filter(
      ([call, access]) => !added.includes(call) && accessOf(shop).get(call) !== access,
    );
    expect(changed.sort()).toEqual([
      ['POST /api/briefs', 'signed in'],
      ['POST /api/previews', 'signed in'],
      ['POST /api/sources', 'signed in'],
    ]);
    const wellKnown = (app: TestApp) =>
      routesOf(app.express).filter((r) => r.includes('well-known'));
    expect([wellKnown(shop).length, wellKnown(house).length]).toEqual([1, 0]);
    await shop.close();
  });

  it('name neither Paddle nor a price in their document', async () => {
    const { body } = await house.visitor().get('/openapi.json').expect(200);
    const calls = Object.entries<Record<string, { summary: string }>>(body.paths);
    const said = calls.flatMap(([path, methods]) => [
      path,
      ...Object.values(methods).map(({ summary }) => summary),
    ]);
    expect(said.length).toBeGreaterThan(100);
    for (const words of [...said, Object.keys(body.components.securitySchemes).join()]) {
      expect(words).not.toMatch(
        /paddle|refund|checkout|invoice|receipt|pric|\bsold|\bsell|\bpa(y|id)/i,
      );
    }
    const config = await house.visitor().get('/api/config').expect(200);
    expect(config.text).not.toMatch(/paddle/i);
  });

  it.each([
    ['get', '/api/pricing'],
    ['post', '/api/quotes'],
    ['post', '/api/webhooks/paddle'],
    ['get', '/api/admin/figures'],
    ['get', '/.well-known/apple-developer-merchantid-domain-association'],
  ] as const)('%s %s is not there', async (method, path) => {
    await admin[method](path).expect(404);
  });
});

const usedUp = /^This month’s 30 minutes are used up\. You get new ones on 1 [A-Z][a-z]+\.$/;
const tooFew =
  /^10 of your 30 minutes are left until 1 [A-Z][a-z]+, too few for an episode of 20\.$/;

describe('an order in a house', () => {
  it('is paid in the same request, and is refused in a sentence once its minutes are used up', async () => {
    const { visitor, request } = await house.buyer();
    const post = async (duration: 10 | 20, key = randomUUID()) =>
      visitor
        .post('/api/orders')
        .set('Idempotency-Key', key)
        .send(await request({ duration }));
    const key = randomUUID();
    const first = await post(20, key);
    expect(first.status).toBe(201);
    expect(orderSchema.parse(first.body.order)).toMatchObject({
      status: 'paid',
      listPrice: 0,
      total: 0,
      podcast: { status: 'processing' },
    });
    const again = await post(20, key);
    expect([again.status, again.body.order.id]).toEqual([200, first.body.order.id]);
    const left = minutesReply.parse((await visitor.get('/api/minutes').expect(200)).body);
    expect(left).toMatchObject({ used: 20, limit: MINUTES });

    const refused = await post(20);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(tooFew),
      fields: { duration: refused.body.message },
    });
    expect((await post(10)).status).toBe(201);
    expect((await post(10)).body.message).toMatch(usedUp);
  });

  it('is asked for by nobody without an account', async () => {
    await house.visitor().get('/api/minutes').expect(401);
    const { request } = await house.buyer();
    await house
      .visitor()
      .post('/api/orders')
      .send(await request())
      .expect(401);
  });
});

describe('what costs something before an order', () => {
  it.each(['briefs', 'previews', 'sources'])('%s are refused to a visitor', async (what) => {
    await house.visitor().post(`/api/${what}`).send({ topic: 'Why do cats purr?' }).expect(401);
  });

  it('a voice is heard by a visitor once somebody with an account has heard it', async () => {
    const { visitor } = await house.buyer();
    const [voice] = (await visitor.get('/api/voices')).body.voices;
    const hear = (who: typeof visitor) => who.get(`/api/voices/${voice.id}/sample.mp3`);
    const refused = await hear(house.visitor()).expect(401);
    expect(refused.body.message).toMatch(/sign in to hear it/);
    await house.visitor().get('/api/voices/no-such-voice/sample.mp3').expect(404);
    await hear(visitor).expect(200);
    await hear(house.visitor()).expect(200).expect('Content-Type', 'audio/mpeg');
  });

  it('a preview is begun and spoken only while minutes for its length are left', async () => {
    const { visitor, request } = await house.buyer();
    const ask = async (duration: 10 | 20, topic = `Why ${randomUUID()} purrs`) =>
      visitor.post('/api/previews').send(await request({ duration, topic }));
    const begun = await ask(20);
    expect(begun.status).toBe(201);
    await visitor
      .post('/api/orders')
      .send(await request({ duration: 20 }))
      .expect(201);
    expect((await ask(20)).body.message).toMatch(tooFew);
    const { preview } = begun.body;
    const sound = await visitor.post(`/api/previews/${preview.id}/sound`).expect(429);
    expect(sound.body.message).toMatch(tooFew);
    // It costs nothing to read what is there.
    await visitor.get(`/api/previews/${preview.id}`).expect(200);
    expect((await ask(10)).status).toBe(201);
  });

  it('a preview that is there is answered again, whatever is left, but not with another length', async () => {
    const { visitor, request } = await house.buyer();
    const orderRequest = await request({ duration: 10, topic: `Why ${randomUUID()} purrs` });
    await visitor.post('/api/previews').send(orderRequest).expect(201);
    await visitor
      .post('/api/orders')
      .send({ ...orderRequest, duration: 25 })
      .expect(201);
    await visitor.post('/api/previews').send(orderRequest).expect(200);
    await visitor
      .post('/api/previews')
      .send({ ...orderRequest, duration: 15 })
      .expect(429);
  });
});

describe('what a house costs', () => {
  const read = async () =>
    houseCostsReply.parse((await admin.get('/api/admin/costs').expect(200)).body).costs;

  it('is shown for the day, the month and each account, with its minutes', async () => {
    const before = await read();
    expect(before).toMatchObject({ cap: 10_000_000, minutesAMonth: MINUTES });
    const buyer = await house.buyer();
    const sent = await buyer.visitor.post('/api/orders').send(await buyer.request());
    const [order] = await house.db
      .select()
      .from(orders)
      .where(eq(orders.publicId, sent.body.order.id));
    const podcastId = order?.podcastId ?? 0;
    const clip = { provider: 'Speech server', characters: 100, microdollars: 5_000 };
    const month = sql`date_trunc('month', now(), 'UTC')`;
    await house.db.insert(expenses).values([
      { ...clip, podcastId },
      { ...clip, podcastId: null, microdollars: 700 },
      { ...clip, podcastId, microdollars: 900, at: sql`${month} - interval '1 second'` },
    ]);
    const after = await read();
    expect([after.today - before.today, after.month - before.month]).toEqual([5_700, 5_700]);
    const mine = { id: order?.userId, email: buyer.email };
    expect(after.accounts).toContainEqual({ ...mine, minutes: 10, microdollars: 5_000 });
    // It gives its minutes back, and has cost what it has cost.
    await house.db.update(podcasts).set({ status: 'failed' }).where(eq(podcasts.id, podcastId));
    const failed = { ...mine, minutes: 0, microdollars: 5_000 };
    expect((await read()).accounts).toContainEqual(failed);
    const counts = after.accounts.map(({ minutes }) => minutes);
    expect(counts).toEqual([...counts].sort((one, other) => other - one));
  });
});
