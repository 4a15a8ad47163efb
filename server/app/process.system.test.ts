import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { discardEmbeddedPostgres } from '../base/db/embedded/home.ts';
import { startEmbeddedPostgres } from '../base/db/embedded.ts';
import { jobLeases, rateLimits } from '../base/db/tables.ts';
import { cookieOf } from '../testing/cookie.ts';
import { eventually } from '../testing/eventually.ts';
import { testDatabase } from '../testing/postgres.ts';
import { endAll, freePort, runToEnd, startProduct } from '../testing/processes.ts';

const server = 'server/app/index.ts';
let dir: string;
let postgres: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'duologue-process-'));
  postgres = await testDatabase();
});
afterEach(endAll);
afterAll(async () => {
  await discardEmbeddedPostgres(path.join(dir, 'stopped/postgres'));
  await postgres.close();
  await rm(dir, { recursive: true, force: true });
});

describe('refused start', () => {
  it('a start on a taken port is one sentence and exit code 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const PORT = String(typeof address === 'object' && address?.port);
    const { code, output } = await runToEnd(server, { PORT, DATA_DIR: dir });
    other.close();
    expect(code).toBe(1);
    expect(output.trim()).toBe(
      `Port ${PORT} is taken on 127.0.0.1. Stop what uses it, or set PORT to another one.`,
    );
  });

  it.each([
    ['a bad variable', { PORT: 'abc' }, 'PORT'],
    ['a broken FFMPEG_PATH', { FFMPEG_PATH: '/nowhere/ffmpeg' }, 'FFMPEG_PATH'],
    ['a half-configured provider', { PADDLE_API_KEY: 'key' }, 'PADDLE_WEBHOOK_SECRET'],
  ])('a start with %s is one sentence and exit code 1', async (_, env, name) => {
    const { code, output } = await runToEnd(server, { DATA_DIR: dir, ...env });
    expect(code).toBe(1);
    expect(output).toContain(name);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('a start in production without its providers names every missing variable', async () => {
    const { code, output } = await runToEnd(server, { NODE_ENV: 'production', DATA_DIR: dir });
    expect(code).toBe(1);
    for (const name of ['DATABASE_URL', 'OPENAI_API_KEY', 'ELEVENLABS_API_KEY', 'SMTP_URL']) {
      expect(output).toContain(name);
    }
    expect(output).toMatch(/PADDLE_API_KEY, PADDLE_WEBHOOK_SECRET, PADDLE_CLIENT_TOKEN/);
  });
});

describe('start', { timeout: 60_000 }, () => {
  it('a SIGTERM during the start leaves no database behind and prints nothing', async () => {
    const DATA_DIR = path.join(dir, 'stopped');
    const home = path.join(DATA_DIR, 'postgres');
    // The cluster exists already, so that the start is stopped about when it migrates.
    await (await startEmbeddedPostgres({ dir: home })).stop();
    const PORT = String(await freePort());
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, LOG_LEVEL: 'warn', SAMPLES: 'off', PORT, DATA_DIR };
    const product = spawn(process.execPath, [server], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    try {
      const printed = Promise.all([text(product.stdout), text(product.stderr)]);
      await eventually('it is starting', () => fetch(`http://127.0.0.1:${PORT}`).catch(() => null));
      product.kill('SIGTERM');
      const [[code], words] = await Promise.all([once(product, 'exit'), printed]);
      expect(words.join('')).not.toMatch(/error|fail|told|terminat|ready/i);
      expect(code).toBe(0);
      const files = await readdir(home, { recursive: true });
      expect(files.filter((name) => name.endsWith('postmaster.pid'))).toEqual([]);
    } finally {
      product.kill('SIGKILL');
    }
  });
});

describe('stand-ins', { timeout: 60_000 }, () => {
  const doors = ['/', '/mail/messages', '/faults', '/ledger', '/paddle/demo/transactions/x/pay'];

  it('the stand-ins’ own pages are closed in production, even when stand-ins are allowed', async () => {
    const product = await startProduct({
      NODE_ENV: 'production',
      ALLOW_STANDINS: 'true',
      DATABASE_URL: postgres.url,
      DATA_DIR: dir,
    });
    for (const door of doors) {
      const method = door.endsWith('/pay') ? 'POST' : 'GET';
      const reply = await fetch(`${product.url}/standins${door}`, { method });
      expect(reply.status, door).toBe(404);
    }
    expect(await product.end('SIGTERM')).toBe(0);
  });
});

describe('two servers on one database', { timeout: 60_000 }, () => {
  it('two servers on one database share sessions, and each ends with exit code 0 on SIGTERM', async () => {
    const env = { DATABASE_URL: postgres.url };
    const [one, two] = await Promise.all([
      startProduct({ ...env, DATA_DIR: path.join(dir, 'one') }),
      startProduct({ ...env, DATA_DIR: path.join(dir, 'two') }),
    ]);
    const email = 'both@example.com';
    const registered = await supertest(one.url)
      .post('/api/auth/register')
      .set('Origin', one.url)
      .send({ email, password: 'secret1' })
      .expect(201);
    const cookie = cookieOf(registered);
    const { body } = await supertest(two.url).get('/api/auth/me').set('Cookie', cookie);
    expect(body.user).toMatchObject({ email });
    expect(await one.end('SIGTERM')).toBe(0);
    expect(await two.end('SIGINT')).toBe(0);
  });

  it('a request that waits when the server is stopped is answered before the database is closed', async () => {
    const product = await startProduct({ DATABASE_URL: postgres.url, DATA_DIR: dir });
    const registered = await supertest(product.url)
      .post('/api/auth/register')
      .set('Origin', product.url)
      .send({ email: 'waits@example.com', password: 'secret1' })
      .expect(201);
    const lock = await postgres.pool.connect();
    try {
      await lock.query('begin; lock table session');
      const headers = { cookie: cookieOf(registered) };
      const waiting = fetch(`${product.url}/api/auth/me`, { headers });
      await eventually('it waits', async () => {
        const waits = await lock.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return waits.rowCount;
      });
      const ended = product.end('SIGTERM');
      const probe = () => fetch(`${product.url}/healthz`);
      await eventually('nothing new is accepted', () =>
        probe().then(
          () => false,
          () => true,
        ),
      );
      await lock.query('commit');
      const reply = await waiting;
      expect(await reply.json()).toMatchObject({ user: { email: 'waits@example.com' } });
      expect(await ended).toBe(0);
      expect(product.output()).not.toMatch(/error|pool/i);
    } finally {
      lock.release(true);
    }
  });

  it('two servers on one database delete expired rate-limit counts', async () => {
    const soon = Date.now() + 600_000;
    // The servers of earlier tests have run this hourly job already.
    await postgres.db.delete(jobLeases);
    await postgres.db.insert(rateLimits).values([
      { key: 'login:192.0.2.1:gone@example.com', points: 3, expire: Date.now() - 1 },
      { key: 'login:192.0.2.1:here@example.com', points: 3, expire: soon },
    ]);
    await startProduct({ DATABASE_URL: postgres.url, DATA_DIR: dir });
    const kept = await eventually('one is forgotten', async () => {
      const keys = (await postgres.db.select().from(rateLimits)).map(({ key }) => key);
      return keys.some((key) => key.includes('gone@')) ? null : keys;
    });
    expect(kept).toContain('login:192.0.2.1:here@example.com');
  });
});
