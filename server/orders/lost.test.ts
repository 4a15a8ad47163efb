import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orders, paymentEvents, podcasts } from '../base/db/tables.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestApp, type TestApp } from '../testing/testApp.ts';

/* The whole product with its periodic jobs, while Paddle's webhooks misbehave. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const openOrder = async () => (await app.buyer()).order({ duration: 15 });

/** Speech hangs, so that these tests cover payment only. */
const misbehave = (paddle: object) => app.setFaults({ elevenlabs: { latency: 600_000 }, paddle });

async function addresses() {
  const reply = await fetch(`${app.url}/standins/addresses`);
  return (await reply.json()) as {
    paddle: { baseUrl: string; destinations: string; apiKey: string };
  };
}

/** Counts how often Paddle sends each event. It refuses them all; the product receives them as well. */
async function countDeliveries() {
  const deliveries = new Map<string, number>();
  const server = createServer(async (req, res) => {
    const { event_id: id } = (await json(req)) as { event_id: string };
    deliveries.set(id, (deliveries.get(id) ?? 0) + 1);
    res.writeHead(500).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { paddle } = await addresses();
  const { port } = server.address() as AddressInfo;
  await fetch(paddle.destinations, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${paddle.apiKey}` },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/` }),
  });
  return {
    timesOf: (eventId: string) => deliveries.get(eventId) ?? 0,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const statusOf = async ({ find }: Awaited<ReturnType<typeof openOrder>>) => (await find()).status;

async function madeOf(transactionId: string) {
  const made = await app.db
    .select({ id: podcasts.id })
    .from(podcasts)
    .where(eq(podcasts.paddleTransactionId, transactionId));
  const { rows: jobs } = await app.db.execute(
    sql`select id from pgboss.job where name = 'produce' and data->>'podcastId' = ${String(made[0]?.id)}`,
  );
  return { podcasts: made.length, jobs: jobs.length };
}
const eventsOf = (transactionId: string) =>
  app.db
    .select()
    .from(paymentEvents)
    .where(sql`${paymentEvents.payload}->'data'->>'id' = ${transactionId}`);

describe('dropped webhooks', () => {
  it('a payment whose webhooks are all dropped is fulfilled once, by reconciliation', async () => {
    const order = await openOrder();
    await misbehave({ drop: 1 });
    await order.pay();
    await eventually('the order to be paid', async () => (await statusOf(order)) === 'paid', 60);
    expect(await madeOf(order.transactionId)).toEqual({ podcasts: 1, jobs: 1 });
    const events = await eventsOf(order.transactionId);
    expect(events.map(({ type }) => type)).not.toContain('transaction.completed');
  }, 90_000);

  it('a refund started at Paddle is found although its webhooks are dropped', async () => {
    const order = await openOrder();
    await misbehave({ drop: 1 });
    await order.pay();
    await eventually('the order to be paid', async () => (await statusOf(order)) === 'paid', 60);
    const { paddle } = await addresses();
    const reply = await fetch(`${paddle.baseUrl}/adjustments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${paddle.apiKey}` },
      body: JSON.stringify({
        action: 'refund',
        type: 'full',
        transaction_id: order.transactionId,
        reason: 'asked for by telephone',
      }),
    });
    expect(reply.status).toBe(201);
    await eventually('the refund', async () => (await statusOf(order)) === 'refunded', 90);
  }, 180_000);
});

it('payments whose webhooks arrive late, shuffled and five times each are fulfilled once each', async () => {
  const paddle = await countDeliveries();
  await misbehave({ duplicate: 5, reorder: true, delay: 300 });
  const sales = [await openOrder(), await openOrder(), await openOrder()];
  await Promise.all(sales.map((sale) => sale.pay()));
  for (const sale of sales) {
    await eventually('the events to be handled', async () => {
      const events = await eventsOf(sale.transactionId);
      return events.length === 4 && events.every(({ handledAt }) => handledAt !== null);
    });
  }
  for (const { transactionId } of sales) {
    for (const { eventId } of await eventsOf(transactionId)) {
      await eventually('all five to be sent', async () => paddle.timesOf(eventId) >= 5);
    }
  }
  paddle.close();
  for (const { id, transactionId } of sales) {
    const [row] = await app.db.select().from(orders).where(eq(orders.publicId, id));
    expect(row).toMatchObject({ status: 'paid', flag: null });
    expect(await madeOf(transactionId)).toEqual({ podcasts: 1, jobs: 1 });
    const outcomes = (await eventsOf(transactionId)).map(({ outcome }) => outcome).sort();
    // Reconciliation may have run before both payment events.
    expect(outcomes.slice(0, 2)).toEqual(['not paid', 'not paid']);
    expect(outcomes[2]).toMatch(/^settled( before)?$/);
    expect(outcomes[3]).toBe('settled before');
  }
  const charges = (await app.purchases()).filter(({ kind }) => kind === 'charge');
  expect(new Set(charges.map((one) => 'orderId' in one && one.orderId)).size).toBe(charges.length);
}, 90_000);
