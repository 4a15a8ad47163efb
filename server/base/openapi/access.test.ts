import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { problemBody } from '#shared/problem.ts';
import { type Accounts, openAccountsHarness } from '../../testing/accountsHarness.ts';
import { isUnstorable, nasty, placesIn } from '../../testing/arbitraries.ts';
import { changedIn, HOUSE_WITH_SMTP } from '../../testing/houseConfig.ts';
import { bodies, fill, headers } from '../../testing/requests.ts';
import { nobody, type Person, type Reply, somebody } from '../../testing/roles.ts';
import { keepTables, openSnapshots } from '../../testing/snapshot.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { discountCodes, rateLimits } from '../db/tables.ts';
import type { Access, Endpoint } from '../http/endpoint.ts';

type Role = 'nobody' | 'stranger' | 'admin' | 'owner';
const roles: Role[] = ['nobody', 'stranger', 'admin', 'owner'];

/** Who is refused, and how: another's thing does not exist, nor does an admin's address. */
const refusals: Record<Access, Partial<Record<Role, number>>> = {
  anyone: {},
  link: {},
  'signed in': { nobody: 401 },
  owner: { nobody: 401, stranger: 404, admin: 404 },
  session: { nobody: 404, stranger: 404, admin: 404 },
  admin: { nobody: 404, stranger: 404, owner: 404 },
  paddle: { nobody: 401, stranger: 401, admin: 401, owner: 401 },
  operator: { nobody: 401, stranger: 401, admin: 401, owner: 401 },
};

