import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problemBody } from '#shared/problem.ts';
import { type Accounts, openAccountsHarness } from '../../testing/accountsHarness.ts';
import {
  isUnstorable,
  likely,
  nasty,
  near,
  placesIn,
  unlikely,
} from '../../testing/arbitraries.ts';
import { changedIn, HOUSE_WITH_SMTP } from '../../testing/houseConfig.ts';
import { bodies, fill } from '../../testing/requests.ts';
import { nobody, type Person, type Reply, somebody } from '../../testing/roles.ts';
import { openSnapshots } from '../../testing/snapshot.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { rateLimits } from '../db/tables.ts';
import type { Endpoint } from '../http/endpoint.ts';

/* Generated requests, valid and hostile, to every call that takes anything. */

/** Requests of each kind to each call. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 20);

/** How zod begins its own sentences, and what is in them: people read ours. */
const ZODS =
  /Invalid (input|option|string|number|key|element|value)|Too (small|big)|Unrecognized|expected|received/;

const problem = z.strictObject(problemBody.shape);

// Topics are looked up in the wiki of the stand-ins.
const RESEARCH = 'web';
const shop = await openTestApp({ work: false, env: { RESEARCH } });
const house = await openTestApp({ work: false, env: { ...HOUSE_WITH_SMTP, RESEARCH } });

describe('in a shop', () => fuzz(shop, shop.endpoints));
describe('in a house', () => fuzz(house, changedIn(house, shop)));

