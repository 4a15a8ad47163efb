import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimits } from '../db/tables.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { openAccountsHarness } from '../testing/accounts.ts';
import { openTestApp, type TestApp } from '../testing/app.ts';
import { HOUSE_WITH_SMTP } from '../testing/house.ts';
import { bodies, fill, headers } from '../testing/requests.ts';
import { type Person, somebody } from '../testing/roles.ts';
import { openSnapshots } from '../testing/snapshot.ts';

const forgeries: [string, number, Record<string, string>][] = [
  ['a foreign Origin', 403, { origin: 'https://evil.example' }],
  ['an Origin that contains our host name', 403, { origin: 'http://127.0.0.1.evil.example' }],
  ['the Origin "null"', 403, { origin: 'null' }],
  ['no Origin', 403, { origin: '' }],
  ['Sec-Fetch-Site cross-site', 403, { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site same-site', 403, { 'sec-fetch-site': 'same-site' }],
];
const forms: [string, number, Record<string, string>][] = [
  ['a text/plain body', 415, { 'content-type': 'text/plain' }],
  ['a form body', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a multipart form body', 415, { 'content-type': 'multipart/form-data; boundary=x' }],
];

interface Expected {
  status: number;
  forged: Record<string, string>;
}
type Forgery = [string, string, Expected, Endpoint];

/* What another site can make a signed-in browser send, for every call of the API. */

const modes = [
  ['a shop', await openTestApp({ work: false })],
  ['a house', await openTestApp({ work: false, env: HOUSE_WITH_SMTP })],
] as const;

describe.each(modes)('in %s', (_, app) => describeForgery(app));

function describeForgery(app: TestApp): void {
  let admin: Person;
  let accounts: Awaited<ReturnType<typeof openAccountsHarness>>;
  let snapshot: Awaited<ReturnType<typeof openSnapshots>>;
  beforeAll(async () => {
    snapshot = await openSnapshots(app.pool);
    admin = await somebody(app, { isAdmin: true });
    accounts = await openAccountsHarness(app, admin);
  });
  beforeEach(() => app.db.delete(rateLimits));
  afterAll(() => app.close());

  const all = app.endpoints.map((endpoint) => [endpoint.call, endpoint] as const);
  const writes = all.filter(
    ([call, { access }]) => /^(POST|PUT|PATCH|DELETE)/.test(call) && access !== 'paddle',
  );
  // GET /api/logout signs out, as the specification demands, and has its own test.
  const reads = all.filter(([call]) => /^(GET|HEAD) (?!\/api\/logout)/.test(call));

  const senderOf = ({ access }: Endpoint) => (access === 'admin' ? admin : accounts.owner);

  const forgedWrites = writes.flatMap(([call, endpoint]) =>
    [...forgeries, ...forms].map(
      ([what, status, forged]): Forgery => [call, what, { status, forged }, endpoint],
    ),
  );

  it.each(forgedWrites)(
    '%s with %s is refused and changes nothing',
    async (call, _what, { status, forged }, endpoint) => {
      const needed = await headers[call]?.(app);
      const sent = endpoint.body ? await bodies[call]?.(app, accounts) : undefined;
      const before = await snapshot();
      const isForm = 'content-type' in forged;
      const reply = await senderOf(endpoint).ask(
        fill(call, accounts),
        isForm ? (sent ?? '{"a":1}') : sent,
        { ...needed, ...forged },
      );
      expect(reply.status).toBe(status);
      expect(await snapshot()).toEqual(before);
    },
  );

  it.each(reads)('%s changes nothing', async (call, endpoint) => {
    const path = fill(call, accounts);
    // The first request for a voice creates its sample.
    await senderOf(endpoint).ask(path);
    const before = await snapshot();
    await senderOf(endpoint).ask(path);
    expect(await snapshot()).toEqual(before);
  });
}
