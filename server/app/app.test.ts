import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../base/db/tables.ts';
import { cookieOf } from '../testing/cookie.ts';
import { openTestApp, type TestApp } from '../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  const env = { LEGAL_NAME: 'Night Desk Ltd', LEGAL_ADDRESS: '1 Harbour Street, Dover' };
  app = await openTestApp({ work: false, env: { ...env, RESEARCH: 'web' } });
});
afterAll(() => app.close());

async function twoVoices() {
  const { body } = await app.visitor().get('/api/voices').expect(200);
  return body.voices as { id: string; name: string }[];
}

async function validRequest() {
  const [one, two] = await twoVoices();
  return {
    topic: 'Why the sea glows at night',
    tone: 'Normal',
    style: 'Conversation',
    duration: 10,
    voice1Id: one?.id,
    voice2Id: two?.id,
    email: 'mira@example.com',
  };
}

async function count(table: string): Promise<number> {
  const { rows } = await app.db.execute(sql.raw(`select count(*)::int as n from ${table}`));
  return Number(rows[0]?.n);
}

describe('invalid order', () => {
  const mistakes: [string, Record<string, unknown>, string, string][] = [
    ['an empty topic', { topic: '   ' }, 'topic', 'Topic is required'],
    ['a topic of 501 characters', { topic: 'x'.repeat(501) }, 'topic', 'Topic must be at most 500'],
    ['an unknown voice', { voice1Id: 'nobody' }, 'voice1Id', ''],
    ['no second voice', { voice2Id: undefined }, 'voice2Id', 'Voice 2 is required'],
    ['a duration of 12', { duration: 12 }, 'duration', 'Duration must be'],
    ['a bad email', { email: 'mira@' }, 'email', 'Valid email is required'],
    ['a tone that does not exist', { tone: 'Grumpy' }, 'tone', ''],
    ['a code of 51 characters', { discountCode: 'x'.repeat(51) }, 'discountCode', 'Code too long'],
  ];

  it.each(mistakes)(
    'an order with %s gets a 400 that names the field, and nothing is written',
    async (_, change, field, text) => {
      const { visitor } = await app.buyer();
      const before = await count('orders');
      const { body } = await visitor
        .post('/api/orders')
        .send({ ...(await validRequest()), ...change })
        .expect(400);
      expect(body.code).toBe('invalid');
      expect(body.fields[field]).toContain(text);
      expect(await count('orders')).toBe(before);
    },
  );

  it('an order with the same voice twice gets a 400 that names the field', async () => {
    const { visitor } = await app.buyer();
    const request = await validRequest();
    const { body } = await visitor
      .post('/api/orders')
      .send({ ...request, voice2Id: request.voice1Id })
      .expect(400);
    expect(body.fields.voice2Id).toBe('Choose two different voices');
  });

  it('an order whose topic moderation refuses gets a 422 that names the field', async () => {
    const { visitor } = await app.buyer();
    const request = { ...(await validRequest()), topic: 'how to build a bomb' };
    const { body } = await visitor.post('/api/orders').send(request).expect(422);
    expect(body.code).toBe('topic_refused');
    expect(body.fields.topic).toBeTruthy();
  });

  it('a price, total or bonus flag sent with an order is ignored', async () => {
    const { visitor } = await app.buyer();
    const lies = { total: 1, listPrice: 1, price: 1, userId: 1, isAdmin: true, isBonus: true };
    const { body } = await visitor
      .post('/api/orders')
      .send({ ...(await validRequest()), ...lies })
      .expect(201);
    expect(body.order).toMatchObject({ listPrice: 399, total: 399, isBonus: false });
  });
});

describe('malformed request', () => {
  it('a request with malformed JSON gets a 400', async () => {
    const { visitor } = await app.buyer();
    const { body } = await visitor
      .post('/api/orders')
      .set('Content-Type', 'application/json')
      .send('{"topic":')
      .expect(400);
    expect(body.message).toBe('The request body is not valid JSON');
  });

  it('a request of ten megabytes gets a 413, and the server goes on serving', async () => {
    const { visitor } = await app.buyer();
    await visitor
      .post('/api/orders')
      .send({ topic: 'x'.repeat(10_000_000) })
      .expect(413);
    await app.visitor().get('/healthz').expect(200);
  });

  it('a request from another site gets a 403, a body that is not JSON a 415', async () => {
    const { visitor } = await app.buyer();
    await visitor.post('/api/orders').set('Origin', 'https://evil.example').expect(403);
    await visitor.post('/api/orders').set('Sec-Fetch-Site', 'cross-site').send({}).expect(403);
    await visitor.post('/api/orders').type('form').send({ topic: 'x' }).expect(415);
  });

  it('an unknown API path gets a 404 in JSON', async () => {
    const { body } = await app.visitor().get('/api/nothing').expect(404);
    expect(body.code).toBe('not_found');
  });
});

it('another account cannot read, check out or change somebody else’s order', async () => {
  const { visitor: owner } = await app.buyer();
  const { visitor: stranger } = await app.buyer();
  const { body } = await owner.post('/api/orders').send(await validRequest());
  const path = `/api/orders/${body.order.id}`;
  await stranger.get(path).expect(404);
  await stranger.post(`${path}/checkout`).expect(404);
  await stranger.patch(path).send({ email: 'thief@example.com' }).expect(404);
  await app.visitor().get(path).expect(401);
  const { body: mine } = await owner.get(path).expect(200);
  expect(mine.order).toMatchObject({ email: 'mira@example.com', transactionId: null });
});

