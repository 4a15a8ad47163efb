import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, inArray, sql } from 'drizzle-orm';
import express from 'express';
import type { OrderRequest } from '#shared/order.ts';
import { paddleStandin } from '../../standins/paddle/paddle.ts';
import { openLimits } from '../base/bounds/requestLimits.ts';
import type { Database } from '../base/db/openDatabase.ts';
import { discountCodes, orders as orderTable, podcasts, users } from '../base/db/tables.ts';
import { routerOf } from '../base/http/endpoint.ts';
import { errorHandler } from '../base/http/errors.ts';
import { openMinutes } from '../episodes/validation/minutes.ts';
import { openOutbox } from '../mail/outbox/outbox.ts';
import { checkout } from '../orders/checkout.ts';
import type { OrderTools } from '../orders/orderQueries.ts';
import {
  changeEmail,
  findInvoice,
  findOrder,
  findReceipt,
  listOrders,
  openOrders,
} from '../orders/orders.ts';
import { paddlePayments } from '../orders/paddle/paddlePayments.ts';
import type { Payments } from '../orders/paddle/payments.ts';
import { receiveEvent } from '../orders/paymentEvents.ts';
import { orderFree, placeOrder } from '../orders/placeOrder.ts';
import { priceFor } from '../orders/quote.ts';
import { reconcile } from '../orders/reconcile.ts';
import { webhookEndpoints } from '../orders/webhook.ts';
import { openCircuitBreakers } from '../supply/availability/circuitBreakers.ts';
import { openOperatorAlerts } from '../supply/availability/operatorAlerts.ts';
import { openSalesGate } from '../supply/availability/salesGate.ts';
import { openCosts } from '../supply/costs/costs.ts';
import type { Moderator } from '../writing/script/scriptWriter.ts';
import { smallModels } from './builders.ts';
import { crashingDatabase } from './crashingDatabase.ts';
import { testDatabase } from './postgres.ts';
import { serveStandin } from './standin.ts';

export type OrdersHarness = Awaited<ReturnType<typeof openOrdersHarness>>;

/** A refused provider is probed again after 25 ms. */
const PACE = 0.005;

export const episode: OrderRequest = {
  topic: 'Why do cats purr?',
  tone: 'Normal',
  style: 'Conversation',
  duration: 15,
  voice1Id: 'voice-1',
  voice2Id: 'voice-2',
  email: 'ann@example.com',
  stings: true,
  sources: [],
  onlyTheseSources: false,
  discountCode: undefined,
  channel: 'direct',
};

/**
 * Paddle's stand-in sends webhooks here unless `webhooks` is false. Jobs are rows of `jobs`,
 * inserted in the order's transaction. The default moderator refuses topics that contain
 * "forbidden".
 */
