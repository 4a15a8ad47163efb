import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { openTestApp } from '../../testing/testApp.ts';

/* What every reply must and must not say. */

const app = await openTestApp({
  work: false,
  env: { PUBLIC_URL: 'https://duologue.example', NODE_ENV: 'test' },
});
afterAll(() => app.close());

const foreign = { origin: 'https://evil.example' };
const addresses = [...new Set(app.endpoints.map(({ path }) => path.replace(/:\w+/g, '1')))];

const isMedia = (path: string) => path.startsWith('/media/');

it.each([...addresses.filter((path) => !isMedia(path)), '/', '/nothing'])(
  'a page of another site may not read %s',
  async (path) => {
    const asks = { ...foreign, 'access-control-request-method': 'POST' };
    for (const [method, headers] of [
      ['GET', foreign],
      ['OPTIONS', asks],
    ] as const) {
      const stop = new AbortController();
      const reply = await fetch(`${app.url}${path}`, { method, headers, signal: stop.signal });
      stop.abort();
      expect(reply.headers.get('access-control-allow-origin'), method).toBeNull();
      expect(reply.headers.get('access-control-allow-credentials'), method).toBeNull();
    }
  },
);

it.each(addresses.filter(isMedia))(
  'a page of another site may read %s without a cookie, and with one nothing',
  async (path) => {
    const ask = (method: string, headers: Record<string, string>) =>
      fetch(`${app.url}${path}`, { method, headers: { ...foreign, ...headers } });
    const granted = ({ headers }: Response) => [
      headers.get('access-control-allow-origin'),
      headers.get('access-control-allow-credentials'),
    ];
    expect(granted(await ask('GET', {}))).toEqual(['*', null]);
    expect(granted(await ask('GET', { cookie: '__Host-duologue=s%3Ax.y' }))).toEqual([null, null]);
    const preflight = { 'access-control-request-method': 'GET' };
    expect(granted(await ask('OPTIONS', preflight))).toEqual([null, null]);
  },
);

it.each([
  ['a page', '/', 200],
  ['a missing page', '/nothing', 404],
  ['a missing file', '/missing.png', 404],
  ['an API reply', '/api/config', 200],
  ['an unauthorized API reply', '/api/orders', 401],
  ['an unknown API path', '/api/nothing', 404],
])('the security headers are set on %s', async (_, path, status) => {
  const { headers, status: got } = await fetch(`${app.url}${path}`);
  expect(got).toBe(status);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('x-powered-by')).toBeNull();
  const policy = headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'"]) {
    expect(policy).toContain(part);
  }
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
});

it('an internal error shows its request id and no details', async () => {
  const login = { email: 'ann@example.com', password: 'secret1' };
  await app.db.execute(sql`alter table users rename to users_away`);
  const reply = await app.visitor().post('/api/auth/login').send(login);
  await app.db.execute(sql`alter table users_away rename to users`);
  expect(reply.status).toBe(500);
  expect(reply.body).toEqual({
    message: 'Something went wrong on our side.',
    code: 'internal',
    requestId: reply.headers['x-request-id'],
  });
});
