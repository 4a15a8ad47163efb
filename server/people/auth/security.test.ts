import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emails, passwordResetTokens, rateLimits, session } from '../../base/db/tables.ts';
import { cookieOf, cookiesOf } from '../../testing/cookie.ts';
import { signInWithGoogle, someone } from '../../testing/signInWithGoogle.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

/* Sessions, passwords and sign-in on a server behind a proxy. */

let app: TestApp;
beforeAll(async () => {
  // As behind a proxy that serves https.
  const env = { PUBLIC_URL: 'https://duologue.example', TRUST_PROXY: '1' };
  app = await openTestApp({ work: false, env });
});
beforeEach(() => app.db.delete(rateLimits));
afterAll(() => app.close());

const https = { 'X-Forwarded-Proto': 'https' };
const credentials = () => ({ email: someone().email, password: 'secret1' });
const post = (path: string, body: object, cookie = '') =>
  app.visitor().post(`/api/auth/${path}`).set(https).set('Cookie', cookie).send(body);
const me = async (cookie: string) =>
  (await app.visitor().get('/api/auth/me').set(https).set('Cookie', cookie)).body.user;

async function resetTokenOf(email: string): Promise<string> {
  const posted = await app.db.select().from(emails).where(eq(emails.recipient, email));
  const link = /^https:\/\/duologue\.example\/reset-password\?token=([\w-]+)$/m;
  const token = posted.map(({ content }) => content?.text.match(link)?.[1]).find(Boolean);
  if (!token) throw new Error('no letter with a reset link');
  return token;
}

