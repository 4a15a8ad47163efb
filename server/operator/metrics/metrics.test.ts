import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { circuitBreakers, expenses, instances, orders, podcasts } from '../../base/db/tables.ts';
import { type Accounts, openAccountsHarness } from '../../testing/accountsHarness.ts';
import { aPodcast } from '../../testing/builders.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Person, somebody } from '../../testing/roles.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

const METRICS_TOKEN = 'a-token-for-scrapers';

let app: TestApp;
let admin: Person;
let accounts: Accounts;
beforeAll(async () => {
  app = await openTestApp({ work: false, env: { METRICS_TOKEN } });
  admin = await somebody(app, { isAdmin: true });
  accounts = await openAccountsHarness(app, admin);
});
afterAll(() => app.close());

async function scrape(): Promise<string> {
  const reply = await app
    .visitor()
    .get('/metrics')
    .set('Authorization', `Bearer ${METRICS_TOKEN}`)
    .expect(200);
  expect(reply.headers['content-type']).toMatch(/^text\/plain.*version=0\.0\.4/);
  return reply.text;
}

/** The value of one series, its labels in any order; null where there is none. */
function figureOf(text: string, name: string, labels: Record<string, string> = {}): number | null {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  for (const line of text.split('\n')) {
    const [, found, inside = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (found === name && wanted.every((one) => inside.includes(one))) return Number(value);
  }
  return null;
}
const read = async (name: string, labels?: Record<string, string>) =>
  figureOf(await scrape(), name, labels);

describe('metrics endpoint', () => {
  it('returns metrics only with the bearer token', async () => {
    await scrape();
    const ask = (words: string) =>
      app.visitor().get('/metrics').set('Authorization', words).expect(401);
    for (const words of ['', 'Bearer', 'Bearer x', `Basic ${METRICS_TOKEN}`, METRICS_TOKEN]) {
      const { headers, text } = await ask(words);
      expect(headers['www-authenticate']).toBe('Bearer');
      expect(text).not.toContain('process_');
    }
    await ask(`Bearer ${METRICS_TOKEN}x`);
    await ask(`Bearer ${METRICS_TOKEN.slice(0, -1)}`);
    expect((await admin.ask('GET /metrics')).status).toBe(401);
  });

  it('the metrics endpoint is a 404 while no token is configured', async () => {
    const silent = await openTestApp({ work: false });
    try {
      const asked = silent.visitor().get('/metrics').set('Authorization', 'Bearer undefined');
      const { body } = await asked.expect(404);
      expect(body.message).toBe('There is nothing at this address');
    } finally {
      await silent.close();
    }
  });
});

describe('request metrics', () => {
  const count = (labels: Record<string, string>) =>
    read('http_request_duration_seconds_count', labels);

  it('requests are counted by route pattern, method and status', async () => {
    const visitor = app.visitor();
    await visitor.get('/healthz').expect(200);
    await visitor.get('/api/listen/no-such-token-a').expect(404);
    await visitor.get('/api/listen/no-such-token-b').expect(404);
    await visitor.get('/api/nowhere/at/all').expect(404);
    const text = await scrape();
    const counted = (route: string, status: string) =>
      figureOf(text, 'http_request_duration_seconds_count', { method: 'GET', route, status });
    expect(counted('/healthz', '2xx')).toBe(1);
    expect(counted('/api/listen/:token', '4xx')).toBe(2);
    expect(counted('none', '4xx')).toBe(1);
    expect(text).not.toMatch(/no-such|nowhere/);
  });

  it('the duration of requests is measured', async () => {
    const labels = { method: 'GET', route: '/healthz', status: '2xx' };
    await app.visitor().get('/healthz').expect(200);
    expect(await count({ ...labels })).toBeGreaterThan(0);
    const seconds = await read('http_request_duration_seconds_sum', labels);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(60);
  });
});

describe('business metrics', () => {
  it('metrics contain no email address, id or topic', async () => {
    const text = await scrape();
    const { email } = accounts.owner;
    for (const secret of [email, admin.email, ...Object.values(accounts.things)]) {
      if (secret.length > 6) expect(text).not.toContain(secret);
    }
    expect(text).not.toContain('tides');
  });

  it('calls to providers are counted by outcome', async () => {
    const calls = (provider: string, outcome: string) =>
      read('duologue_provider_call_duration_seconds_count', { provider, outcome });
    for (const provider of ['OpenAI', 'ElevenLabs', 'Paddle', 'S3']) {
      expect([provider, (await calls(provider, 'ok')) ?? 0]).not.toEqual([provider, 0]);
    }
    const before = (await calls('OpenAI', 'refused')) ?? 0;
    await app.setFaults({ openai: { errorRate: 1, status: 401 } });
    const visitor = await somebody(app);
    const { text } = await visitor.ask('GET /api/voices');
    const [one, two] = JSON.parse(text).voices as { id: string }[];
    await visitor.ask('POST /api/orders', {
      topic: 'Why tides turn',
      duration: 10,
      voice1Id: one?.id,
      voice2Id: two?.id,
      email: visitor.email,
    });
    await app.setFaults({});
    // It pauses sales as well, which another test covers.
    await app.db.delete(circuitBreakers);
    expect(await calls('OpenAI', 'refused')).toBe(before + 1);
  });

  it('episodes are counted by their current status and stage', async () => {
    const { id } = await aPodcast(app.db);
    const move = (to: Partial<typeof podcasts.$inferInsert>) =>
      app.db.update(podcasts).set(to).where(eq(podcasts.id, id));
    await move({ status: 'processing', stage: 'mastering' });
    const mastering = { status: 'processing', stage: 'mastering' };
    expect(await read('duologue_episodes', mastering)).toBe(1);
    await move({ status: 'failed' });
    expect(await read('duologue_episodes', mastering)).toBeNull();
    expect(await read('duologue_episodes', { ...mastering, status: 'failed' })).toBe(1);
  });

  it('the waiting time of the oldest job is reported', async () => {
    // The seeded order, whose job no worker runs here.
    await app.db.execute(sql`update pgboss.job set created_on = now() - interval '90 seconds'`);
    const seconds = await read('duologue_queue_oldest_waiting_seconds');
    expect(seconds).toBeGreaterThanOrEqual(90);
    expect(seconds).toBeLessThan(120);
    await app.db.execute(sql`delete from pgboss.job`);
    expect(await read('duologue_queue_oldest_waiting_seconds')).toBe(0);
  });

  it('the day’s spending is reported in dollars per provider, zero before the first purchase', async () => {
    await app.db.delete(expenses);
    await app.db.insert(expenses).values([
      { provider: 'ElevenLabs', microdollars: 1_500_000 },
      { provider: 'ElevenLabs', microdollars: 250_000 },
      {
        provider: 'ElevenLabs',
        microdollars: 500_000,
        at: sql`now() - interval '2 days'`,
      },
    ]);
    const text = await scrape();
    const dollars = (provider: string) =>
      figureOf(text, 'duologue_spend_today_dollars', { provider });
    expect(dollars('ElevenLabs')).toBe(1.75);
    expect(dollars('OpenAI')).toBe(0);
  });

  it('refunds are reported, and whether checkout is open', async () => {
    const [before, money] = [await read('duologue_refunds'), await read('duologue_refunded_cents')];
    const [order] = await app.db.select().from(orders).where(eq(orders.status, 'paid'));
    await app.db
      .update(orders)
      .set({ status: 'refunded' })
      .where(eq(orders.id, order?.id ?? 0));
    expect(await read('duologue_refunds')).toBe((before ?? 0) + 1);
    expect(await read('duologue_refunded_cents')).toBe((money ?? 0) + (order?.total ?? 0));
    expect(await read('duologue_sales_open')).toBe(1);
    const outage = () => read('duologue_provider_outage_seconds', { provider: 'OpenAI' });
    expect(await outage()).toBe(0);
    await app.db.insert(circuitBreakers).values({
      provider: 'OpenAI',
      message: '503',
      state: 'open',
      openedAt: sql`now() - interval '5 minutes'`,
    });
    expect(await read('duologue_sales_open')).toBe(0);
    expect(await outage()).toBeGreaterThan(290);
    await app.db.delete(circuitBreakers);
    await app.db.insert(instances).values({ id: 'sick', canProduce: false });
    expect([await read('duologue_producers'), await read('duologue_sales_open')]).toEqual([0, 0]);
    await app.db.update(instances).set({ canProduce: true });
    expect([await read('duologue_producers'), await read('duologue_sales_open')]).toEqual([1, 1]);
    await app.db.delete(instances);
  });

  it('a figure that cannot be read is left out, and the others are reported', async () => {
    await app.db.execute(sql`alter table expenses rename to away`);
    const text = await scrape();
    await app.db.execute(sql`alter table away rename to expenses`);
    expect(text).not.toContain('duologue_spend');
    expect(figureOf(text, 'duologue_sales_open')).toBe(1);
    expect(figureOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    await eventually('the figure is back', async () => (await scrape()).includes('duologue_spend'));
  });
});
