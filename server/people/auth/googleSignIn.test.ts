import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emails, orders, rateLimits, users } from '../../base/db/tables.ts';
import { openOutbox } from '../../mail/outbox/outbox.ts';
import { aFinishedPodcast } from '../../testing/builders.ts';
import { cookieOf } from '../../testing/cookie.ts';
import {
  type Someone,
  signInWithGoogle,
  someone,
  tokenFor,
} from '../../testing/signInWithGoogle.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { openSignups, type Signups } from '../edition/signups.ts';
import { openAdmins } from './admins.ts';
import { openEmailVerification } from './emailVerification.ts';
import { openGoogle, type Person } from './googleSignIn.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
beforeEach(() => app.db.delete(rateLimits));
afterAll(() => app.close());

const send = (firebaseToken: string, user: object, visitor = app.visitor()) =>
  visitor.post('/api/auth/firebase-session').send({ firebaseToken, user });

const signIn = (who: Someone, visitor = app.visitor()) => signInWithGoogle(app, who, visitor);

async function rowOf(email: string) {
  const [row] = await app.db.select().from(users).where(eq(users.email, email));
  return row;
}

describe('first Google sign-in', () => {
  it('a first Google sign-in creates an account from the token and signs in', async () => {
    const mira = someone();
    const visitor = app.visitor();
    const { status, body } = await signIn(mira, visitor);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, isNewUser: true });
    expect(body.user).toMatchObject({
      email: mira.email,
      firstName: 'Mira',
      lastName: 'von Hagen',
      profileImageUrl: mira.picture,
      authProvider: 'google',
      emailVerified: true,
      hasPassword: false,
      isAdmin: false,
    });
    expect((await visitor.get('/api/auth/me')).body.user).toEqual(body.user);
  });

  it('a Google sign-in ignores profile data sent beside the token', async () => {
    const mira = someone({ name: '', picture: null });
    const said = {
      uid: mira.uid,
      email: 'ceo@example.com',
      displayName: 'The Boss',
      photoURL: 'https://evil.example/x.png',
      isAdmin: true,
    };
    const { body } = await send(await tokenFor(app, mira), said);
    expect(body.user).toMatchObject({
      email: mira.email,
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      isAdmin: false,
    });
    expect(await rowOf('ceo@example.com')).toBeUndefined();
  });

  it('ten concurrent first Google sign-ins create one account, reported as new once', async () => {
    const mira = someone();
    const token = await tokenFor(app, mira);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => send(token, { uid: mira.uid })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(replies.filter(({ body }) => body.isNewUser)).toHaveLength(1);
    expect(new Set(replies.map(({ body }) => body.user.id)).size).toBe(1);
  });

  it('a Google account gets a different username when its own is taken', async () => {
    const local = randomUUID();
    const { body: one } = await signIn(someone({ email: `${local}@one.example` }));
    const { body: two } = await signIn(someone({ email: `${local}@two.example` }));
    expect(one.user.username).toBe(local);
    expect(two.user.username).toMatch(new RegExp(`^${local}-`));
  });
});

describe('later Google sign-in', () => {
  it('a Google sign-in opens the same account after the email at Google has changed', async () => {
    const mira = someone();
    const { body: first } = await signIn(mira);
    const moved = { ...mira, email: `moved-${mira.email}` };
    const { body } = await signIn(moved);
    expect(body).toMatchObject({
      isNewUser: false,
      user: { id: first.user.id, email: mira.email },
    });
  });

  it('a later Google sign-in keeps the name that the user has set', async () => {
    const mira = someone();
    await signIn(mira);
    await app.db
      .update(users)
      .set({ firstName: 'M.', lastName: null })
      .where(eq(users.email, mira.email));
    const { body } = await signIn(mira);
    expect(body.user).toMatchObject({ firstName: 'M.', lastName: null });
  });
});