describe('session cookie', () => {
  it('both cookies of a sign-in are __Host-, Secure, HttpOnly and SameSite=Lax', async () => {
    const reply = await post('register', credentials()).expect(201);
    const names = cookiesOf(reply).map((pair) => pair.split('=')[0]);
    expect(names.sort((one, other) => String(one).length - String(other).length)).toEqual([
      expect.stringMatching(/^__Host-duologue-[\w-]{8}$/),
      expect.stringMatching(/^__Host-duologue-known-[\w-]{8}$/),
    ]);
    for (const cookie of [reply.headers['set-cookie']].flat().map(String)) {
      const attributes = cookie
        .split('; ')
        .slice(1)
        .map((attribute) => attribute.replace(/^(Expires|Max-Age)=.*/, '$1'))
        .filter((attribute) => attribute !== 'Max-Age');
      expect(attributes.sort()).toEqual([
        'Expires',
        'HttpOnly',
        'Path=/',
        'SameSite=Lax',
        'Secure',
      ]);
    }
  });

  it('no session cookie is set over plain http', async () => {
    const reply = await app.visitor().post('/api/auth/register').send(credentials()).expect(201);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('a visitor who never signs in gets no session cookie', async () => {
    const reply = await app.visitor().get('/api/auth/me').set(https);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });
});

describe('session fixation', () => {
  it('registering with a planted session id starts a session with another id', async () => {
    const ours = cookieOf(await post('register', credentials())).split('=')[0];
    const planted = `${ours}=s%3Aplanted.signature`;
    const fresh = cookieOf(await post('register', credentials(), planted).expect(201));
    expect(fresh).not.toContain('planted');
    expect(await me(planted)).toBeNull();
  });

  it('signing in with a password replaces the session id', async () => {
    const account = credentials();
    const old = cookieOf(await post('register', account));
    const fresh = cookieOf(await post('login', account, old).expect(200));
    expect(fresh).not.toBe(old);
    expect(await me(old)).toBeNull();
    expect(await me(fresh)).toMatchObject({ email: account.email });
  });

  it('signing in with Google replaces the session id', async () => {
    const account = credentials();
    const old = cookieOf(await post('register', account));
    const browser = app.visitor().set(https).set('Cookie', old);
    const mira = someone();
    const fresh = cookieOf(await signInWithGoogle(app, mira, browser));
    expect(fresh).not.toBe(old);
    expect(await me(old)).toBeNull();
    expect(await me(fresh)).toMatchObject({ email: mira.email });
  });

  it('changing the password replaces the session id', async () => {
    const old = cookieOf(await post('register', credentials()));
    const reply = await app
      .visitor()
      .patch('/api/account')
      .set(https)
      .set('Cookie', old)
      .send({ password: { current: 'secret1', new: 'brand new' } })
      .expect(200);
    expect(await me(old)).toBeNull();
    expect(await me(cookieOf(reply))).not.toBeNull();
  });
});

it('session ids have at least 128 random bits and are not stored in plain text', async () => {
  const ids = new Set<string>();
  for (let n = 0; n < 5; n++) {
    const cookie = decodeURIComponent(cookieOf(await post('register', credentials())));
    const id = /=s:([\w-]+)\./.exec(cookie)?.[1] ?? '';
    // Six bits a character.
    expect(id.length * 6).toBeGreaterThanOrEqual(128);
    ids.add(id);
  }
  expect(ids.size).toBe(5);
  const kept = await app.db.select().from(session);
  expect(kept.length).toBeGreaterThanOrEqual(5);
  for (const id of ids) expect(JSON.stringify(kept)).not.toContain(id);
});

describe('cookie used again', () => {
  it.each(['POST', 'GET'])('a session cookie is invalid after signing out by %s', async (way) => {
    const cookie = cookieOf(await post('register', credentials()));
    if (way === 'POST') await post('logout', {}, cookie).expect(200);
    else {
      const typed = { ...https, 'Sec-Fetch-Site': 'none' };
      await app.visitor().get('/api/logout').set(typed).set('Cookie', cookie).expect(302);
    }
    expect(await me(cookie)).toBeNull();
  });

  it('a session cookie is invalid after its session has expired', async () => {
    const account = credentials();
    const cookie = cookieOf(await post('register', account));
    expect(await me(cookie)).not.toBeNull();
    await app.db.update(session).set({ expire: new Date(Date.now() - 1000) });
    expect(await me(cookie)).toBeNull();
  });
});

it('a password reset ends the account’s sessions and its old password', async () => {
  const account = credentials();
  const cookies = [
    cookieOf(await post('register', account)),
    cookieOf(await post('login', account)),
  ];
  await post('forgot-password', { email: account.email }).expect(200);
  const token = await resetTokenOf(account.email);
  const password = { password: 'brand new', confirmPassword: 'brand new' };
  await post('reset-password', { token, ...password }).expect(200);
  for (const cookie of cookies) expect(await me(cookie)).toBeNull();
  await post('login', account).expect(401);
});

describe('reset link', () => {
  it('a reset link has 256 bits, ignores X-Forwarded-Host and is not stored in plain text', async () => {
    const account = credentials();
    await post('register', account);
    const foreign = { 'X-Forwarded-Host': 'evil.example' };
    await post('forgot-password', { email: account.email }).set(foreign).expect(200);
    const token = await resetTokenOf(account.email);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const kept = await app.db.select().from(passwordResetTokens);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  it('the reset page sends no referrer to other sites', async () => {
    const { headers } = await app.visitor().get('/reset-password?token=t');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });
});

describe('password rules', () => {
  it.each([
    ['of 72 characters', 'x'.repeat(72), 'x'.repeat(71)],
    ['of letters alone', 'abcdef', 'ABCDEF'],
    ['with spaces at both ends', '  secret  ', 'secret'],
    ['in any script, with emoji', 'пароль 🎧', 'Пароль 🎧'],
  ])(
    'a password %s works exactly as typed, and a similar one does not',
    async (_, password, alike) => {
      const account = { ...credentials(), password };
      await post('register', account).expect(201);
      await post('login', account).expect(200);
      await post('login', { ...account, password: alike }).expect(401);
    },
  );

  it('a password of five characters is refused', async () => {
    await post('register', { ...credentials(), password: '12345' }).expect(400);
  });
});

describe('bcrypt limit', () => {
  it.each([
    ['73 ASCII characters', `${'x'.repeat(72)}y`],
    ['24 three-byte characters and one more', `${'€'.repeat(24)}y`],
  ])('a password of %s is refused at registration, reset and change', async (_, password) => {
    const { body } = await post('register', { ...credentials(), password }).expect(400);
    expect(body.fields.password).toBe('Password must be at most 72 bytes');
    await post('reset-password', { token: 't', password, confirmPassword: password }).expect(400);
    const cookie = cookieOf(await post('register', credentials()));
    await app
      .visitor()
      .patch('/api/account')
      .set(https)
      .set('Cookie', cookie)
      .send({ password: { current: 'secret1', new: password } })
      .expect(400);
  });

  it('a 72-byte password with one more character does not sign in', async () => {
    const account = { ...credentials(), password: 'x'.repeat(72) };
    await post('register', account).expect(201);
    const longer = await post('login', { ...account, password: `${'x'.repeat(72)}y` });
    expect(longer.status).toBe(401);
  });
});

describe('Google sign-in to an existing account', () => {
  it('a Google sign-in by the email’s owner ends an unverified account’s password and session', async () => {
    const account = credentials();
    const cookie = cookieOf(await post('register', account));
    const owner = someone({ email: account.email });
    const reply = await signInWithGoogle(app, owner, app.visitor().set(https));
    expect(reply.body.user).toMatchObject({ hasPassword: false, emailVerified: true });
    expect(await me(cookie)).toBeNull();
    await post('login', account).expect(401);
  });

  it('a Google sign-in with an unverified email does not join the existing account', async () => {
    const account = credentials();
    const cookie = cookieOf(await post('register', account));
    const claim = someone({ email: account.email, emailVerified: false });
    const reply = await signInWithGoogle(app, claim, app.visitor().set(https));
    expect(reply.status).toBe(409);
    expect(await me(cookie)).toMatchObject({ hasPassword: true, authProvider: 'local' });
  });
});

it('a failed sign-in does not reveal whether the account exists, by reply or by time', async () => {
  const known = credentials();
  await post('register', known).expect(201);
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let turn = 0; turn < 9; turn++) {
    const replies = [];
    for (const [who, email] of [
      ['known', known.email],
      ['unknown', someone().email],
    ] as const) {
      const began = performance.now();
      const { status, body } = await post('login', { email, password: 'wrong one' });
      times[who].push(performance.now() - began);
      replies.push({ status, message: body.message, code: body.code });
    }
    expect(replies[0]).toEqual(replies[1]);
    expect(replies[0]?.status).toBe(401);
  }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[4] ?? 0;
  // A ratio within one run: a password for an unknown email is compared with a hash all the same,
  // which takes nearly all of the time. Without that the ratio would be a tenth.
  expect(median(times.unknown) / median(times.known)).toBeGreaterThan(0.5);
});

describe('password guessing', () => {
  const wrong = { password: 'wrong one' };
  const login = (body: object, forwarded: string) =>
    app
      .visitor()
      .post('/api/auth/login')
      .set({ ...https, 'X-Forwarded-For': forwarded })
      .send(body);

  it('the 21st wrong password gets 429, and a forged X-Forwarded-For does not help', async () => {
    const { email } = credentials();
    for (let n = 0; n < 20; n++) await login({ email, ...wrong }, '192.0.2.1').expect(401);
    const { headers, body } = await login({ email, ...wrong }, '192.0.2.1').expect(429);
    expect(body.code).toBe('too_many');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    // Our proxy appends the last address; the ones before it come from the visitor.
    await login({ email, ...wrong }, '198.51.100.7, 192.0.2.1').expect(429);
  });

  it('password guessing does not lock out the owner at another IP address', async () => {
    const mine = credentials();
    await post('register', mine).expect(201);
    for (let n = 0; n < 21; n++) await login({ ...mine, ...wrong }, '192.0.2.2');
    await login(mine, '192.0.2.2').expect(429);
    await login(mine, '192.0.2.3').expect(200);
  });

  it('failed sign-ins are counted in the database', async () => {
    const { email } = credentials();
    await login({ email, ...wrong }, '192.0.2.4').expect(401);
    const counted = await app.db.select().from(rateLimits);
    expect(counted.map(({ key }) => key)).toContain(`login:192.0.2.4:${email}`);
  });
});
