import { randomUUID } from 'node:crypto';
import bcrypt from 'bcrypt';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rateLimits, session, users } from '../../base/db/tables.ts';
import { cookiesOf } from '../../testing/cookie.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { hashPassword, runQueued } from './passwordAttempts.ts';

const SOMEBODY = ['203.0.113.1'];

/* Wrong passwords, on a server behind a proxy that tells where each comes from. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false, env: { TRUST_PROXY: '1' } });
});
beforeEach(() => app.db.delete(rateLimits));
afterEach(() => void vi.useRealTimers());
afterAll(() => app.close());

const RIGHT = 'secret1';
/** As quick as bcrypt can be: what is counted here is not how long it takes. */
const passwordHash = bcrypt.hashSync(RIGHT, 4);

async function anAccount(): Promise<string> {
  const id = randomUUID();
  const email = `${id}@example.com`;
  await app.db.insert(users).values({ email, username: id, passwordHash });
  return email;
}

const login = (body: { email: string; password?: string }, from: string, cookie = '') =>
  app
    .visitor()
    .post('/api/auth/login')
    .set({ 'X-Forwarded-For': from, Cookie: cookie })
    .send({ password: 'wrong one', ...body });
const statusOf = async (...guess: Parameters<typeof login>) => (await login(...guess)).status;

/** What a browser keeps that has signed in once. */
async function known(email: string, from: string): Promise<string> {
  const reply = await login({ email, password: RIGHT }, from).expect(200);
  const kept = cookiesOf(reply).find((pair) => pair.startsWith('duologue-known-'));
  if (!kept) throw new Error('the browser is not known');
  return kept;
}

/** All that `trim` takes away, which is all that the schema does not mind. */
const blank = fc.constantFrom(
  ...'\t\n\v\f\r \u00a0\u1680\u2000\u2003\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
);
const blanks = fc.string({ unit: blank, maxLength: 6 });
const spellingOf = (email: string) =>
  fc
    .tuple(blanks, fc.array(fc.boolean(), { minLength: email.length, maxLength: 254 }), blanks)
    .map(([before, isUpper, after]) => {
      const emails = [...email].map((one, at) => (isUpper[at] ? one.toUpperCase() : one));
      return before + emails.join('') + after;
    });

describe('spelling of an address', () => {
  it('every spelling that signs in to an account shares the account’s counter', async () => {
    const email = await anAccount();
    const counter = `login:192.0.2.1:${email}`;
    await fc.assert(
      fc.asyncProperty(spellingOf(email), async (spelled) => {
        await app.db.delete(rateLimits);
        await login({ email: spelled, password: RIGHT }, '192.0.2.1').expect(200);
        await login({ email: spelled }, '192.0.2.1').expect(401);
        const counted = await app.db.select().from(rateLimits);
        expect(counted.map(({ key }) => key.replace(/^login-right:.*/, 'right')).sort()).toEqual(
          [counter, 'login-network:192.0.2.1', 'right'].sort(),
        );
      }),
      { numRuns: 25 },
    );
  });

  it('twenty wrong passwords under twenty spellings are all there are, under any other too', async () => {
    const email = await anAccount();
    const spellings = fc.sample(spellingOf(email), 30);
    const answers = [];
    for (const spelled of spellings) answers.push(await statusOf({ email: spelled }, '192.0.2.2'));
    expect(answers).toEqual([...Array(20).fill(401), ...Array(10).fill(429)]);
  });
});

