import { createVerify } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveStandin } from '../../server/testing/standin.ts';
import { googleStandin } from './google.ts';

type Google = Awaited<ReturnType<typeof openGoogle>>;
const openGoogle = (dir?: string) => serveStandin('google', googleStandin, dir);

let google: Google;
beforeEach(async () => {
  google = await openGoogle();
});
afterEach(() => google.close());

const mira = { email: 'mira@example.com', name: 'Mira von Hagen', verified: 'yes' };
const handlerQuery = 'apiKey=k&appName=%5BDEFAULT%5D&authType=signInViaPopup&eventId=e1';

async function choose(fields: Record<string, string>) {
  const reply = await fetch(`${google.address.url}/emulator/auth/handler?${handlerQuery}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  const page = await reply.text();
  const event = /data-event="([^"]+)"/.exec(page)?.[1];
  return { status: reply.status, page, event: event ? JSON.parse(unescapeHtml(event)) : null };
}

const unescapeHtml = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

async function ask(path: string, body: object, origin = 'http://localhost:3000') {
  const reply = await fetch(
    `${google.address.url}/identitytoolkit.googleapis.com/v1/accounts:${path}?key=${google.address.apiKey}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    },
  );
  return { reply, body: await reply.json() };
}

async function signIn(fields: Record<string, string> = mira) {
  const { event } = await choose(fields);
  return (await ask('signInWithIdp', { requestUri: event.urlResponse })).body;
}

async function refresh(token: string) {
  const reply = await fetch(
    `${google.address.url}/securetoken.googleapis.com/v1/token?key=${google.address.apiKey}`,
    {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }),
    },
  );
  return { status: reply.status, body: await reply.json() };
}

