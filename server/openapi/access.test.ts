import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problemBody } from '#shared/problem.ts';
import { rateLimits } from '../db/tables.ts';
import type { Access, Endpoint } from '../http/endpoint.ts';
import { type Accounts, openAccountsHarness } from '../testing/accounts.ts';
import { openTestApp, type TestApp } from '../testing/app.ts';
import { HOUSE_WITH_SMTP } from '../testing/house.ts';
import { bodies, fill, headers } from '../testing/requests.ts';
import { nobody, type Person, type Reply, somebody } from '../testing/roles.ts';
import { openSnapshots } from '../testing/snapshot.ts';

type Role = 'nobody' | 'stranger' | 'admin' | 'owner';
/** In this order: whoever is refused comes before whoever may change something. */
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

interface Cast extends Record<Role, Person> {
  accounts: Accounts;
}

/* Every call there is, made by its owner, another account, a visitor and an admin. */

const METRICS_TOKEN = 'nobody-knows-this-one';
const modes = [
  ['a shop', await openTestApp({ work: false, env: { METRICS_TOKEN } })],
  ['a house', await openTestApp({ work: false, env: { ...HOUSE_WITH_SMTP, METRICS_TOKEN } })],
] as const;

describe.each(modes)('in %s', (_, app) => describeAccess(app));

function describeAccess(app: TestApp): void {
  let onlookers: Cast;
  let snapshot: Awaited<ReturnType<typeof openSnapshots>>;
  beforeAll(async () => {
    snapshot = await openSnapshots(app.pool);
    onlookers = await assemble();
  });
  beforeEach(() => app.db.delete(rateLimits));
  afterAll(() => app.close());

  async function assemble(known?: Cast): Promise<Cast> {
    const admin = known?.admin ?? (await somebody(app, { isAdmin: true }));
    const stranger = known?.stranger ?? (await somebody(app));
    const accounts = await openAccountsHarness(app, admin);
    return { nobody: nobody(app), stranger, admin, owner: accounts.owner, accounts };
  }

  /** Whoever only looks or is refused leaves everything as it is for the next. */
  function castFor({ call, access }: Endpoint): Cast | Promise<Cast> {
    if (/^(GET|HEAD) (?!\/api\/logout)/.test(call)) return onlookers;
    return assemble(['owner', 'session', 'admin'].includes(access) ? onlookers : undefined);
  }

  async function bodyFor({ call, body }: Endpoint, { accounts }: Cast): Promise<unknown> {
    if (!body) return undefined;
    const make = bodies[call];
    if (!make)
      throw new Error(`${call} takes a body, and server/testing/requests.ts has none for it`);
    return make(app, accounts);
  }

  const all = app.endpoints.map((endpoint) => [endpoint.call, endpoint] as const);
  const ofAdmins = all.filter(([, { access }]) => access === 'admin');
  const ofOthers = all.filter(([, { access }]) => access !== 'admin');
  const withIds = all.filter(([call]) => call.includes('/:'));

  describe.each([
    ['object access', ofOthers],
    ['admin access', ofAdmins],
  ])('%s', (_, calls) => {
    it.each(calls)(
      '%s answers each role as documented and nothing more',
      async (call, endpoint) => {
        const cast = await castFor(endpoint);
        const path = fill(call, cast.accounts);
        for (const role of roles) {
          const body = await bodyFor(endpoint, cast);
          const refusal = refusals[endpoint.access][role];
          const before = await snapshot();
          const reply = await cast[role].ask(path, body, await headers[call]?.(app));
          const said = `${role}: ${reply.text.slice(0, 200)}`;
          expect([said, reply.status]).toEqual([said, refusal ?? endpoint.status ?? 200]);
          if (refusal) {
            expect(await snapshot()).toEqual(before);
            expectProblem(reply, call);
          } else expectReply(reply, endpoint);
          // What one person is told, no cache keeps for the next.
          if (role !== 'nobody' && endpoint.access !== 'anyone' && endpoint.access !== 'link') {
            if (reply.type === 'application/json')
              expect([said, reply.cache]).toEqual([said, expect.stringContaining('no-store')]);
          }
          if (!call.includes('/:') && role !== 'owner' && endpoint.access !== 'admin') {
            expectNothingOf(cast.accounts, reply);
          }
        }
      },
    );
  });

  describe('an unknown id', () => {
    it.each(withIds)(
      '%s answers an unknown id exactly as it answers another account’s',
      async (call, endpoint) => {
        const { access } = endpoint;
        const { accounts, ...cast } = onlookers;
        const body = await bodyFor(endpoint, onlookers);
        const before = await snapshot();
        for (const role of roles) {
          const refusal = refusals[access][role] ?? 404;
          const reply = await cast[role].ask(fill(call, accounts, '999999'), body);
          expect([role, reply.status]).toEqual([role, refusal]);
          if (!refusals[access][role]) continue;
          // Word for word what is said of another's: nothing tells the two apart.
          const another = await cast[role].ask(fill(call, accounts), body);
          expect(withoutId(reply)).toEqual(withoutId(another));
        }
        expect(await snapshot()).toEqual(before);
      },
    );
  });
}

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
