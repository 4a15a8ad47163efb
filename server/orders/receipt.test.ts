import { eq } from 'drizzle-orm';
import express from 'express';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OrderRequest, receipt } from '#shared/order.ts';
import { podcasts } from '../base/db/tables.ts';
import type { User } from '../base/db/user.ts';
import { routerOf } from '../base/http/endpoint.ts';
import { errorHandler } from '../base/http/errors.ts';
import { anAttachedSource } from '../testing/builders.ts';
import { eventually } from '../testing/eventually.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';
import { adjustmentEvent, sendEvent, transactionEvent } from '../testing/paddleEvents.ts';
import { orderEndpoints, saleEndpoints } from './routes.ts';

// Paddle's stand-in sends no webhooks here: each test decides which events arrive.
let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness({ webhooks: false });
});
afterEach(() => harness.paddle.faults.write({}));
afterAll(() => harness.close());

function visitor(user: User | null) {
  const app = express();
  app.use(express.json(), (req, _res, next) => {
    if (user) req.user = user;
    next();
  });
  const tools = { ...harness.tools, limit: harness.limit };
  app.use(routerOf([...orderEndpoints(tools), ...saleEndpoints(tools)]));
  app.use(errorHandler);
  return supertest(app);
}

/** An order whose checkout is open. */
async function placed(request: Partial<OrderRequest> = {}, owner: User | null = null) {
  const isRegular = Boolean(request.useBonus);
  const buyer = owner ?? (await harness.buyer({ hasMadeFirstPurchase: isRegular }));
  const { order } = await harness.orders.place(buyer, { ...episode, ...request });
  const reply = await harness.orders.checkout(buyer, order.id);
  const transactionId = 'transactionId' in reply ? reply.transactionId : '';
  const sale = { id: order.id, transactionId, cents: order.total };
  return { ...sale, sale, buyer: visitor(buyer) };
}
type Placed = Awaited<ReturnType<typeof placed>>;

async function handleEvents(event: ReturnType<typeof transactionEvent>): Promise<void> {
  const { webhookSecret } = harness.paddle.address;
  expect((await sendEvent(harness.webhook, webhookSecret, event)).status).toBe(200);
}

/** An order that was paid, at Paddle and here. */
async function bought(
  request: Partial<OrderRequest> = {},
  owner: User | null = null,
): Promise<Placed> {
  const order = await placed(request, owner);
  if (!order.transactionId) return order;
  await harness.press('pay', order.transactionId);
  await handleEvents(transactionEvent(order.sale, 'completed'));
  await eventually('the order is paid', async () => (await harness.find(order.id)).paidAt);
  return order;
}

async function change({ id }: Placed, patch: Partial<typeof podcasts.$inferInsert>) {
  const { podcastId } = await harness.find(id);
  await harness.db
    .update(podcasts)
    .set(patch)
    .where(eq(podcasts.id, podcastId ?? 0));
}

async function receiptOf({ id, buyer }: Placed) {
  const { body } = await buyer.get(`/api/orders/${id}/receipt`).expect(200);
  return receipt.parse(body.receipt);
}

const invoiceOf = ({ id, buyer }: Placed) => buyer.get(`/api/orders/${id}/invoice`);

