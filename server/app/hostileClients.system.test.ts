import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf } from '../testing/cookie.ts';
import { eventually } from '../testing/eventually.ts';
import { testDatabase } from '../testing/postgres.ts';
import { endAll, type Running, startProduct } from '../testing/processes.ts';

/* Secrets in the log, and slow clients. */

const canaries = {
  password: 'canary-password-of-ann',
  wrong: 'canary-password-of-nobody',
  session: 'canary-secret-that-signs-every-session',
  provider: 'canary-key-of-a-provider',
  signature: `ts=1;h1=${createHash('sha256').update('canary').digest('hex')}`,
};
const email = 'ann.canary@example.com';

let dir: string;
let postgres: Awaited<ReturnType<typeof testDatabase>>;
let product: Running;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'duologue-hostile-'));
  postgres = await testDatabase();
  product = await startProduct({
    DATA_DIR: dir,
    DATABASE_URL: postgres.url,
    SESSION_SECRET: canaries.session,
    OPENAI_API_KEY: canaries.provider,
    // Nothing listens there, so calls fail, and their errors might contain the key.
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    LOG_LEVEL: 'trace',
  });
});
afterAll(async () => {
  await endAll();
  await postgres.close();
  await rm(dir, { recursive: true, force: true });
});

const post = (call: string, body: object, cookie = '') =>
  supertest(product.url).post(call).set('Origin', product.url).set('Cookie', cookie).send(body);

describe('log', { timeout: 120_000 }, () => {
  it('the log at level trace holds no password, cookie, token, key or signature', async () => {
    const registered = await post('/api/auth/register', { email, password: canaries.password });
    expect(registered.status).toBe(201);
    const cookie = cookieOf(registered);
    await post('/api/auth/login', { email, password: canaries.wrong }).expect(401);
    await post('/api/auth/reset-password', { token: canaries.wrong, password: 'x' }).expect(400);
    await post('/api/auth/forgot-password', { email }).expect(200);
    const link = await eventually('the email with the link is sent', async () => {
      const reply = await fetch(`${product.url}/standins/mail/messages`);
      const { messages } = (await reply.json()) as { messages: { text: string }[] };
      const texts = messages.map(({ text }) => text);
      return texts.map((text) => /reset-password\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean);
    });
    const webhook = supertest(product.url).post('/api/webhooks/paddle');
    await webhook.set('Paddle-Signature', canaries.signature).send({ event_id: 'evt' }).expect(401);
    const { voices } = (await supertest(product.url).get('/api/voices')).body;
    const topic = { topic: 'Why tides turn', duration: 10, email };
    const order = { ...topic, voice1Id: voices[0].id, voice2Id: voices[1].id };
    // The moderator is unreachable, which is logged with a stack.
    const refused = await post('/api/orders', order, cookie);
    expect(refused.status).toBeLessThan(600);
    await supertest(product.url)
      .get('/api/orders')
      .set('Authorization', `Bearer ${canaries.wrong}`)
      .expect(401);
    const printed = product.output();
    // An empty log would contain no secrets either.
    expect(printed).toContain('"level"');
    const secrets = [...Object.values(canaries), cookie.split('=')[1] ?? '', link];
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      expect(printed).not.toContain(secret);
      expect(printed).not.toContain(encodeURIComponent(secret));
    }
  });

  it('the log of a request that fails at the database holds no address, id or token', async () => {
    const token = 'canary-token-of-a-feed-or-an-episode';
    const key = `${token}/episode.mp3`;
    const away = ['users', 'podcasts', 'emails'];
    const rename = (from: string, to: string) =>
      postgres.db.execute(sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`);
    const before = product.output().length;
    const fails = async (reply: supertest.Test) => expect((await reply).status).toBe(500);
    const credentials = { email: `y.${email}`, password: canaries.password };
    const cookie = cookieOf(await post('/api/auth/register', credentials));
    await rename('emails', 'emails_away');
    // The email's text is a parameter of the statement, and its link gives access to the account.
    await fails(post('/api/auth/forgot-password', { email }));
    for (const table of away.slice(0, 2)) await rename(table, `${table}_away`);
    await fails(post('/api/auth/register', { email: `x.${email}`, password: canaries.password }));
    const file = `/media/${token}/file/canary-of-a-title.mp3`;
    for (const call of [`/feeds/${token}.xml`, `/MEDIA/${key}`, `/media/${key}`, file]) {
      await fails(supertest(product.url).get(call));
    }
    await fails(supertest(product.url).get(`/api/listen/${token}`));
    await fails(supertest(product.url).get(`/api/podcasts/${token}`).set('Cookie', cookie));
    for (const table of away) await rename(`${table}_away`, table);
    const printed = await eventually('the last is written down', async () => {
      const text = product.output().slice(before);
      return text.includes('"path":"/api/podcasts/[redacted]"') && text;
    });
    expect(printed).toContain('Failed query: ');
    expect(printed).toContain('"path":"/feeds/[redacted]"');
    expect(printed).toContain('"path":"/media/[redacted]/episode.mp3"');
    for (const secret of ['canary', 'reset-password?token=', '$2b$']) {
      expect(printed).not.toContain(secret);
    }
  });
});

describe('slow client', { timeout: 120_000 }, () => {
  it.concurrent.each([
    ['its headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    [
      'its body',
      'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    ],
  ])('a client that is slow to send %s is disconnected', async (_, beginning) => {
    const { hostname, port } = new URL(product.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(beginning);
    socket.resume();
    await once(socket, 'close');
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  });
});