describe('Google sign-in to an existing email', () => {
  it('a Google sign-in joins a verified account, which keeps its password, name and sessions', async () => {
    const { visitor, email } = await app.buyer();
    await app.db
      .update(users)
      .set({ emailVerifiedAt: new Date(), emailVerifiedBy: 'email', firstName: 'Ann' })
      .where(eq(users.email, email));
    const { body } = await signIn(someone({ email: email.toUpperCase() }));
    expect(body).toMatchObject({ isNewUser: false });
    expect(body.user).toMatchObject({ email, firstName: 'Ann', lastName: null, hasPassword: true });
    expect((await visitor.get('/api/auth/me')).body.user?.id).toBe(body.user.id);
    await app.visitor().post('/api/auth/login').send({ email, password: 'secret1' }).expect(200);
  });

  it('a Google sign-in to an unverified account ends its password and sessions and says so', async () => {
    const { visitor: squatter, email } = await app.buyer();
    await app.db.update(users).set({ feedToken: email }).where(eq(users.email, email));
    const owner = app.visitor();
    const { body } = await signIn(someone({ email }), owner);
    expect(body.message).toContain('the old password no longer works');
    expect(body).toMatchObject({ isNewUser: false });
    expect(body.user).toMatchObject({
      emailVerified: true,
      hasPassword: false,
      authProvider: 'google',
    });
    expect((await rowOf(email))?.feedToken).toBeNull();
    await squatter.get('/api/auth/me').expect(200, { user: null });
    const login = await squatter
      .post('/api/auth/login')
      .send({ email, password: 'secret1' })
      .expect(401);
    expect(login.body.message).toBe('Account created with Google');
    expect((await owner.get('/api/auth/me')).body.user?.id).toBe(body.user.id);
  });

  it('a Google sign-in to an unverified account ends its share links and unpaid orders, and an email says so', async () => {
    const squatter = await app.buyer();
    const { email } = squatter;
    const { id: orderId } = await squatter.order();
    const { id } = (await squatter.visitor.get('/api/auth/me')).body.user;
    const { shareToken } = await aFinishedPodcast(app.db, id);
    await app.visitor().get(`/api/listen/${shareToken}`).expect(200);
    await signIn(someone({ email }));
    await app.visitor().get(`/api/listen/${shareToken}`).expect(404);
    const [order] = await app.db.select().from(orders).where(eq(orders.publicId, orderId));
    expect(order?.expiresAt.getTime()).toBeLessThanOrEqual(Date.now());
    const posted = await app.db.select().from(emails).where(eq(emails.recipient, email));
    const [sent] = posted.filter(({ kind }) => kind === 'secured');
    expect(sent?.content?.text).toContain('That password no longer works');
  });

  it('a proof that anybody may have made joins nothing: the password and sessions of before end', async () => {
    const { visitor: squatter, email } = await app.buyer();
    // As an older version left it: proven by a click, nobody knows whose.
    await app.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.email, email));
    const owner = someone({ email });
    expect((await signIn(owner)).body.user).toMatchObject({ email, hasPassword: false });
    await squatter.get('/api/auth/me').expect(200, { user: null });
    expect((await signIn(owner)).body).toMatchObject({ message: 'Signed in with Google' });
  });

  it('a password from before a join by such a proof ends at the owner’s next Google sign-in', async () => {
    const owner = someone();
    const { visitor: squatter, email } = await app.buyer(owner.email);
    await app.db
      .update(users)
      .set({ emailVerifiedAt: new Date(), googleId: owner.uid })
      .where(eq(users.email, email));
    expect((await signIn(owner)).body.user).toMatchObject({ hasPassword: false });
    await squatter.get('/api/auth/me').expect(200, { user: null });
    await squatter.post('/api/auth/login').send({ email, password: 'secret1' }).expect(401);
  });

  it('ten concurrent Google sign-ins to an unverified account leave all ten signed in', async () => {
    const { email } = await app.buyer();
    const mira = someone({ email });
    const token = await tokenFor(app, mira);
    const browsers = Array.from({ length: 10 }, () => app.visitor());
    await Promise.all(browsers.map((browser) => send(token, { uid: mira.uid }, browser)));
    for (const browser of browsers) {
      expect((await browser.get('/api/auth/me')).body.user).toMatchObject({ email });
    }
  });

  it('a Google sign-in with an email that Google has not verified joins no account', async () => {
    const { visitor, email } = await app.buyer();
    const before = await rowOf(email);
    const reply = await signIn(someone({ email, emailVerified: false }));
    expect(reply.status).toBe(409);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await rowOf(email)).toEqual(before);
    expect((await visitor.get('/api/auth/me')).body.user).not.toBeNull();
  });

  it('an email that a Google account only claimed passes to the Google account that verified it', async () => {
    const claimed = someone({ emailVerified: false });
    const squatter = app.visitor();
    const { body: first } = await signIn(claimed, squatter);
    expect(first.user.emailVerified).toBe(false);
    const { body } = await signIn(someone({ email: claimed.email }));
    expect(body.user).toMatchObject({ id: first.user.id, emailVerified: true });
    await squatter.get('/api/auth/me').expect(200, { user: null });
    expect((await signIn(claimed)).status).toBe(409);
  });
});