describe('receipt', () => {
  it('a receipt states what was bought and paid, and what was delivered once it is measured', async () => {
    const order = await bought();
    const { paidAt, podcasts: made } = await harness.find(order.id);
    const expected = {
      id: order.id,
      publicId: made[0]?.publicId,
      title: episode.topic,
      topic: episode.topic,
      tone: 'Normal',
      style: 'Conversation',
      duration: 15,
      voice1Id: 'voice-1',
      voice1Name: 'Host 1',
      voice2Id: 'voice-2',
      voice2Name: 'Host 2',
      stings: true,
      sources: [],
      onlyTheseSources: false,
      listPrice: 599,
      discountCode: null,
      discountPercent: 0,
      discountAmount: 0,
      total: 599,
      currency: 'USD',
      isBonus: false,
      paidAt: paidAt?.toISOString(),
      episode: 'processing',
      durationSeconds: null,
      status: 'paid',
      refundReason: null,
      refundedAt: null,
      hasInvoice: true,
    };
    expect(await receiptOf(order)).toEqual(expected);

    await change(order, { status: 'completed', title: 'The purr', durationSeconds: 901.44 });
    const delivered = { episode: 'completed', title: 'The purr', durationSeconds: 901.44 };
    expect(await receiptOf(order)).toEqual({ ...expected, ...delivered });
  });

  it('a receipt names what the buyer brought', async () => {
    const owner = await harness.buyer();
    const { id, kind, title } = await anAttachedSource(harness.db, owner);
    const order = await bought({ sources: [id], onlyTheseSources: true }, owner);
    expect(await receiptOf(order)).toMatchObject({
      sources: [{ id, kind, title }],
      onlyTheseSources: true,
    });
  });

  it('a receipt shows the discount code and its amount', async () => {
    const { code } = await harness.code({ discountPercent: 20 });
    expect(await receiptOf(await bought({ discountCode: code }))).toMatchObject({
      listPrice: 599,
      discountCode: code,
      discountAmount: 120,
      total: 479,
      hasInvoice: true,
    });
  });

  it('the receipt of a free episode shows its list price, a total of zero and no invoice', async () => {
    const bonus = await bought({ duration: 10, useBonus: true });
    const free = { listPrice: 399, discountAmount: 399, total: 0, hasInvoice: false };
    expect(await receiptOf(bonus)).toMatchObject({ ...free, isBonus: true, discountCode: null });
    const { code } = await harness.code({ discountPercent: 100 });
    const gift = await bought({ duration: 10, discountCode: code });
    expect(await receiptOf(gift)).toMatchObject({ ...free, isBonus: false, discountCode: code });
  });

  it('a receipt follows a refund from pending to refunded', async () => {
    const order = await bought();
    await change(order, { status: 'failed' });
    await harness.orders.reconcile();
    expect(await receiptOf(order)).toMatchObject({
      status: 'refund_pending',
      refundReason: 'failed',
      refundedAt: null,
      episode: 'failed',
      durationSeconds: null,
    });
    const { refundId } = await harness.find(order.id);
    const approved = adjustmentEvent(order.sale, 'refund', 'approved', 60);
    await handleEvents({ ...approved, data: { ...approved.data, id: refundId } });
    const after = await eventually('the refund is heard of', async () => {
      const found = await receiptOf(order);
      return found.status === 'refunded' && found;
    });
    const { refundedAt } = await harness.find(order.id);
    expect(after).toMatchObject({ refundedAt: refundedAt?.toISOString(), hasInvoice: true });
  });

  it('a receipt shows a chargeback', async () => {
    const order = await bought();
    await handleEvents(adjustmentEvent(order.sale, 'chargeback', 'approved', 60));
    await eventually('the chargeback is heard of', async () => {
      return (await receiptOf(order)).status === 'charged_back';
    });
  });

  it('an open or expired order has no receipt', async () => {
    const order = await placed();
    await order.buyer.get(`/api/orders/${order.id}/receipt`).expect(404);
    await harness.makeOverdue(order.id);
    await harness.orders.reconcile();
    expect((await harness.find(order.id)).status).toBe('expired');
    await order.buyer.get(`/api/orders/${order.id}/receipt`).expect(404);
    const { body } = await invoiceOf(order).expect(404);
    expect(body.message).toMatch(/Nothing was charged/);
  });

  it('only the buyer can open a receipt or an invoice', async () => {
    const { id } = await bought();
    const other = visitor(await harness.buyer());
    for (const paper of ['receipt', 'invoice']) {
      const { body } = await other.get(`/api/orders/${id}/${paper}`).expect(404);
      expect(JSON.stringify(body)).not.toContain(episode.topic);
      await visitor(null).get(`/api/orders/${id}/${paper}`).expect(401);
    }
  });
});

describe('invoice', () => {
  it('an invoice request redirects to Paddle’s document and is never cached', async () => {
    const order = await bought();
    const { headers } = await invoiceOf(order).expect(302);
    expect(headers['cache-control']).toBe('private, no-store');
    const link = String(headers.location);
    expect(new URL(link).origin).toBe(new URL(harness.paddle.url).origin);
    const page = await fetch(link);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(order.transactionId);
  });

  it('an invoice stays available once a refund is under way', async () => {
    const order = await bought();
    await change(order, { status: 'failed' });
    await harness.orders.reconcile();
    await invoiceOf(order).expect(302);
  });

  it('an invoice is 404 until Paddle has completed the payment', async () => {
    const order = await placed();
    await handleEvents(transactionEvent(order.sale, 'paid'));
    await eventually('the order is paid', async () => (await harness.find(order.id)).paidAt);
    const { body } = await invoiceOf(order).expect(404);
    expect(body.message).toMatch(/hasn’t issued this invoice yet/);
  });

  it('a free order has no invoice, and Paddle is not asked for one', async () => {
    const free = await bought({ duration: 10, useBonus: true });
    harness.paddle.faults.write({ paddle: { errorRate: 1, status: 503 } });
    const { body } = await invoiceOf(free).expect(404);
    expect(body.message).toMatch(/Nothing was charged/);
  });

  it('an invoice request is 503 while Paddle is down and works once it is back', async () => {
    const order = await bought();
    harness.paddle.faults.write({ paddle: { errorRate: 1, status: 503 } });
    const { body } = await invoiceOf(order).expect(503);
    expect(body.code).toBe('unavailable');
    harness.paddle.faults.write({});
    await invoiceOf(order).expect(302);
  });

  it('an invoice that cannot be opened shows a page with the reason and a way back', async () => {
    const order = await bought();
    const inTab = (who: ReturnType<typeof visitor>) =>
      who.get(`/api/orders/${order.id}/invoice`).set('Accept', 'text/html,*/*;q=0.8');
    harness.paddle.faults.write({ paddle: { errorRate: 1, status: 503 } });
    const away = await inTab(order.buyer).expect(503);
    expect(away.type).toBe('text/html');
    expect(away.text).toContain('isn’t answering. Please try again');
    expect(away.text).toContain('href="/dashboard"');
    const signedOut = await inTab(visitor(null)).expect(401);
    expect(signedOut.type).toBe('text/html');
  });
});
