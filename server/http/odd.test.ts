import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discountCodes } from '../db/tables.ts';
import { openTestApp, type TestApp } from '../testing/app.ts';

/* Input that nobody types: NUL, half an escape, ten kilobytes where a name belongs. */

let app: TestApp;
let buyer: Awaited<ReturnType<TestApp['buyer']>>['visitor'];
let request: Record<string, unknown>;
beforeAll(async () => {
  app = await openTestApp({ work: false });
  const account = await app.buyer();
  buyer = account.visitor;
  const { body } = await buyer.get('/api/voices').expect(200);
  request = {
    topic: 'Tides',
    duration: 10,
    voice1Id: body.voices[0].id,
    voice2Id: body.voices[1].id,
    email: account.email,
  };
});
afterAll(() => app.close());

const names: [string, string][] = [
  ['a NUL', '%00'],
  ['a NUL inside', 'abc%00def'],
  ['half an escape', '%E0%A4%A'],
  ['bytes that are no text', '%ff%fe'],
  ['half a surrogate pair', '%ED%A0%80'],
  ['a path upwards', '..%2f..%2fetc%2fpasswd'],
  ['ten kilobytes', 'x'.repeat(10_000)],
];
const places = [
  'GET /api/orders/:it',
  'PATCH /api/orders/:it',
  'POST /api/orders/:it/checkout',
  'GET /api/podcasts/:it',
  'GET /api/listen/:it',
  'GET /api/voices/:it/sample.mp3',
  'GET /media/:it/episode.mp3',
  'HEAD /media/:it/episode.mp3',
  'GET /media/:it/cover.jpg',
  'GET /media/:it/transcript.json',
  'GET /media/:it/transcript.vtt',
  'GET /media/:it/chapters.json',
];

const addresses = places.flatMap((place) =>
  names.map(([what, name]): [string, string, string] => [place, what, name]),
);

it.each(addresses)('%s with %s in its path gets a 404 or a 400', async (place, _what, name) => {
  const [method = '', path = ''] = place.replace(':it', name).split(' ');
  const bare = buyer[method.toLowerCase() as 'get'](path);
  const reply = await (method === 'PATCH' ? bare.send({ email: 'a@example.com' }) : bare);
  expect([400, 404]).toContain(reply.status);
  if (method !== 'HEAD') expect(reply.body).toMatchObject({ requestId: expect.any(String) });
});

describe('NUL in a request body', () => {
  it.each([
    ['topic', { topic: 'a\0b' }, [201]],
    ['otherwise empty topic', { topic: '\0' }, [400]],
    ['first voice', { voice1Id: 'a\0b' }, [400]],
    ['discount code', { discountCode: 'a\0b' }, [400, 422]],
    ['email', { email: 'a\0@example.com' }, [400]],
    ['tone', { tone: '\0' }, [400]],
  ])('an order with a NUL in its %s causes no server error', async (_field, change, statuses) => {
    const { status, body } = await buyer.post('/api/orders').send({ ...request, ...change });
    expect(statuses).toContain(status);
    if (status === 201) expect(body.order.topic).toBe('ab');
  });

  it('a NUL in a quote or in an account form causes no server error', async () => {
    const quoted = await app
      .visitor()
      .post('/api/quotes')
      .send({ duration: 10, discountCode: '\0' });
    expect([200, 400, 422]).toContain(quoted.status);
    for (const [call, body] of [
      ['login', { email: 'a@example.com', password: 'a\0b' }],
      ['register', { email: 'nul@example.com', password: 'secret\0x' }],
      ['reset-password', { token: 'a\0b', password: 'secret1', confirmPassword: 'secret1' }],
      ['verify-email', { token: 'a\0b' }],
      ['forgot-password', { email: 'a\0b@example.com' }],
      ['firebase-session', { firebaseToken: 'a\0b', user: { uid: '\0' } }],
    ] as const) {
      const { status } = await app.visitor().post(`/api/auth/${call}`).send(body);
      expect(status, call).toBeLessThan(500);
    }
  });
});

it.each(['\0', 'a\0b', '\ud800'])(
  'a report with the episode token %j gets a 400 or a 404',
  async (token) => {
    const report = { token, reason: 'Something else' };
    const reply = await app.visitor().post('/api/reports').send(report);
    expect([400, 404]).toContain(reply.status);
  },
);

describe('value of the wrong kind', () => {
  it.each([[['CODE']], [{ code: 'CODE' }], [7], [true]])(
    'a discount code that is not text gets a 400: %j',
    async (discountCode) => {
      await app.db
        .insert(discountCodes)
        .values({ code: 'CODE', discountPercent: 100 })
        .onConflictDoNothing();
      const order = await buyer.post('/api/orders').send({ ...request, discountCode });
      expect([order.status, order.body.code]).toEqual([400, 'invalid']);
      const quote = await buyer.post('/api/quotes').send({ duration: 10, discountCode });
      expect([quote.status, quote.body.code]).toEqual([400, 'invalid']);
    },
  );

  it.each([['\0'], ['\0@example.com'], ['\ud800'], [{ toString: 7 }], [['a']]])(
    'a sign-in with the invalid email %j gets a 400',
    async (email) => {
      const body = { email, password: 'secret1' };
      const reply = await app.visitor().post('/api/auth/login').send(body);
      expect([reply.status, reply.body.message]).toEqual([400, 'Invalid login data']);
    },
  );

  it('an order whose body is not a JSON object gets a 400', async () => {
    for (const body of ['[]', '"order"', '7', 'null', '[{"duration":10}]']) {
      const post = buyer.post('/api/orders').type('json');
      expect((await post.send(body)).status, body).toBe(400);
    }
  });

  it('a sign-in with a very long email causes no server error', async () => {
    const email = `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(62)}.example`;
    const { status } = await app.visitor().post('/api/auth/login').send({ email, password: 'p' });
    expect(status).toBeLessThan(500);
  });
});