/** What another site can make a browser send, and how it is refused. */
const forgeries: [string, number, Record<string, string>][] = [
  ['a foreign Origin', 403, { origin: 'https://evil.example' }],
  ['an Origin that contains our host name', 403, { origin: 'http://127.0.0.1.evil.example' }],
  ['the Origin "null"', 403, { origin: 'null' }],
  ['no Origin', 403, { origin: '' }],
  ['Sec-Fetch-Site cross-site', 403, { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site same-site', 403, { 'sec-fetch-site': 'same-site' }],
  ['a text/plain body', 415, { 'content-type': 'text/plain' }],
  ['a form body', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a multipart form body', 415, { 'content-type': 'multipart/form-data; boundary=x' }],
];

interface Cast extends Record<Role, Person> {
  accounts: Accounts;
}

/*
 * Every call there is, made by its owner, another account, a visitor and an admin, and as another
 * site would forge it. One cast serves all: what a call has changed is put back after its test.
 */

const METRICS_TOKEN = 'nobody-knows-this-one';
const shop = await openTestApp({ work: false, env: { METRICS_TOKEN } });
const house = await openTestApp({ work: false, env: { ...HOUSE_WITH_SMTP, METRICS_TOKEN } });

describe('in a shop', () => {
  const cast = describeCalls(shop, shop.endpoints);
  describe('input that nobody types', () => describeOdd(shop, cast));
});
// All others are the shop's, word for word.
describe('in a house', () => void describeCalls(house, changedIn(house, shop)));

/** Returns the cast, which is there when the tests run. */
function describeCalls(app: TestApp, endpoints: Endpoint[]): () => Cast {
  let cast: Cast;
  let snapshot: Awaited<ReturnType<typeof openSnapshots>>;
  let restore: Awaited<ReturnType<typeof keepTables>>;
  beforeAll(async () => {
    snapshot = await openSnapshots(app.pool);
    const admin = await somebody(app, { isAdmin: true });
    const stranger = await somebody(app);
    const accounts = await openAccountsHarness(app, admin);
    cast = { nobody: nobody(app), stranger, admin, owner: accounts.owner, accounts };
    restore = await keepTables(app.pool);
  });
  beforeEach(() => app.db.delete(rateLimits));
  afterAll(() => app.close());

  async function bodyFor({ call, body }: Endpoint): Promise<unknown> {
    if (!body) return undefined;
    const make = bodies[call];
    if (!make)
      throw new Error(`${call} takes a body, and server/testing/requests.ts has none for it`);
    return make(app, cast.accounts);
  }

  const senderOf = ({ access }: Endpoint) => (access === 'admin' ? cast.admin : cast.owner);

  const all = endpoints.map((endpoint) => [endpoint.call, endpoint] as const);
  // GET /api/logout signs out, as the specification demands, and has its own test.
  const reads = all.filter(([call]) => isRead(call));
  const writes = all.filter(([call]) => !isRead(call));
  const withIds = all.filter(([call]) => call.includes('/:'));
  const forgeable = writes.filter(
    ([call, { access }]) => /^(POST|PUT|PATCH|DELETE)/.test(call) && access !== 'paddle',
  );

  describe('as another site would send it', () => {
    it.each(forgeable)(
      '%s is refused however it is forged, and changes nothing',
      async (call, endpoint) => {
        onTestFinished(restore);
        const needed = await headers[call]?.(app);
        const body = await bodyFor(endpoint);
        const before = await snapshot();
        for (const [what, status, forged] of forgeries) {
          const sent = 'content-type' in forged ? (body ?? '{"a":1}') : body;
          const reply = await senderOf(endpoint).ask(fill(call, cast.accounts), sent, {
            ...needed,
            ...forged,
          });
          expect([what, reply.status]).toEqual([what, status]);
        }
        expect(await snapshot()).toEqual(before);
      },
    );

    it.each(reads)('%s changes nothing', async (call, endpoint) => {
      const path = fill(call, cast.accounts);
      // The first request for a voice creates its sample.
      await senderOf(endpoint).ask(path);
      const before = await snapshot();
      await senderOf(endpoint).ask(path);
      expect(await snapshot()).toEqual(before);
    });
  });

  describe('an unknown id', () => {
    it.each(withIds)(
      '%s answers an unknown id exactly as it answers another account’s',
      async (call, endpoint) => {
        const { access } = endpoint;
        const body = await bodyFor(endpoint);
        const before = await snapshot();
        for (const role of roles) {
          const refusal = refusals[access][role] ?? 404;
          const reply = await cast[role].ask(fill(call, cast.accounts, '999999'), body);
          expect([role, reply.status]).toEqual([role, refusal]);
          if (!refusals[access][role]) continue;
          // Word for word what is said of another's: nothing tells the two apart.
          const another = await cast[role].ask(fill(call, cast.accounts), body);
          expect(withoutId(reply)).toEqual(withoutId(another));
        }
        expect(await snapshot()).toEqual(before);
      },
    );
  });

  // Those that may change something come last: what they do outside the database is not put back.
  const byEffect = [...reads, ...writes];
  describe.each([
    ['object access', byEffect.filter(([, { access }]) => access !== 'admin')],
    ['admin access', byEffect.filter(([, { access }]) => access === 'admin')],
  ])('%s', (_, calls) => {
    it.each(calls)(
      '%s answers each role as documented and nothing more',
      async (call, endpoint) => {
        if (!isRead(call)) onTestFinished(restore);
        const { access, status = 200 } = endpoint;
        const path = fill(call, cast.accounts);

        async function ask(role: Role, body: unknown, expected: number): Promise<Reply> {
          const reply = await cast[role].ask(path, body, await headers[call]?.(app));
          const said = `${role}: ${reply.text.slice(0, 200)}`;
          expect([said, reply.status]).toEqual([said, expected]);
          // What one person is told, no cache keeps for the next.
          if (role !== 'nobody' && access !== 'anyone' && access !== 'link') {
            if (reply.type === 'application/json')
              expect([said, reply.cache]).toEqual([said, expect.stringContaining('no-store')]);
          }
          if (!call.includes('/:') && role !== 'owner' && access !== 'admin') {
            expectNothingOf(cast.accounts, reply);
          }
          return reply;
        }

        // Whoever is refused comes before whoever may change something.
        const refused = Object.entries(refusals[access]) as [Role, number][];
        if (refused.length) {
          const body = await bodyFor(endpoint);
          const before = await snapshot();
          for (const [role, refusal] of refused)
            expectProblem(await ask(role, body, refusal), call);
          expect(await snapshot()).toEqual(before);
        }
        for (const role of roles.filter((role) => !refusals[access][role]))
          expectReply(await ask(role, await bodyFor(endpoint), status), endpoint);
      },
    );
  });

  // `fuzz.system.test.ts` sends all of them to every field, and generated ones.
  const withBody = endpoints.flatMap((endpoint) =>
    endpoint.body ? [[endpoint.call, endpoint, endpoint.body] as const] : [],
  );
  describe('a body that nobody types', () => {
    it.each(withBody)(
      '%s survives a hostile value in each place, and refuses what is no object or too deep',
      async (call, endpoint, schema) => {
        onTestFinished(restore);
        const example = Object(await bodyFor(endpoint));
        const ask = async (sent: string) => {
          await app.db.delete(rateLimits);
          return senderOf(endpoint).ask(fill(call, cast.accounts), sent);
        };
        const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`;
        for (const text of ['{', '[]', deep]) {
          expect([text.slice(0, 9), (await ask(text)).status]).toEqual([text.slice(0, 9), 400]);
        }
        for (const [at, put] of placesIn(schema, example).entries()) {
          // Another one for each place, and for the first place of each call.
          const body = put(nasty[(at + call.length) % nasty.length]);
          const sent = JSON.stringify(body);
          const { status, text } = await ask(sent);
          expect([sent.slice(0, 200), status < 500]).toEqual([sent.slice(0, 200), true]);
          // The document tells the truth: what its schema refuses the route does.
          if (schema.safeParse(JSON.parse(sent)).success && !isUnstorable(body)) continue;
          expect([sent.slice(0, 200), JSON.parse(text).code]).toEqual([
            sent.slice(0, 200),
            'invalid',
          ]);
        }
      },
    );
  });

  return () => cast;
}

const isRead = (call: string) => /^(GET|HEAD) (?!\/api\/logout)/.test(call);

function expectProblem({ type, text }: Reply, call: string): void {
  if (call.startsWith('HEAD ')) return;
  expect(type).toBe('application/json');
  expect(z.strictObject(problemBody.shape).safeParse(JSON.parse(text)).success).toBe(true);
}

/** The reply is what the document says, and has nothing in it besides. */
function expectReply(got: Reply, { call, reply, type }: Endpoint): void {
  if (call.startsWith('HEAD ')) return;
  if (type || reply) expect(got.type).toBe(type ?? 'application/json');
  if (reply) expect(reply.parse(JSON.parse(got.text))).toEqual(JSON.parse(got.text));
}

function expectNothingOf({ things }: Accounts, { text }: Reply): void {
  const secrets = ['orders/:id', 'podcasts/:publicId', 'media/:token', 'feeds/:token'];
  for (const secret of secrets) expect(text).not.toContain(things[secret]);
}

const withoutId = ({ status, text }: Reply) => ({
  status,
  text: text.replace(/"requestId":"[^"]*"/, ''),
});

/** NUL, half an escape, ten kilobytes where a name belongs. */
function describeOdd(app: TestApp, cast: () => Cast): void {
  const order = (more: object) => {
    const { owner, accounts } = cast();
    return owner.ask('POST /api/orders', { ...accounts.request, ...more });
  };
  const visit = (call: string, body: unknown) => cast().nobody.ask(call, body);

  const names: [string, string][] = [
    ['a NUL', '%00'],
    ['a NUL inside', 'abc%00def'],
    ['half an escape', '%E0%A4%A'],
    ['bytes that are no text', '%ff%fe'],
    ['half a surrogate pair', '%ED%A0%80'],
    ['a path upwards', '..%2f..%2fetc%2fpasswd'],
    ['ten kilobytes', 'x'.repeat(10_000)],
  ];

  it.each([
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
  ])('%s with anything odd in its path gets a 404 or a 400', async (place) => {
    const body = place.startsWith('PATCH') ? { email: 'a@example.com' } : undefined;
    for (const [what, name] of names) {
      const reply = await cast().owner.ask(place.replace(':it', name), body);
      expect([400, 404], what).toContain(reply.status);
      if (place.startsWith('HEAD')) continue;
      expect([what, JSON.parse(reply.text)]).toEqual([
        what,
        expect.objectContaining({ requestId: expect.any(String) }),
      ]);
    }
  });

  describe('what PostgreSQL cannot store', () => {
    const unstorable = 'This has a character in it that can’t be stored';
    const question = { id: 'a', text: 'Why?' };

    it.each(['\0', 'a\0b', '\ud800', 'x\udfff'])(
      'an order with %j anywhere in it gets a 400 that says where',
      async (text) => {
        for (const [path, change] of [
          ['topic', { topic: text }],
          ['voice1Id', { voice1Id: text }],
          ['discountCode', { discountCode: text }],
          ['preview', { preview: text }],
          ['email', { email: `${text}@example.com` }],
          ['sources.0', { sources: [text] }],
          ['brief.id', { brief: { id: text, questions: [] } }],
          ['brief.questions.1.id', { brief: { questions: [question, { ...question, id: text }] } }],
          ['brief.avoid.0', { brief: { questions: [], avoid: [text] } }],
          ['brief', { brief: { questions: [], [text]: 1 } }],
          ['_', { [text]: 1 }],
        ] as const) {
          const reply = await order(change);
          const { code, message, fields } = JSON.parse(reply.text);
          expect([reply.status, code, message, fields]).toEqual([
            400,
            'invalid',
            unstorable,
            { [path]: unstorable },
          ]);
        }
      },
    );

    it('a NUL in a form, a search or a report gets a 400', async () => {
      for (const [call, body] of [
        ['POST /api/briefs', { topic: 'Bees', sources: ['\0'] }],
        ['POST /api/quotes', { duration: 10, discountCode: '\0' }],
        ['POST /api/reports', { token: 'a\0b', reason: 'Something else' }],
        ['POST /api/auth/login', { email: 'a@example.com', password: 'a\0b' }],
        ['POST /api/auth/register', { email: 'nul@example.com', password: 'secret\0x' }],
        ['POST /api/auth/reset-password', { token: 'a\0b' }],
        ['POST /api/auth/forgot-password', { email: 'a\0b@example.com' }],
        ['POST /api/auth/firebase-session', { firebaseToken: 'a', user: { uid: '\0' } }],
        ['GET /api/podcasts?q=a%00b', undefined],
        ['GET /api/podcasts?%00=a', undefined],
        ['GET /api/podcasts?q=a&q=%00', undefined],
      ] as const) {
        const { status, text } = await cast().owner.ask(call, body);
        expect([call, status, Object.values(JSON.parse(text).fields)]).toEqual([
          call,
          400,
          [unstorable],
        ]);
      }
    });

    it('neither a cookie nor an idempotency key takes odd characters to the database', async () => {
      const { nobody, owner, accounts } = cast();
      const cookie = 'duologue=s%3Aa%00b.c';
      const { status, text } = await nobody.ask('GET /api/auth/me', undefined, { cookie });
      expect([status, JSON.parse(text)]).toEqual([200, { user: null }]);
      for (const key of ['a\xa0b', '\xff', 'x'.repeat(201)]) {
        const reply = await owner.ask('POST /api/orders', accounts.request, {
          'idempotency-key': key,
        });
        expect([key, reply.status, JSON.parse(reply.text).code]).toEqual([key, 400, 'invalid']);
      }
    });
  });

  describe('value of the wrong kind', () => {
    const codeOf = ({ status, text }: Reply) => [status, JSON.parse(text).code];

    it.each([[['CODE']], [{ code: 'CODE' }], [7], [true]])(
      'a discount code that is not text gets a 400: %j',
      async (discountCode) => {
        await app.db
          .insert(discountCodes)
          .values({ code: 'CODE', discountPercent: 100 })
          .onConflictDoNothing();
        expect(codeOf(await order({ discountCode }))).toEqual([400, 'invalid']);
        const quote = await cast().owner.ask('POST /api/quotes', { duration: 10, discountCode });
        expect(codeOf(quote)).toEqual([400, 'invalid']);
      },
    );

    it.each([['\0'], ['\0@example.com'], ['\ud800'], [{ toString: 7 }], [['a']]])(
      'a sign-in with the invalid email %j gets a 400',
      async (email) => {
        const { status, text } = await visit('POST /api/auth/login', {
          email,
          password: 'secret1',
        });
        expect([status, JSON.parse(text).message]).toEqual([400, 'Invalid login data']);
      },
    );

    it('an order whose body is not a JSON object gets a 400', async () => {
      for (const body of ['[]', '"order"', '7', 'null', '[{"duration":10}]']) {
        const { status } = await cast().owner.ask('POST /api/orders', body);
        expect([body, status]).toEqual([body, 400]);
      }
    });

    it('an address with an umlaut in its domain is one account, however it is typed', async () => {
      const [typed, plain] = ['Ann@Bücher.example', 'ann@xn--bcher-kva.example'];
      const password = 'secret1';
      const made = await visit('POST /api/auth/register', { email: typed, password });
      expect([made.status, JSON.parse(made.text).user.email]).toEqual([
        201,
        `Ann${plain.slice(3)}`,
      ]);
      for (const email of [typed, plain, 'ann@bu\u0308cher.EXAMPLE']) {
        const again = await visit('POST /api/auth/register', { email, password });
        expect([email, ...codeOf(again)]).toEqual([email, 409, 'email_taken']);
        const { status } = await visit('POST /api/auth/login', { email, password });
        expect([email, status]).toEqual([email, 200]);
      }
    });

    it('a sign-in with a very long email causes no server error', async () => {
      const email = `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(62)}.example`;
      const { status } = await visit('POST /api/auth/login', { email, password: 'p' });
      expect(status).toBeLessThan(500);
    });
  });
}
