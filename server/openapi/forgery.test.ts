import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { rateLimits } from '../db/tables.ts';
import { openAccountsHarness } from '../testing/accounts.ts';
import { openTestApp, type TestApp } from '../testing/app.ts';
import { bodies, fill, headers } from '../testing/requests.ts';
import { type Person, somebody } from '../testing/roles.ts';
import { openSnapshots } from '../testing/snapshot.ts';
import { operationsOf } from './openapi.ts';
import type { Operation } from './operation.ts';

/* What another site can make a signed-in browser send, for every call of the API. */

let app: TestApp;
let admin: Person;
let accounts: Awaited<ReturnType<typeof openAccountsHarness>>;
let snapshot: Awaited<ReturnType<typeof openSnapshots>>;
beforeAll(async () => {
  app = await openTestApp({ work: false });
  snapshot = await openSnapshots(app.db);
  admin = await somebody(app, { isAdmin: true });
  accounts = await openAccountsHarness(app, admin);
});
beforeEach(() => app.db.delete(rateLimits));
afterAll(() => app.close());

const all = Object.entries(operationsOf({ demo: true }));
const writes = all.filter(
  ([call, { access }]) => /^(POST|PUT|PATCH|DELETE)/.test(call) && access !== 'paddle',
);
// GET /api/logout signs out, as the specification demands, and has its own test.
const reads = all.filter(([call]) => /^(GET|HEAD) (?!\/api\/logout)/.test(call));

const senderOf = ({ access }: Operation) => (access === 'admin' ? admin : accounts.owner);

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

type Forgery = [string, string, number, Record<string, string>, Operation];
const forgedWrites = writes.flatMap(([call, operation]) =>
  [...forgeries, ...forms].map(([what, ...reply]): Forgery => [call, what, ...reply, operation]),
);

it.each(forgedWrites)(
  '%s with %s is refused and changes nothing',
  async (call, _what, status, forged, operation) => {
    const needed = await headers[call]?.(app);
    const sent = operation.body ? await bodies[call]?.(app, accounts) : undefined;
    const before = await snapshot();
    const isForm = 'content-type' in forged;
    const reply = await senderOf(operation).ask(
      fill(call, accounts),
      isForm ? (sent ?? '{"a":1}') : sent,
      { ...needed, ...forged },
    );
    expect(reply.status).toBe(status);
    expect(await snapshot()).toEqual(before);
  },
);

it.each(reads)('%s changes nothing', async (call, operation) => {
  const path = fill(call, accounts);
  // The first request for a voice creates its sample.
  await senderOf(operation).ask(path);
  const before = await snapshot();
  await senderOf(operation).ask(path);
  expect(await snapshot()).toEqual(before);
});