async function readToken(token: string) {
  const [head = '', body = '', signature = ''] = token.split('.');
  const { alg, kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
  const keys = await (await fetch(google.address.certificates)).json();
  const check = createVerify('RSA-SHA256').update(`${head}.${body}`);
  expect([alg, check.verify(keys[kid], signature, 'base64url')]).toEqual(['RS256', true]);
  return JSON.parse(Buffer.from(body, 'base64url').toString());
}

describe('popup sign-in', () => {
  it('a popup sign-in ends in a token for the chosen account, signed by the published key', async () => {
    const { event } = await choose(mira);
    expect(event).toMatchObject({ type: 'signInViaPopup', eventId: 'e1', error: null });
    const { body } = await ask('signInWithIdp', { requestUri: event.urlResponse });
    expect(body).toMatchObject({ isNewUser: true, email: mira.email, expiresIn: '3600' });
    const claims = await readToken(body.idToken);
    expect(claims).toMatchObject({
      iss: 'https://securetoken.google.com/demo-duologue',
      aud: 'demo-duologue',
      sub: body.localId,
      email: mira.email,
      email_verified: true,
      name: mira.name,
      firebase: { sign_in_provider: 'google.com' },
    });
    expect(claims.exp - claims.iat).toBe(3600);
  });

  it('a returning person gets the same account, whatever the letter case of the email', async () => {
    const first = await signIn();
    const second = await signIn({ ...mira, email: 'MIRA@example.com' });
    expect(second).toMatchObject({ isNewUser: false, localId: first.localId });
    expect((await signIn({ ...mira, email: 'theo@example.com' })).localId).not.toBe(first.localId);
  });

  it('the token says when Google has not verified the email address', async () => {
    const { idToken } = await signIn({ email: mira.email });
    expect(await readToken(idToken)).toMatchObject({ email_verified: false, name: 'Mira' });
  });

  it('an account lookup by the SDK returns the signed-in account', async () => {
    const { idToken, localId } = await signIn();
    const { body } = await ask('lookup', { idToken });
    expect(body.users).toMatchObject([
      {
        localId,
        email: mira.email,
        displayName: mira.name,
        emailVerified: true,
        providerUserInfo: [{ providerId: 'google.com', email: mira.email }],
      },
    ]);
  });

  it('a refreshed token keeps the time of the sign-in', async () => {
    const { idToken, refreshToken, localId } = await signIn();
    const { body } = await refresh(refreshToken);
    expect(body).toMatchObject({ user_id: localId, token_type: 'Bearer', expires_in: '3600' });
    const [before, after] = await Promise.all([readToken(idToken), readToken(body.id_token)]);
    expect(after).toMatchObject({ sub: before.sub, auth_time: before.auth_time });
  });

  it('accounts, keys and refresh tokens survive a restart of the Google stand-in', async () => {
    const { idToken, refreshToken, localId } = await signIn();
    const { dir } = google;
    await google.stop();
    google = await openGoogle(dir);
    expect(await readToken(idToken)).toMatchObject({ sub: localId });
    expect((await ask('lookup', { idToken })).body.users).toHaveLength(1);
    expect((await refresh(refreshToken)).body.user_id).toBe(localId);
    expect(await signIn()).toMatchObject({ isNewUser: false, localId });
  });
});

describe('forged sign-in', () => {
  const page = 'http://localhost/emulator/auth/handler';

  it.each([
    ['no code', `${page}?providerId=google.com`],
    ['a made-up code', `${page}?code=${Buffer.from('{}').toString('base64url')}.x`],
  ])('a Google sign-in with %s is refused', async (_what, requestUri) => {
    const { reply, body } = await ask('signInWithIdp', { requestUri });
    expect(reply.status).toBe(400);
    expect(body.error.message).toMatch(/^INVALID_IDP_RESPONSE/);
  });

  it('a Google sign-in with a changed email address is refused', async () => {
    const { event } = await choose(mira);
    const [uri, code = ''] = event.urlResponse.split('code=');
    const [body = '', mark] = code.split('.');
    const changed = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), email: 'x@y.zz' };
    const forged = `${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${mark}`;
    const { reply } = await ask('signInWithIdp', { requestUri: `${uri}code=${forged}` });
    expect(reply.status).toBe(400);
  });

  it('a changed token, an unknown refresh token and a wrong API key are refused', async () => {
    const { idToken } = await signIn();
    const [head, , signature] = idToken.split('.');
    const body = Buffer.from(JSON.stringify({ sub: 'x', exp: 9e9 })).toString('base64url');
    const lookup = await ask('lookup', { idToken: `${head}.${body}.${signature}` });
    expect(lookup.body.error.message).toBe('INVALID_ID_TOKEN');
    expect((await refresh('made.up')).body.error.message).toBe('INVALID_REFRESH_TOKEN');
    google.address.apiKey = 'wrong';
    expect((await ask('lookup', { idToken })).body.error.message).toContain('API key not valid');
  });
});