const event = JSON.stringify({
  event_id: 'evt_1',
  event_type: 'transaction.completed',
  data: {},
});
const sign = (body: string, secret: string, ts = Math.floor(Date.now() / 1000)) =>
  `ts=${ts};h1=${createHmac('sha256', secret).update(`${ts}:${body}`).digest('hex')}`;

it.each([
  ['without a signature', undefined],
  ['signed with another secret', sign(event, 'another secret')],
  ['signed with an empty secret', sign(event, '')],
  ['signed for another body', sign(`${event} `, 'another secret')],
  ['with a signature of the wrong shape', 'ts=;h1='],
])('a Paddle webhook %s gets a 401 and writes nothing', async (_, signature) => {
  const post = app.visitor().post('/api/webhooks/paddle').type('json');
  if (signature) post.set('Paddle-Signature', signature);
  await post.send(event).expect(401);
  expect(await count('payment_events')).toBe(0);
});

describe('account', () => {
  it('an account registers, signs out and signs in again', async () => {
    const visitor = app.visitor();
    const credentials = { email: 'Nora@Example.com', password: 'secret1' };
    await visitor.get('/api/auth/me').expect(200, { user: null });
    await visitor.post('/api/auth/register').send(credentials).expect(201);
    const { body } = await visitor.get('/api/auth/me');
    expect(body.user).toMatchObject({ email: 'Nora@Example.com', isAdmin: false });
    expect(JSON.stringify(body)).not.toMatch(/hash|secret/i);
    await visitor.get('/api/logout').set('Sec-Fetch-Site', 'same-origin').expect(302);
    await visitor.get('/api/auth/me').expect(200, { user: null });
    await visitor.post('/api/auth/login').send(credentials).expect(200);
    await visitor.post('/api/auth/logout').expect(200);
  });

  it.each([
    [
      'register',
      { email: 'nora@example.com', password: 'secret1' },
      409,
      'Email already registered',
    ],
    ['register', { email: 'x', password: 'secret1' }, 400, 'Invalid registration data'],
    ['register', { email: 'o@example.com', password: '12345' }, 400, 'Invalid registration data'],
    ['login', { email: 'nora@example.com', password: 'wrong' }, 401, 'Invalid email or password'],
    ['login', { email: 'nobody@example.com', password: 'wrong' }, 401, 'Invalid email or password'],
    ['login', { email: 'nora@example.com' }, 400, 'Invalid login data'],
  ])('the %s call refuses %o with status %i', async (call, body, status, message) => {
    const reply = await app.visitor().post(`/api/auth/${call}`).send(body).expect(status);
    expect(reply.body.message).toBe(message);
  });

  it('registration refuses a password that bcrypt would truncate', async () => {
    const password = `${'€'.repeat(24)}x`;
    const { body } = await app
      .visitor()
      .post('/api/auth/register')
      .send({ email: 'long@example.com', password })
      .expect(400);
    expect(body.fields.password).toBe('Password must be at most 72 bytes');
  });

  it('signing in gives a new session id and invalidates the old one', async () => {
    const credentials = { email: 'fix@example.com', password: 'secret1' };
    const visitor = app.visitor();
    const old = cookieOf(await visitor.post('/api/auth/register').send(credentials).expect(201));
    const fresh = cookieOf(await visitor.post('/api/auth/login').send(credentials).expect(200));
    expect(fresh).not.toBe(old);
    const { body } = await app.visitor().get('/api/auth/me').set('Cookie', old);
    expect(body.user).toBeNull();
  });
});

it('the public configuration names the seller', async () => {
  const { body } = await app.visitor().get('/api/config').expect(200);
  expect(body.legal).toEqual({ name: 'Night Desk Ltd', address: '1 Harbour Street, Dover' });
});

it('the public configuration says at each time whether episodes are read up on', async () => {
  const { visitor: admin, email } = await app.buyer();
  await app.db.update(users).set({ isAdmin: true }).where(eq(users.email, email));
  for (const research of [true, false, true]) {
    await admin.patch('/api/admin/features').send({ research }).expect(200);
    const { body } = await app.visitor().get('/api/config').expect(200);
    expect(body.research).toBe(research);
  }
});

describe('response headers', () => {
  it('an API reply forbids inline scripts, framing and content sniffing', async () => {
    const { headers } = await app.visitor().get('/api/config').expect(200);
    expect(headers['content-security-policy']).toMatch(
      /default-src 'self';.*frame-ancestors 'none'/,
    );
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('a long reply is compressed for a client that accepts gzip', async () => {
    const voices = app.visitor().get('/api/voices').set('Accept-Encoding', 'gzip');
    const { body } = await voices.expect(200).expect('Content-Encoding', 'gzip');
    expect(body.voices.length).toBeGreaterThan(65);
  });

  it('a media address is kept out of search indexes and referrers', async () => {
    const { headers } = await app.visitor().get('/media/nothing/episode.mp3').expect(404);
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
  });
});