describe('guesses from one network', () => {
  it('of 300 guesses over spellings and accounts 30 are answered, and the owner still gets in from elsewhere', async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, anAccount));
    const [mine = ''] = accounts;
    const browser = await known(mine, '192.0.2.3');
    const answers: number[] = [];
    for (let wave = 0; wave < 15; wave++) {
      const passwordAttempts = Array.from({ length: 20 }, (_, n) => {
        const email = accounts[n % 10] ?? '';
        const spelled = fc.sample(spellingOf(email), 1)[0] ?? email;
        return statusOf({ email: spelled }, '192.0.2.3');
      });
      answers.push(...(await Promise.all(passwordAttempts)));
    }
    expect(answers).toHaveLength(300);
    expect(answers.filter((status) => status === 401)).toHaveLength(30);
    expect(answers.filter((status) => status === 429)).toHaveLength(270);

    const right = { email: mine, password: RIGHT };
    expect(await statusOf(right, '192.0.2.3')).toBe(429);
    expect(await statusOf(right, '192.0.2.4')).toBe(200);
    // Behind the attacker's own address, with the browser that has been here before.
    expect(await statusOf(right, '192.0.2.3', browser)).toBe(200);
  });

  it('a refused guess says when to come again, within ten minutes', async () => {
    const accounts = await Promise.all(Array.from({ length: 3 }, anAccount));
    for (let n = 0; n < 30; n++) await login({ email: accounts[n % 3] ?? '' }, '192.0.2.5');
    const { headers, body } = await login({ email: await anAccount() }, '192.0.2.5').expect(429);
    expect(body.code).toBe('too_many');
    const wait = Number(headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(600);
  });

  it('a /64 of IPv6 counts as one network, an IPv4 address as itself however it is written', async () => {
    const guess = async (from: string) => statusOf({ email: await anAccount() }, from);
    for (let n = 1; n <= 30; n++) expect(await guess(`2001:db8:7:7::${n}:1`)).toBe(401);
    expect(await guess('2001:db8:7:7:ffff::9')).toBe(429);
    expect(await guess('2001:db8:7:8::1')).toBe(401);
    // A wider network has more, but not a share for each of its /64.
    const answers: number[] = [];
    for (let n = 0; n < 200; n++)
      answers.push(await guess(`2001:db8:7:7${n.toString(16).padStart(2, '0')}::1`));
    expect(answers.filter((status) => status === 401)).toHaveLength(120);
    expect(answers.at(-1)).toBe(429);
    expect(await guess('2001:db8:8::1')).toBe(401);
    for (let n = 1; n <= 30; n++) expect(await guess('::ffff:192.0.2.6')).toBe(401);
    expect(await guess('192.0.2.6')).toBe(429);
    expect(await guess('::ffff:192.0.2.7')).toBe(401);
  });

  it('forty people with right passwords behind one address all get in', async () => {
    for (let n = 0; n < 40; n++) {
      expect(await statusOf({ email: await anAccount(), password: RIGHT }, '192.0.2.8')).toBe(200);
    }
  });
});