function fuzz(app: TestApp, endpoints: Endpoint[]): void {
  let accounts: Accounts;
  let admin: Person;
  let snapshot: Awaited<ReturnType<typeof openSnapshots>>;
  beforeAll(async () => {
    snapshot = await openSnapshots(app.pool);
    admin = await somebody(app, { isAdmin: true });
    accounts = await openAccountsHarness(app, admin);
  });
  afterAll(() => app.close());

  /** Whoever is let in; to sign in as somebody else would end one's own session. */
  function senderOf({ access }: Endpoint): Person {
    if (access === 'admin') return admin;
    return ['owner', 'session', 'signed in'].includes(access) ? accounts.owner : nobody(app);
  }

  /** Calls that accepted some request. */
  const accepted = new Set<string>();
  /** What the database holds, if the last request changed nothing and no other has been made since. */
  let known: Record<string, string> | null = null;

  /** Sends a request and checks what must hold for every reply. */
  async function send(
    call: string,
    endpoint: Endpoint,
    {
      body,
      query = '',
      headers = {},
    }: { body?: string | undefined; query?: string; headers?: Record<string, string> },
  ) {
    await app.db.delete(rateLimits);
    const before = known ?? (await snapshot());
    known = null;
    const path = fill(call, accounts) + query;
    const reply = await senderOf(endpoint).ask(path, body, headers);
    expect(reply.status, reply.text).toBeLessThan(500);
    // A refused request and a read change nothing.
    if (reply.status >= 400 || call.startsWith('GET')) {
      expect(await snapshot()).toEqual(before);
      known = before;
    }
    if (reply.status >= 400) {
      expect(reply.type).toBe('application/json');
      expect(problem.safeParse(JSON.parse(reply.text)).error).toBeUndefined();
      expect([body, query, reply.text]).toEqual([body, query, expect.not.stringMatching(ZODS)]);
    } else {
      accepted.add(call);
      expectDocumented(reply, endpoint);
    }
    return reply;
  }

  const all = endpoints.map((endpoint) => [endpoint.call, endpoint] as const);
  /** Nobody can go on after it. */
  const isFinal = (call: string) => /^DELETE .*\/account$|\/reset-password$/.test(call);
  const withBody = all.filter(([, { body }]) => body);
  const withQuery = all.filter(([, { query }]) => query);

  describe.each(withQuery)('%s', (call, endpoint) => {
    const { query: schema = z.object({}) } = endpoint;
    const names = [...Object.keys(schema.shape), '__proto__', 'constructor', 'cursor[]', ''];
    const value = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
      fc.constantFrom('%00', '%', '%ff', '%ed%a0%80', '-1', '1e99', '0x1', ' ', 'x'.repeat(5000)),
      fc.integer().map(String),
    );
    const pairs = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 5 });

    it(`${call} survives likely and hostile queries`, async () => {
      const hostile = pairs.map((some) =>
        some.map(([name, value]) => `${name}=${value}`).join('&'),
      );
      const sensible = likely(schema).map((fields) =>
        Object.entries(Object(fields))
          .map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
          .join('&'),
      );
      await fc.assert(
        fc.asyncProperty(fc.oneof(hostile, sensible), async (query) => {
          await send(call, endpoint, { query: `?${query}` });
        }),
        { numRuns: 2 * RUNS, examples: [['']] },
      );
    });
  });

  const withHeaders = all.filter(([, { headers }]) => headers);

  describe.each(withHeaders)('%s', (call, endpoint) => {
    const names = Object.keys(endpoint.headers?.shape ?? {});
    // All that can be sent in one.
    const latin1 = fc
      .integer({ min: 0x21, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code));
    const value = fc.oneof(
      fc.string({ unit: latin1, minLength: 1 }),
      fc.constantFrom('x', 'Bearer x', `Bearer ${'x.'.repeat(3000)}`, '-1', 'a'.repeat(7000)),
    );

    it(`${call} survives hostile headers`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...names), value, async (name, text) => {
          const body = endpoint.body && JSON.stringify(accounts.request);
          await send(call, endpoint, { body, headers: { [name]: text } });
        }),
        { numRuns: RUNS },
      );
    });
  });

  // Last, because some of it is taken: a refund ends the episode's links.
  describe.each(withBody)('%s', (call, endpoint) => {
    const { body: schema = z.never() } = endpoint;

    const exampleOf = () => {
      known = null;
      return isFinal(call) ? {} : bodies[call]?.(app, accounts);
    };

    /** The document tells the truth: what its schema refuses the route does, or what nobody can store. */
    async function sendBody(body: unknown) {
      const sent = JSON.stringify(body);
      const reply = await send(call, endpoint, { body: sent });
      const refused = isUnstorable(body) || !schema.safeParse(JSON.parse(sent) ?? {}).success;
      if (refused) expect([sent, JSON.parse(reply.text).code]).toEqual([sent, 'invalid']);
    }

    it(`${call} survives hostile values in each place of a valid body`, async () => {
      const example = Object(await exampleOf());
      if (!isFinal(call)) await sendBody(example);
      const places = placesIn(schema, example);
      expect(places.length).toBeGreaterThan(0);
      for (const put of places) {
        for (const value of nasty) await sendBody(put(value));
      }
    });

    it.each(['likely', 'hostile'])(`${call} survives %s bodies`, async (kind) => {
      const example = await exampleOf();
      const likelyOnes = fc.oneof(likely(schema), near(example, schema));
      await fc.assert(
        fc.asyncProperty(kind === 'likely' ? likelyOnes : unlikely(likelyOnes), sendBody),
        { numRuns: RUNS },
      );
    });

    it(`${call} refuses what is not a JSON object`, async () => {
      for (const text of ['{', '{"a":1,}', '"', 'null', '7', '\0', '[]']) {
        await send(call, endpoint, { body: text });
      }
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json; charset=klingon',
        '',
      ]) {
        const { status } = await send(call, endpoint, {
          body: '{"a":1}',
          headers: { 'content-type': type },
        });
        expect([type, status]).toEqual([type, 415]);
      }
    });

    it(`${call} refuses a body that is too deep or too large`, async () => {
      const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`;
      expect((await send(call, endpoint, { body: deep })).status).toBe(400);
      const large = JSON.stringify({ email: 'x'.repeat(500_000) });
      expect((await send(call, endpoint, { body: large })).status).toBe(413);
    });
  });

  it('every call accepted some of the generated requests', () => {
    const calls = [...withBody, ...withQuery]
      .map(([call]) => call)
      .filter((call) => !isFinal(call));
    expect(calls.filter((call) => !accepted.has(call))).toEqual([]);
  });

  it('the server is alive and ready after all of it', async () => {
    await app.visitor().get('/healthz').expect(200);
    await app.visitor().get('/readyz').expect(200);
  });
}

function expectDocumented(got: Reply, { reply, type, status = 200 }: Endpoint) {
  // A repeated order is a 200.
  expect([status, 200]).toContain(got.status);
  if (type || reply) expect(got.type).toBe(type ?? 'application/json');
  if (reply) expect(reply.parse(JSON.parse(got.text))).toEqual(JSON.parse(got.text));
}
