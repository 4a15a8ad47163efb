import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Podcast } from '#shared/episode.ts';
import type { Purchase } from '../../standins/purchaseLog.ts';
import { cookieOf } from '../testing/cookie.ts';
import { eventually } from '../testing/eventually.ts';
import { testDatabase } from '../testing/postgres.ts';
import { endAll, type Running, startProduct, startStandins } from '../testing/processes.ts';
import { makeAtMost } from '../testing/shorten.ts';

/*
 * The promise: a crash at any time costs no committed line. `faults/` tests it with the next process,
 * this file with another instance that takes over.
 */

let dir: string;
let postgres: Awaited<ReturnType<typeof testDatabase>>;
let standins: Running;
let env: Record<string, string>;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'duologue-restart-'));
  postgres = await testDatabase();
  await makeAtMost(postgres.pool, 4);
  standins = await startStandins({ DATA_DIR: dir });
  env = { DATA_DIR: dir, DATABASE_URL: postgres.url, STANDINS_URL: standins.url };
});
afterEach(async () => {
  await endAll();
  await postgres.close();
  await rm(dir, { recursive: true, force: true });
});

const start = () => startProduct(env);

async function ask<T>(address: string, init?: RequestInit): Promise<T> {
  const reply = await fetch(`${standins.url}${address}`, init);
  expect(reply.status, address).toBeLessThan(300);
  return (await reply.json()) as T;
}
const episodeLog = async () => (await ask<{ entries: Purchase[] }>('/ledger')).entries;

/** Signs up, orders and pays; resolves with a function that reads the episode from any instance. */
async function buy({ url }: Running) {
  const visitor = supertest.agent(url).set('Origin', url);
  const email = 'mira@example.com';
  const credentials = { email, password: 'secret1' };
  const registered = await visitor.post('/api/auth/register').send(credentials).expect(201);
  const { body } = await visitor.get('/api/voices').expect(200);
  const [one, two] = body.voices as { id: string }[];
  const placed = await visitor
    .post('/api/orders')
    .send({ topic: 'Tides', duration: 10, voice1Id: one?.id, voice2Id: two?.id, email })
    .expect(201);
  const orderPath = `/api/orders/${placed.body.order.id}`;
  const checkout = await visitor.post(`${orderPath}/checkout`).expect(200);
  const { transactionId } = checkout.body;
  await ask(`/paddle/demo/transactions/${transactionId}/pay`, { method: 'POST' });
  const cookie = cookieOf(registered);
  const publicId = await eventually('the order is paid', async () => {
    const { body } = await visitor.get(orderPath);
    return body.order.podcast?.publicId as string | undefined;
  });
  return async (through: Running): Promise<Podcast> => {
    const reply = await fetch(`${through.url}/api/podcasts/${publicId}`, { headers: { cookie } });
    expect(reply.status).toBe(200);
    return ((await reply.json()) as { podcast: Podcast }).podcast;
  };
}

/** Lines in the episode log as spoken at the time of the crash. */
async function committed(): Promise<{ voice: string; text: string }[]> {
  const { rows } = await postgres.pool.query(`
    select case line.speaker when 'A' then voice1_id else voice2_id end as voice, text
    from podcast_lines line join podcasts on podcasts.id = podcast_id where state = 'spoken'`);
  return rows;
}

async function expectNothingBoughtTwice(before: { voice: string; text: string }[]) {
  const entries = await episodeLog();
  const outlines = entries.filter((entry) => entry.kind === 'llm' && entry.call === 'outline');
  expect(outlines).toHaveLength(1);
  const bought = entries.filter((entry) => entry.kind === 'speech');
  for (const { voice, text } of before) {
    const times = bought.filter((entry) => entry.voiceId === voice && entry.text === text);
    expect(times, text).toHaveLength(1);
  }
}

describe('take-over', () => {
  it('another instance continues within 30 s after a kill -9, and no committed line is bought twice', {
    timeout: 240_000,
  }, async () => {
    const [one, two] = await Promise.all([start(), start()]);
    const look = await buy(one);
    await eventually('ten lines spoken', async () => (await look(one)).progress.linesSpoken >= 10);
    // If the stopped instance was idle, the other one has the job and continues anyway.
    await one.end('SIGKILL');
    const before = await committed();
    await eventually(
      'the other instance speaks new lines',
      async () => (await look(two)).progress.linesSpoken > before.length + 5,
      30,
    );
    await eventually(
      'the episode is completed',
      async () => (await look(two)).status === 'completed',
      150,
    );
    await expectNothingBoughtTwice(before);
  });
});
