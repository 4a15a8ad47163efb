import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import supertest from 'supertest';
import type { z } from 'zod';
import type { Order, OrderRequest } from '#shared/order.ts';
import type { faultSettings } from '../../standins/faults.ts';
import type { Purchase } from '../../standins/purchaseLog.ts';
import { compose } from '../app/compose.ts';
import { openDatabase } from '../base/db/openDatabase.ts';
import { readConfig } from '../supply/config/config.ts';
import { choosePlainStandins, withPlainStandins } from './plainStandins.ts';
import { testDatabase } from './postgres.ts';
import { makeAtMost } from './shorten.ts';
import { testFfmpeg } from './testFfmpeg.ts';

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

const INTERVALS = {
  reconcile: 300,
  deliver: 100,
  recover: 300,
  probeCircuits: 250,
  checkMachine: 5_000,
  checkProviders: 250,
  refuseAfter: 0,
  askMail: 250,
  probeStorage: 250,
};
/** Failures count as an outage after 0.6 s. */
const PACE = 0.02;

/**
 * The whole product on stand-ins and a fresh database. `env` adds to its environment (`SAMPLES:
 * 'on'` produces the first demos); `work: false` produces no episodes.
 */
export async function openTestApp(
  options: { env?: Record<string, string>; work?: boolean; writer?: 'scripts' } = {},
) {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-app-'));
  const postgres = await testDatabase();
  if (options.writer !== 'scripts') choosePlainStandins(dir);
  const quiet = { DATA_DIR: dir, DATABASE_URL: postgres.url, SAMPLES: 'off' };
  const config = readConfig({ ...quiet, ...options.env });
  const server = createServer();
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  /** The Origin header of a browser on our pages. */
  const origin = config.publicUrl ? new URL(config.publicUrl).origin : url;

  const database = openDatabase(postgres.url);
  const ffmpeg = await testFfmpeg();
  const site = { server, port, database, ffmpeg, dev: false, intervals: INTERVALS, pace: PACE };
  const application = await compose(config, site);
  server.on('request', application.app);
  // Loaded as at a real start, or loading could use up the deadline of the first voice list.
  await application.load();
  if (options.work !== false) await application.work();

  async function standin<T>(address: string, init?: RequestInit): Promise<T> {
    const reply = await fetch(`${url}/standins${address}`, init);
    if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  }

  const put = (address: string, settings: unknown) =>
    standin(address, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    });
  const act = async (name: 'pay' | 'decline', transactionId: string) => {
    await standin(`/paddle/demo/transactions/${transactionId}/${name}`, { method: 'POST' });
  };
  const pay = (transactionId: string) => act('pay', transactionId);

  /** Returns the code for the first account of a house; undefined once there is one. */
  const setupCode = async () => (await application.setupCode()) ?? undefined;

  return {
    url,
    origin,
    dataDir: dir,
    express: application.app,
    endpoints: application.endpoints,
    db: database.db,
    pool: database.pool,
    visitor: () => supertest.agent(url).set('Origin', origin),
    setupCode,
    /** In a house the first account is an admin's. */
    async buyer(email = `${randomUUID()}@example.com`) {
      const visitor = supertest.agent(url).set('Origin', origin);
      const account = { email, password: 'secret1', setupCode: await setupCode() };
      await visitor.post('/api/auth/register').send(account).expect(201);

      async function request(overrides: Partial<OrderRequest> = {}) {
        const { body } = await visitor.get('/api/voices').expect(200);
        const [one, two] = body.voices as { id: string }[];
        const voices = { voice1Id: one?.id, voice2Id: two?.id };
        return { topic: 'Why do cats purr?', duration: 10, ...voices, email, ...overrides };
      }

      async function order(overrides: Partial<OrderRequest> = {}) {
        const sent = visitor.post('/api/orders').send(await request(overrides));
        const id = (await sent.expect(201)).body.order.id as string;
        const checkout = await visitor.post(`/api/orders/${id}/checkout`).expect(200);
        const transactionId = checkout.body.transactionId as string;
        const find = async (): Promise<Order> =>
          (await visitor.get(`/api/orders/${id}`).expect(200)).body.order;
        return { id, transactionId, find, pay: () => pay(transactionId) };
      }
      return { visitor, email, request, order };
    },
    async purchases(): Promise<Purchase[]> {
      return (await standin<{ entries: Purchase[] }>('/ledger')).entries;
    },
    async mailbox() {
      type Message = { to: string; subject: string; text: string; html: string; messageId: string };
      return (await standin<{ messages: Message[] }>('/mail/messages')).messages;
    },
    pay,
    decline: (transactionId: string) => act('decline', transactionId),
    async transaction(transactionId: string) {
      type Reply = { transaction: { status: string; total: number } };
      return (await standin<Reply>(`/paddle/demo/transactions/${transactionId}`)).transaction;
    },
    makeAtMost: (minutes: number) => makeAtMost(database.pool, minutes),
    setFaults: (faults: z.input<typeof faultSettings>) => put('/faults', withPlainStandins(faults)),
    setAccounts: (accounts: unknown) => put('/accounts', accounts),
    async close() {
      await application.close();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
      await database.close();
      await postgres.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