export async function openOrdersHarness(
  options: {
    webhooks?: boolean;
    moderator?: Moderator;
    probe?: () => Promise<unknown>;
    payments?: Payments;
    /** Each account's minutes a month, where nothing is sold. */
    minutesAMonth?: number;
  } = {},
) {
  const database = await testDatabase();
  const { db } = database;
  await db.execute(sql`create table jobs (podcast_id integer not null)`);
  const paddle = await serveStandin('paddle', paddleStandin);
  const payments =
    options.payments ??
    paddlePayments({
      ...paddle.address,
      environment: 'sandbox',
      webhookSecrets: [paddle.address.webhookSecret],
      deadline: 3000,
    });
  const supportEmail = 'support@duologue.example';
  const publicUrl = 'http://duologue.example';

  /** Emails are stored and never sent. */
  const outboxOf = (db: Database['db']) =>
    openOutbox({ db, mailer: { send: async () => {} }, host: 'duologue.example' });
  const alertsOf = (db: Database['db']) =>
    openOperatorAlerts({ outbox: outboxOf(db), publicUrl, supportEmail });

  function salesGateOf(db: Database['db']) {
    const prices = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, characters: 0 };
    const costs = openCosts({ db, prices: () => prices, cap: null });
    return openSalesGate({ db, costs, alerts: alertsOf(db), sells: true });
  }

  /** No episode is produced here, so only Paddle and `options.probe` answer probes. */
  const nobody = () => Promise.reject(new Error('no episode is produced here'));
  const circuits = openCircuitBreakers({
    db,
    alerts: alertsOf(db),
    questions: {
      OpenAI: { serve: options.probe ?? nobody },
      ElevenLabs: { serve: nobody },
      'Speech server': { serve: nobody },
      S3: { serve: nobody },
      Folder: { serve: nobody },
      Paddle: { buy: () => payments.probe() },
    },
    pace: PACE,
  });

  function toolsOf({ db }: Pick<Database, 'db'>): OrderTools {
    const outbox = outboxOf(db);
    return {
      salesGate: salesGateOf(db),
      circuits,
      alerts: alertsOf(db),
      outbox,
      publicUrl,
      supportEmail,
      db,
      payments,
      minutes:
        options.minutesAMonth === undefined
          ? null
          : openMinutes({ db, minutesAMonth: options.minutesAMonth }),
      moderator: options.moderator ?? {
        moderate: async (topic) => (topic.includes('forbidden') ? 'refused' : 'allowed'),
      },
      models: { current: async () => smallModels },
      voices: {
        find: async (id) => (/^voice-\d$/.test(id) ? { id, name: `Host ${id.at(-1)}` } : null),
      },
      queue: {
        async enqueue(tx, podcastId) {
          await tx.execute(sql`insert into jobs values (${podcastId})`);
        },
      },
    };
  }
  let tools = toolsOf(database);
  let orders = ordersOf(tools);
  let crashing: Database | null = null;

  const app = express();
  app.use((...request) => routerOf(webhookEndpoints(tools))(...request));
  app.use(errorHandler);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhooks/paddle`;
  if (options.webhooks !== false) {
    const { destinations, apiKey } = paddle.address;
    const reply = await fetch(destinations, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ url: webhook }),
    });
    if (!reply.ok) throw new Error(`the stand-in refused the webhook: ${reply.status}`);
  }

  return {
    db,
    limit: openLimits(database.pool),
    get tools() {
      return tools;
    },
    get orders() {
      return orders;
    },
    salesGate: salesGateOf(db),
    circuits,
    outbox: outboxOf(db),
    publicUrl,
    supportEmail,
    payments,
    paddle,
    webhook,
    /** With `dies`, the new process's statements fail, see `crashingDatabase.ts`. */
    async restart(dies?: () => boolean) {
      const before = crashing;
      crashing = dies ? crashingDatabase(database.url, dies) : null;
      tools = toolsOf(crashing ?? database);
      orders = ordersOf(tools);
      await before?.close();
    },
    async buyer(more: Partial<typeof users.$inferInsert> = {}) {
      const name = randomUUID();
      const [user] = await db
        .insert(users)
        .values({ email: `${name}@example.com`, username: name, ...more })
        .returning();
      if (!user) throw new Error('no user was created');
      return user;
    },
    async code(more: Partial<typeof discountCodes.$inferInsert> = {}) {
      const code = `CODE-${randomUUID().slice(0, 8)}`;
      const [row] = await db
        .insert(discountCodes)
        .values({ code, discountPercent: 50, ...more })
        .returning();
      if (!row) throw new Error('no code was created');
      return row;
    },
    async usedCount(codeId: number) {
      const [row] = await db.select().from(discountCodes).where(eq(discountCodes.id, codeId));
      return row?.usedCount;
    },
    async find(publicId: string) {
      const [order] = await db.select().from(orderTable).where(eq(orderTable.publicId, publicId));
      if (!order) throw new Error(`there is no order ${publicId}`);
      const made = await db
        .select()
        .from(podcasts)
        .where(eq(podcasts.id, order.podcastId ?? 0));
      const { rows: jobs } = await db.execute(
        sql`select * from jobs where podcast_id = ${order.podcastId ?? 0}`,
      );
      return { ...order, podcasts: made, jobs: jobs.length };
    },
    async count(table: 'orders' | 'podcasts' | 'jobs' | 'payment_events' | 'discount_code_usages') {
      const { rows } = await db.execute<{ n: number }>(
        sql`select count(*)::int as n from ${sql.identifier(table)}`,
      );
      return rows[0]?.n;
    },
    async makeOverdue(publicId: string) {
      await db
        .update(orderTable)
        .set({ expiresAt: sql`now() - interval '1 second'` })
        .where(eq(orderTable.publicId, publicId));
    },
    /** Earlier tests' open orders: reconciliation handles only a few per run, at random. */
    async endOthers() {
      await db
        .update(orderTable)
        .set({ status: 'expired', expiresAt: sql`now() - interval '2 days'` })
        .where(inArray(orderTable.status, ['open', 'expired']));
    },
    async press(act: 'pay' | 'decline', transactionId: string, switches = '') {
      const url = `${paddle.url}/demo/transactions/${transactionId}/${act}${switches}`;
      const reply = await fetch(url, { method: 'POST' });
      if (!reply.ok) throw new Error(`${act}: ${reply.status} ${await reply.text()}`);
    },
    /** Starts a `refund` or `chargeback` from outside; with `?part=1` a partial one. */
    async adjust(transactionId: string, what: string): Promise<string> {
      const reply = await fetch(`${paddle.url}/demo/transactions/${transactionId}/${what}`, {
        method: 'POST',
      });
      if (!reply.ok) throw new Error(`${what}: ${reply.status} ${await reply.text()}`);
      return ((await reply.json()) as { adjustment: { id: string } }).adjustment.id;
    },
    async decide(adjustmentId: string, how: 'approve' | 'reject' | 'reverse') {
      const url = `${paddle.url}/demo/adjustments/${adjustmentId}/${how}`;
      const reply = await fetch(url, { method: 'POST' });
      if (!reply.ok) throw new Error(`${how}: ${reply.status} ${await reply.text()}`);
    },
    async close() {
      circuits.close();
      await paddle.close();
      server.close();
      server.closeAllConnections();
      await crashing?.close();
      await database.close();
    },
  };
}

/** All that can be done with an order, as by one process. */
const ordersOf = (tools: OrderTools) => ({
  ...openOrders(tools),
  quote: async (...[buyer, request]: Rest<typeof priceFor>) =>
    (await priceFor(tools, buyer, request)).quote,
  place: (...given: Rest<typeof placeOrder>) =>
    (tools.minutes ? orderFree : placeOrder)(tools, ...given),
  checkout: (...given: Rest<typeof checkout>) => checkout(tools, ...given),
  receipt: (...given: Rest<typeof findReceipt>) => findReceipt(tools, ...given),
  invoice: (...given: Rest<typeof findInvoice>) => findInvoice(tools, ...given),
  receiveEvent: (...given: Rest<typeof receiveEvent>) => receiveEvent(tools, ...given),
  reconcile: () => reconcile(tools),
  find: (...given: Rest<typeof findOrder>) => findOrder(tools, ...given),
  list: (...given: Rest<typeof listOrders>) => listOrders(tools, ...given),
  changeEmail: (...given: Rest<typeof changeEmail>) => changeEmail(tools, ...given),
});

type Rest<Fn extends (tools: OrderTools, ...given: never) => unknown> =
  Parameters<Fn> extends [unknown, ...infer Given] ? Given : never;
