import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discountCodes } from '../db/tables.ts';
import { openWorld, type World } from '../testing/world.ts';

/* What nobody types: NUL, half an escape, ten kilobytes where a name belongs. */

let world: World;
let buyer: Awaited<ReturnType<World['buyer']>>['visitor'];
let request: Record<string, unknown>;
beforeAll(async () => {
  world = await openWorld({ work: false });
  const account = await world.buyer();
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
afterAll(() => world.close());

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

describe.each(names)('an address with %s in it', (_what, name) => {
  it.each(places)('%s is a 404 or a 400', async (place) => {
    const [method = '', path = ''] = place.replace(':it', name).split(' ');
    const bare = buyer[method.toLowerCase() as 'get'](path);
    const reply = await (method === 'PATCH' ? bare.send({ email: 'a@example.com' }) : bare);
    expect([400, 404]).toContain(reply.status);
    if (method !== 'HEAD') expect(reply.body).toMatchObject({ requestId: expect.any(String) });
  });
});

describe('a body with a NUL in it', () => {
  it.each([
    ['topic', { topic: 'a\0b' }, [201]],
    ['topic of nothing else', { topic: '\0' }, [400]],
    ['first voice', { voice1Id: 'a\0b' }, [400]],
    ['discount code', { discountCode: 'a\0b' }, [400, 422]],
    ['email', { email: 'a\0@example.com' }, [400]],
    ['tone', { tone: '\0' }, [400]],
  ])('as its %s is no failure of ours', async (_field, change, statuses) => {
    const { status, body } = await buyer.post('/api/orders').send({ ...request, ...change });
    expect(statuses).toContain(status);
    if (status === 201) expect(body.order.topic).toBe('ab');
  });

  it('is no failure where a code is quoted or somebody signs in', async () => {
    const quoted = await world
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
      const { status } = await world.visitor().post(`/api/auth/${call}`).send(body);
      expect(status, call).toBeLessThan(500);
    }
  });
});

it.each(['\0', 'a\0b', '\ud800'])('a report of the episode %j is no failure', async (token) => {
  const report = { token, reason: 'Something else' };
  const reply = await world.visitor().post('/api/reports').send(report);
  expect([400, 404]).toContain(reply.status);
});

describe('something other than text', () => {
  it.each([[['CODE']], [{ code: 'CODE' }], [7], [true]])(
    'as a discount code, %j, is a 400 and counts no use',
    async (discountCode) => {
      await world.db
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
    'as the address to sign in with, %j, is a 400',
    async (email) => {
      const body = { email, password: 'secret1' };
      const reply = await world.visitor().post('/api/auth/login').send(body);
      expect([reply.status, reply.body.message]).toEqual([400, 'Invalid login data']);
    },
  );

  it('as the whole body is a 400', async () => {
    for (const body of ['[]', '"order"', '7', 'null', '[{"duration":10}]']) {
      const post = buyer.post('/api/orders').type('json');
      expect((await post.send(body)).status, body).toBe(400);
    }
  });

  it('of 254 letters as an address to sign in with is only unknown', async () => {
    const email = `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(62)}.example`;
    const { status } = await world.visitor().post('/api/auth/login').send({ email, password: 'p' });
    expect(status).toBeLessThan(500);
  });
});