describe('refused Google sign-in', () => {
  const tamper = (token: string, change: (claims: Record<string, unknown>) => void) => {
    const [head, body, signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString());
    change(claims);
    return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
  };

  it.each<[string, (token: string) => string]>([
    ['that is garbage', () => 'garbage'],
    [
      'with one changed claim',
      (token) => tamper(token, (claims) => Object.assign(claims, { email: 'x@y.z' })),
    ],
    ['without a signature', (token) => `${token.split('.').slice(0, 2).join('.')}.`],
  ])('a Google token %s is refused', async (_, change) => {
    const mira = someone();
    const reply = await send(change(await tokenFor(app, mira)), { uid: mira.uid });
    expect([reply.status, reply.body.code]).toEqual([401, 'bad_credentials']);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await rowOf(mira.email)).toBeUndefined();
  });

  it('an expired Google token is refused', async () => {
    const mira = someone({ age: 3700 });
    expect((await signIn(mira)).status).toBe(401);
    expect((await signIn({ ...mira, age: 3500 })).status).toBe(200);
  });

  it('a Google token of another user id is refused', async () => {
    const mira = someone();
    const reply = await send(await tokenFor(app, mira), { uid: someone().uid });
    expect(reply.status).toBe(401);
    expect(await rowOf(mira.email)).toBeUndefined();
  });

  it('a Google sign-in without a token and a user is refused', async () => {
    const { body } = await app.visitor().post('/api/auth/firebase-session').send({}).expect(400);
    expect(body.message).toBe('Session creation failed');
    expect(Object.keys(body.fields)).toEqual(['firebaseToken', 'user']);
  });

  it('Google sign-ins from one IP address are rate-limited', async () => {
    for (let n = 0; n < 200; n++) await send('', {}).expect(400);
    const reply = await send('', {}).expect(429);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  });
});

it('a valid Google token gets 503 while Google’s keys are out of reach, and works afterwards', async () => {
  const own = await openTestApp({ work: false });
  try {
    const mira = someone();
    const firebaseToken = await tokenFor(own, mira);
    const session = { firebaseToken, user: { uid: mira.uid } };
    const post = () => own.visitor().post('/api/auth/firebase-session').send(session);
    await own.setFaults({ google: { errorRate: 1, status: 500 } });
    expect((await post().expect(503)).body.code).toBe('unavailable');
    await own.setFaults({});
    await post().expect(200);
  } finally {
    await own.close();
  }
});