describe('sign-in popup', () => {
  it('the sign-in popup says that it is a demo and lists earlier accounts first', async () => {
    await signIn();
    const reply = await fetch(`${google.address.url}/emulator/auth/handler?${handlerQuery}`);
    const page = await reply.text();
    expect(page).toContain('Demo · no real Google account is used');
    const offered = [...page.matchAll(/name="email" value="([^"]+)"/g)].map(([, email]) => email);
    expect(offered[0]).toBe(mira.email);
    expect(offered.length).toBeGreaterThanOrEqual(4);
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('the sign-in popup refuses an invalid email address and shows markup in it as text', async () => {
    const { status, page, event } = await choose({ email: '"><script>alert(1)</script>' });
    expect([status, event]).toEqual([400, null]);
    expect(page).toContain('Please enter a valid email address');
    expect(page).not.toContain('<script>alert');
  });

  it.each(['auth/unauthorized-domain', 'auth/user-disabled', 'auth/internal-error'])(
    'the sign-in popup can end in the error %s',
    async (mishap) => {
      const { event } = await choose({ mishap });
      expect(event).toMatchObject({ eventId: 'e1', urlResponse: null, error: { code: mishap } });
    },
  );

  it('only pages of this machine may frame the page that carries the popup’s answer', async () => {
    const reply = await fetch(`${google.address.url}/emulator/auth/iframe?apiKey=k`);
    expect(reply.headers.get('content-security-policy')).toMatch(
      /frame-ancestors 'self' http:\/\/localhost:\* http:\/\/\*\.localhost:\* http:\/\/127\.0\.0\.1:\*$/,
    );
  });
});

describe('Firebase project', () => {
  const site = 'https://duologue.example/auth';
  const projects = async (referer?: string) => {
    const { url, apiKey } = google.address;
    const reply = await fetch(`${url}/identitytoolkit.googleapis.com/v1/projects?key=${apiKey}`, {
      ...(referer && { headers: { referer } }),
    });
    return { status: reply.status, body: await reply.json() };
  };
  const popup = async () => {
    const page = `${google.address.url}/emulator/auth/handler?${handlerQuery}&redirectUrl=${encodeURIComponent(site)}`;
    const event = /data-event="([^"]+)"/.exec(await (await fetch(page)).text())?.[1];
    return event ? JSON.parse(unescapeHtml(event)) : null;
  };
  const set = (account: object) => google.accounts.write({ google: account });

  it('a key that is restricted to other sites gets Google’s error', async () => {
    set({ referrers: ['https://other.example/*', 'https://*.other.example'] });
    const { status, body } = await projects(site);
    expect([status, body.error.message]).toEqual([
      403,
      `Requests from referer ${site} are blocked.`,
    ]);
    expect((await projects()).body.error.message).toBe(
      'Requests from referer <empty> are blocked.',
    );
    expect((await projects('https://other.example/')).status).toBe(200);
    expect((await projects('https://a.other.example/b')).status).toBe(200);
    expect((await projects('https://other.example.evil.example/')).status).toBe(403);
  });

  it('a key that is restricted to our site breaks the popup, whose page is on the auth domain', async () => {
    set({ referrers: ['https://duologue.example/*'] });
    expect((await projects(site)).status).toBe(200);
    expect((await popup()).error.code).toBe(
      `auth/requests-from-referer-https://${google.address.authDomain}/-are-blocked.`,
    );
    set({ referrers: ['https://duologue.example/*', `https://${google.address.authDomain}/*`] });
    expect(await popup()).toBeNull();
  });

  it('a site that is not among the authorised domains cannot sign in', async () => {
    set({ authorizedDomains: ['localhost'] });
    expect((await projects(site)).body.authorizedDomains).toEqual(['localhost']);
    expect(await popup()).toMatchObject({
      eventId: 'e1',
      error: { code: 'auth/unauthorized-domain' },
    });
    set({ authorizedDomains: ['duologue.example'] });
    expect(await popup()).toBeNull();
  });
});

describe('cross-origin requests', () => {
  const origin = (reply: Response) => reply.headers.get('access-control-allow-origin');

  it('a page of this machine may read Google’s replies, a page of another site may not', async () => {
    const { idToken } = await signIn();
    for (const own of ['http://localhost:5173', 'http://127.0.0.1:3000', 'http://a.localhost']) {
      expect(origin((await ask('lookup', { idToken }, own)).reply)).toBe(own);
    }
    for (const other of ['https://evil.example', 'http://localhost.evil.example', 'null']) {
      expect(origin((await ask('lookup', { idToken }, other)).reply)).toBeNull();
    }
  });

  it('a cross-origin page may send the headers that the Firebase SDK sends', async () => {
    const reply = await fetch(
      `${google.address.url}/identitytoolkit.googleapis.com/v1/accounts:lookup`,
      {
        method: 'OPTIONS',
        headers: {
          origin: 'http://localhost:3000',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-client-version',
        },
      },
    );
    expect(reply.status).toBe(204);
    expect(reply.headers.get('access-control-allow-headers')).toBe('content-type,x-client-version');
  });
});

it('a simulated Google outage has Google’s error shape and is readable by the page', async () => {
  const { event } = await choose(mira);
  google.faults.write({ google: { errorRate: 1, status: 503 } });
  const { reply, body } = await ask('signInWithIdp', { requestUri: event.urlResponse });
  expect(reply.status).toBe(503);
  expect(reply.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
  expect(body.error).toMatchObject({ code: 503 });
  expect((await fetch(google.address.script)).status).toBe(503);
});
