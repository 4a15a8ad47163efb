import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimits } from '../db/tables.ts';
import { openHousehold } from '../testing/household.ts';
import { type Person, somebody } from '../testing/persons.ts';
import { bodies, fill, headers } from '../testing/requests.ts';
import { openSnapshots } from '../testing/snapshot.ts';
import { openWorld, type World } from '../testing/world.ts';
import { operationsOf } from './openapi.ts';
import type { Operation } from './operation.ts';

/* What another site can make a browser send that is signed in here, to every call there is. */

let world: World;
let admin: Person;
let household: Awaited<ReturnType<typeof openHousehold>>;
let snapshot: Awaited<ReturnType<typeof openSnapshots>>;
beforeAll(async () => {
  world = await openWorld({ work: false });
  snapshot = await openSnapshots(world.db);
  admin = await somebody(world, { isAdmin: true });
  household = await openHousehold(world, admin);
});
beforeEach(() => world.db.delete(rateLimits));
afterAll(() => world.close());

const all = Object.entries(operationsOf({ demo: true }));
const writes = all.filter(
  ([call, { access }]) => /^(POST|PUT|PATCH|DELETE)/.test(call) && access !== 'paddle',
);
// Signing out is all that the spec's page does, and it has its own test.
const reads = all.filter(([call]) => /^(GET|HEAD) (?!\/api\/logout)/.test(call));

const senderOf = ({ access }: Operation) => (access === 'admin' ? admin : household.owner);

const forgeries: [string, number, Record<string, string>][] = [
  ['a foreign Origin', 403, { origin: 'https://evil.example' }],
  ['our name as part of another', 403, { origin: 'http://127.0.0.1.evil.example' }],
  ['an Origin of nothing', 403, { origin: 'null' }],
  ['no Origin', 403, { origin: '' }],
  ['another site by its own word', 403, { 'sec-fetch-site': 'cross-site' }],
  ['another host of ours', 403, { 'sec-fetch-site': 'same-site' }],
];
const forms: [string, number, Record<string, string>][] = [
  ['text/plain', 415, { 'content-type': 'text/plain' }],
  ['a form', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a form with files', 415, { 'content-type': 'multipart/form-data; boundary=x' }],
];

describe.each(writes)('security 7, forged: %s', (call, operation) => {
  it.each([...forgeries, ...forms])('from %s', async (_, status, forged) => {
    const needed = await headers[call]?.(world);
    const sent = operation.body ? await bodies[call]?.(world, household) : undefined;
    const before = await snapshot();
    const isForm = 'content-type' in forged;
    const reply = await senderOf(operation).ask(
      fill(call, household),
      isForm ? (sent ?? '{"a":1}') : sent,
      { ...needed, ...forged },
    );
    expect(reply.status).toBe(status);
    expect(await snapshot()).toEqual(before);
  });
});

describe('security 7, looking changes nothing', () => {
  it.each(reads)('%s', async (call, operation) => {
    const path = fill(call, household);
    // The first to hear a voice has its sample made.
    await senderOf(operation).ask(path);
    const before = await snapshot();
    await senderOf(operation).ask(path);
    expect(await snapshot()).toEqual(before);
  });
});