describe('token sync', () => {
  const report = (token: string, visitor = app.visitor()) =>
    visitor.post('/api/auth/token-sync').set('Authorization', `Bearer ${token}`);

  it('a token sync renews the session of the user it names', async () => {
    const mira = someone();
    const visitor = app.visitor();
    await signIn(mira, visitor);
    const reply = await report(await tokenFor(app, mira), visitor).expect(200);
    expect(reply.body).toEqual({ success: true, signedIn: true });
    expect(cookieOf(reply)).toMatch(/^duologue-/);
    expect((await visitor.get('/api/auth/me')).body.user.email).toBe(mira.email);
  });

  it('a token sync signs nobody in and creates no account', async () => {
    const mira = someone();
    const fresh = await report(await tokenFor(app, mira)).expect(200);
    expect(fresh.body).toEqual({ success: true, signedIn: false });
    expect(fresh.headers['set-cookie']).toBeUndefined();
    expect(await rowOf(mira.email)).toBeUndefined();

    await signIn(mira);
    const known = await report(await tokenFor(app, mira)).expect(200);
    expect(known.headers['set-cookie']).toBeUndefined();

    const { visitor, email } = await app.buyer();
    await report(await tokenFor(app, mira), visitor).expect(200, {
      success: true,
      signedIn: false,
    });
    expect((await visitor.get('/api/auth/me')).body.user.email).toBe(email);
  });

  it('a token sync is refused when its token is older than five minutes, bad or missing', async () => {
    const mira = someone();
    await report(await tokenFor(app, { ...mira, age: 290 })).expect(200);
    await report(await tokenFor(app, { ...mira, age: 310 })).expect(401);
    await report('garbage').expect(401);
    await app.visitor().post('/api/auth/token-sync').expect(401);
  });

  it('DELETE token-sync leaves a signed-in user signed in', async () => {
    const { visitor, email } = await app.buyer();
    await visitor.delete('/api/auth/token-sync').expect(204);
    expect((await visitor.get('/api/auth/me')).body.user.email).toBe(email);
  });
});

describe('valid tokens that the stand-in does not make', () => {
  /** Signs in as a person with these changes; only the check of tokens is replaced. */
  async function arrive(change: Partial<Person>, signups: Signups | null = null) {
    const { db } = app;
    const uid = randomUUID();
    const person: Person = {
      uid,
      email: `${uid}@example.com`,
      emailVerified: true,
      name: '',
      picture: null,
      provider: 'google.com',
      issuedAt: new Date(),
      ...change,
    };
    const admins = openAdmins(db, { emails: [], trustUnproven: false });
    const outbox = openOutbox({ db, mailer: { send: async () => {} }, host: 'duologue.example' });
    const places = {
      publicUrl: 'http://duologue.example',
      supportEmail: 'help@duologue.example',
      sells: true,
    };
    const google = openGoogle({
      db,
      check: { verify: async () => person, close: async () => {} },
      admins,
      outbox,
      publicUrl: places.publicUrl,
      supportEmail: places.supportEmail,
      signups,
      revokeSessionlessAccess: async () => {},
      emailVerification: openEmailVerification({ db, outbox, admins, secret: 'secret', ...places }),
    });
    return google.signIn({ firebaseToken: 'token', user: { uid: person.uid } });
  }

  it('where new accounts are closed, Google opens only accounts that are there', async () => {
    const closed = openSignups({ isOpen: false });
    const uid = randomUUID();
    const known = { uid, email: `${uid}@example.com` };
    await app.buyer();
    await expect(arrive(known, closed)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This house isn’t open to new accounts. Ask whoever runs it.',
    });
    expect(await app.db.$count(users, eq(users.googleId, uid))).toBe(0);
    const { user } = await arrive(known);
    expect((await arrive(known, closed)).user.id).toBe(user.id);
  });

  it('a Google account without an email address is refused with a clear message', async () => {
    await expect(arrive({ email: null })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('didn’t tell us your email address'),
    });
  });

  it.each(['password', 'anonymous', 'phone', 'custom', 'facebook.com', ''])(
    'a token of the sign-in provider "%s" is refused, because only Google is offered',
    async (provider) => {
      await expect(arrive({ provider })).rejects.toMatchObject({ code: 'forbidden' });
    },
  );

  it('a Google picture with an unsafe URL is left out, and a long name is shortened', async () => {
    const { user } = await arrive({ picture: 'javascript:alert(1)', name: 'x'.repeat(200) });
    expect(user).toMatchObject({
      profileImageUrl: null,
      firstName: 'x'.repeat(80),
      lastName: null,
    });
  });
});