describe('known browser', () => {
  it('ten wrong passwords are all that a known browser has, and they count for nobody else', async () => {
    const email = await anAccount();
    const browser = await known(email, '192.0.2.10');
    for (let n = 0; n < 10; n++) {
      expect(await statusOf({ email }, '192.0.2.10', browser)).toBe(401);
    }
    expect(await statusOf({ email }, '192.0.2.11', browser)).toBe(429);
    const right = { email, password: RIGHT };
    expect(await statusOf(right, '192.0.2.10', browser)).toBe(429);
    expect(await statusOf(right, '192.0.2.10')).toBe(200);
    const counted = await app.db.select().from(rateLimits);
    expect(counted.map(({ key }) => key).sort()).toEqual([
      expect.stringMatching(/^login-browser:/),
      expect.stringMatching(/^login-right:/),
    ]);
  });

  it('a browser is known only to the account it signed in to, with our signature, for 90 days', async () => {
    const email = await anAccount();
    const other = await anAccount();
    const browser = await known(email, '192.0.2.12');
    const [row] = await app.db.select().from(users).where(eq(users.email, other));
    const forged = browser.replace(/=\d+\./, `=${row?.id}.`);
    const countsAsKnown = async (account: string, cookie: string) => {
      await app.db.delete(rateLimits);
      await login({ email: account }, '192.0.2.12', cookie).expect(401);
      const counted = await app.db.select().from(rateLimits);
      return counted.some(({ key }) => key.startsWith('login-browser:'));
    };
    expect(await countsAsKnown(email, browser)).toBe(true);
    expect(await countsAsKnown(other, browser)).toBe(false);
    expect(await countsAsKnown(other, forged)).toBe(false);
    expect(await countsAsKnown(email, browser.slice(0, -1))).toBe(false);
    const day = 24 * 60 * 60 * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 89 * day });
    expect(await countsAsKnown(email, browser)).toBe(true);
    vi.setSystemTime(Date.now() + 2 * day);
    expect(await countsAsKnown(email, browser)).toBe(false);
  });

  it('a browser is no longer known once the password it signed in with has changed', async () => {
    const email = await anAccount();
    const browser = await known(email, '192.0.2.13');
    const changed = bcrypt.hashSync('another', 4);
    await app.db.update(users).set({ passwordHash: changed }).where(eq(users.email, email));
    await login({ email }, '192.0.2.13', browser).expect(401);
    const counted = await app.db.select().from(rateLimits);
    expect(counted.some(({ key }) => key.startsWith('login-browser:'))).toBe(false);
  });

  it('a shared browser is known to each account that has used it', async () => {
    const [one, two] = [await anAccount(), await anAccount()];
    const first = await known(one, '192.0.2.14');
    const reply = await login({ email: two, password: RIGHT }, '192.0.2.14', first).expect(200);
    const both = cookiesOf(reply).find((pair) => pair.startsWith('duologue-known-')) ?? '';
    for (const email of [one, two]) await login({ email }, '192.0.2.14', both).expect(401);
    const counted = await app.db.select().from(rateLimits);
    expect(counted.filter(({ key }) => key.startsWith('login-browser:'))).toHaveLength(2);
  });
});

it('wrong current passwords of an open session count like wrong sign-ins', async () => {
  const { visitor, email } = await app.buyer();
  for (let n = 0; n < 10; n++) {
    const password = { current: 'wrong one', new: 'brand new' };
    await visitor.patch('/api/account').send({ password }).expect(401);
  }
  await visitor.delete('/api/account').send({ password: 'wrong one' }).expect(429);
  expect((await visitor.get('/api/auth/me')).body.user).toMatchObject({ email });
});

it('an account that signs in thirty times in ten minutes waits, and no other one does', async () => {
  const email = await anAccount();
  const right = { email, password: RIGHT };
  for (let n = 0; n < 30; n++) expect(await statusOf(right, '192.0.2.30')).toBe(200);
  expect(await statusOf(right, '192.0.2.31')).toBe(429);
  expect(await statusOf({ email: await anAccount(), password: RIGHT }, '192.0.2.30')).toBe(200);
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  const isTheirs = sql`${session.sess}->'passport'->>'user' = ${String(user?.id)}`;
  expect(await app.db.$count(session, isTheirs)).toBe(20);
});

describe('queue of passwords', () => {
  it('an account that keeps its turns busy holds up nobody else, and is told to come again', async () => {
    const gate = Promise.withResolvers<void>();
    const flood = Array.from({ length: 140 }, () =>
      runQueued(SOMEBODY, () => gate.promise).then(
        () => 'computed',
        (problem) => problem.code,
      ),
    );
    const email = `${randomUUID()}@example.com`;
    const register = app.visitor().post('/api/auth/register').send({ email, password: RIGHT });
    await register.expect(201);
    expect(await statusOf({ email: await anAccount(), password: RIGHT }, '192.0.2.20')).toBe(200);
    gate.resolve();
    const outcomes = await Promise.all(flood);
    expect(outcomes.filter((one) => one === 'computed')).toHaveLength(129);
    expect(outcomes.filter((one) => one === 'too_many')).toHaveLength(11);
  });

  it('a computation that fails makes room for the next', async () => {
    const failed = runQueued(SOMEBODY, () => Promise.reject(new Error('broken')));
    await expect(failed).rejects.toThrow('broken');
    expect(await bcrypt.compare(RIGHT, await hashPassword(SOMEBODY, RIGHT))).toBe(true);
  });
});
