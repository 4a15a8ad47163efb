import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderList, orderReply } from '#shared/admin.ts';
import { raiseFlag } from '../../base/db/flags.ts';
import { audit, emails, orders, podcasts } from '../../base/db/tables.ts';
import { type AdminApp, openAdminApp } from '../../testing/adminApp.ts';
import { eventually } from '../../testing/eventually.ts';
import { adjustmentEvent, transactionEvent } from '../../testing/paddleEvents.ts';

let app: AdminApp;
beforeAll(async () => {
  app = await openAdminApp();
});
afterEach(() => app.setFaults({}));
afterAll(() => app.close());

const path = '/api/admin/orders';
const list = async (query: object) =>
  orderList.parse((await app.admin.get(path).query(query).expect(200)).body).orders;
const idsOf = async (query: object) => (await list(query)).map(({ id }) => id);
const act = (id: string, name: string, body?: object) => {
  const request = app.admin.post(`${path}/${id}/${name}`);
  return body ? request.send(body) : request;
};
const auditOf = (id: string) =>
  app.db
    .select()
    .from(audit)
    .where(eq(audit.target, `order:${id}`));
const actionsOf = async (id: string) => (await auditOf(id)).map(({ action }) => action);

/** A paid order, settled by a recheck because no webhook arrives here. */
async function paidSale() {
  const sale = await app.sale();
  await act(sale.id, 'recheck').expect(200);
  return sale;
}
const refunded = (id: string) =>
  eventually('the refund is approved', async () => {
    await act(id, 'recheck').expect(200);
    return (await app.find(id)).status === 'refunded';
  });

describe('order list', () => {
  it('the order list is searched by email, account, id, transaction and code, in any case', async () => {
    const code = await app.code('Search-Me', 10);
    const { id, transactionId, email } = await app.sale({
      discountCode: code,
      email: 'Delivery@Example.com',
      pay: false,
    });
    await app.sale({ pay: false });
    for (const q of ['delivery@example.COM', email, id, transactionId, 'SEARCH-me', ` ${id} `]) {
      expect([q, await idsOf({ q })]).toEqual([q, [id]]);
    }
    expect(await idsOf({ q: 'nobody%' })).toEqual([]);
    expect(await list({ q: id })).toMatchObject([
      { account: email, email: 'Delivery@Example.com', discountCode: 'Search-Me', flags: [] },
    ]);
  });

  it('the order list filters by the status shown and by flag', async () => {
    const open = await app.sale({ pay: false });
    const overdue = await app.sale({ pay: false });
    const flagged = await app.sale({ pay: false });
    await app.db
      .update(orders)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(orders.publicId, overdue.id));
    await app.db
      .update(orders)
      .set({ flags: [{ reason: 'look at me', at: '2026-03-04T05:06:07.000Z' }] })
      .where(eq(orders.publicId, flagged.id));
    const opens = await idsOf({ status: 'open' });
    expect(opens).toContain(open.id);
    expect(opens).not.toContain(overdue.id);
    expect(await idsOf({ status: 'expired' })).toEqual([overdue.id]);
    expect(await idsOf({ flagged: '1' })).toEqual([flagged.id]);
    expect(await idsOf({ flagged: '1', status: 'paid' })).toEqual([]);
    await app.admin.get(`${path}?status=stolen`).expect(400);
  });

  it('the order list comes page by page without gaps or repeats', async () => {
    const all = await idsOf({ limit: 100 });
    const { body } = await app.admin.get(path).query({ limit: 2 });
    const rest = await idsOf({ limit: 100, cursor: body.nextCursor });
    expect([...body.orders.map(({ id }: { id: string }) => id), ...rest]).toEqual(all);
  });
});

it('an order is shown with its episode, emails and payment events, but not their contents', async () => {
  const { id, transactionId, email } = await paidSale();
  const { podcastId } = await app.find(id);
  await app.db.execute(sql`
      insert into payment_events (event_id, type, occurred_at, payload, outcome) values
        ('evt_one', 'transaction.completed', now(), ${JSON.stringify({ data: { id: transactionId, customer: 'Ann' } })}, 'settled'),
        ('evt_two', 'adjustment.created', now(), ${JSON.stringify({ data: { id: 'adj_1', transaction_id: transactionId } })}, null),
        ('evt_other', 'transaction.completed', now(), '{"data":{"id":"txn_other"}}', null)`);
  await app.db.insert(emails).values({
    about: `podcast:${podcastId}`,
    kind: 'ready',
    recipient: email,
    messageId: 'm1',
    content: { subject: 's', text: 'secret link', html: '' },
  });
  const { body } = await app.admin.get(`${path}/${id}`).expect(200);
  const { order } = orderReply.parse(body);
  expect(order).toMatchObject({
    id,
    status: 'paid',
    total: 599,
    account: email,
    paidAt: expect.any(String),
    episode: { status: 'processing', stage: 'queued', email },
    emails: [{ kind: 'ready', recipient: email, sentAt: null }],
  });
  expect(order.paymentEvents.map((event) => event.id).sort()).toEqual(['evt_one', 'evt_two']);
  // Neither the emails' text nor Paddle's payloads are included.
  expect(JSON.stringify(body)).not.toMatch(/secret link|Ann/);
});

describe('recheck', () => {
  it('a recheck settles a payment whose webhook never came and adds an audit entry', async () => {
    const { id } = await app.sale();
    expect((await app.find(id)).status).toBe('open');
    const { body } = await act(id, 'recheck').expect(200);
    expect(orderReply.parse(body).order).toMatchObject({
      status: 'paid',
      episode: { status: 'processing' },
    });
    expect(await auditOf(id)).toMatchObject([
      { action: 'order checked with Paddle', detail: { status: 'open' } },
    ]);
  });

  it('ten concurrent rechecks make one episode', async () => {
    const { id, transactionId } = await app.sale();
    await Promise.all(Array.from({ length: 10 }, () => act(id, 'recheck').expect(200)));
    const made = await app.db
      .select()
      .from(podcasts)
      .where(eq(podcasts.paddleTransactionId, transactionId));
    expect(made).toHaveLength(1);
  });

  it('a recheck expires an overdue order', async () => {
    const { id } = await app.sale({ pay: false });
    await app.db
      .update(orders)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(orders.publicId, id));
    await act(id, 'recheck').expect(200);
    expect((await app.find(id)).status).toBe('expired');
  });

  it('a recheck reports an order that Paddle does not know, an outage and an unknown order', async () => {
    const { visitor } = await app.buyer();
    const unasked = await app.place(visitor);
    const { body } = await act(unasked, 'recheck').expect(409);
    expect(body.message).toBe('Paddle hasn’t been asked to take this payment');
    const { id } = await app.sale();
    await app.setFaults({ paddle: { errorRate: 1, status: 503 } });
    await act(id, 'recheck').expect(503);
    await app.setFaults({});
    await act('nobody', 'recheck').expect(404);
  });
});

describe('manual refund', () => {
  it('ten concurrent manual refunds return the money once', async () => {
    const { id, transactionId, email } = await paidSale();
    const clicks = await Promise.all(
      Array.from({ length: 10 }, () => act(id, 'refund', { reason: 'Wrong topic' })),
    );
    const statuses = clicks.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
    for (const { body } of clicks.filter(({ status }) => status === 409)) {
      expect(body.message).toMatch(
        /^\$5\.99 (is already on its way back|has already been refunded)$/,
      );
    }
    await refunded(id);
    expect(await app.refundsOf(transactionId)).toMatchObject([{ cents: 599, orderId: id }]);
    const again = await act(id, 'refund').expect(409);
    expect(again.body.message).toBe('$5.99 has already been refunded');
    expect(await app.refundsOf(transactionId)).toHaveLength(1);
    const acts = (await auditOf(id)).filter(({ action }) => action === 'order refunded');
    expect(acts).toMatchObject([{ detail: { cents: 599, email, reason: 'Wrong topic' } }]);
  });

  it('a manual refund made while Paddle is down is requested again later', async () => {
    const { id, transactionId } = await paidSale();
    await app.setFaults({ paddle: { errorRate: 1, status: 503 } });
    const { body } = await act(id, 'refund').expect(200);
    expect(orderReply.parse(body).order).toMatchObject({
      status: 'refund_pending',
      refundId: null,
    });
    expect(await app.refundsOf(transactionId)).toEqual([]);
    await app.setFaults({});
    await refunded(id);
    expect(await app.refundsOf(transactionId)).toHaveLength(1);
  });

  it('a manual refund keeps the episode for its owner but ends its share links and demo status', async () => {
    const { id, visitor } = await paidSale();
    const { podcastId } = await app.find(id);
    const [before] = await app.db
      .update(podcasts)
      .set({ status: 'completed', isSample: true, audioKey: 'k', audioBytes: 1 })
      .where(eq(podcasts.id, podcastId ?? 0))
      .returning();
    await act(id, 'refund').expect(200);
    await app.visitor().get(`/api/listen/${before?.shareToken}`).expect(404);
    const { body } = await visitor.get(`/api/podcasts/${before?.publicId}`).expect(200);
    expect(body.podcast).toMatchObject({ status: 'completed' });
    const [after] = await app.db
      .select()
      .from(podcasts)
      .where(eq(podcasts.id, podcastId ?? 0));
    expect(after?.isSample).toBe(false);
  });

  it('a manual refund of an unpaid or free order is refused and leaves no audit entry', async () => {
    const open = await app.sale({ pay: false });
    const free = await app.code('ALL-OF-IT', 100);
    const { visitor } = await app.buyer();
    const gift = await app.place(visitor, { discountCode: free });
    await visitor.post(`/api/orders/${gift}/checkout`).expect(200, { paid: true });
    const one = await act(open.id, 'refund').expect(409);
    expect(one.body.message).toMatch(/^As far as we know, nobody has paid for this order/);
    const other = await act(gift, 'refund').expect(409);
    expect(other.body.message).toMatch(/^Nothing was paid for this order/);
    await act('nobody', 'refund').expect(404);
    expect([await auditOf(open.id), await auditOf(gift)]).toEqual([[], []]);
    expect((await app.find(gift)).status).toBe('paid');
  });

  it('a manual refund returns what was paid, whatever amount the request names', async () => {
    const { id, transactionId } = await paidSale();
    await act(id, 'refund', { cents: 99_999, total: 1, transactionId: 'txn_x' }).expect(200);
    await refunded(id);
    expect(await app.refundsOf(transactionId)).toMatchObject([{ cents: 599 }]);
    await act(id, 'refund', { reason: 'x'.repeat(201) }).expect(400);
  });
});

describe('payment that pays for nothing', () => {
  const detail = async (id: string) =>
    orderReply.parse((await app.admin.get(`${path}/${id}`).expect(200)).body).order;
  const stateOf = async (id: string) => (await detail(id)).unmatchedPayments[0]?.state;
  const goneBack = (id: string) =>
    eventually('the payment is back', async () => {
      await act(id, 'recheck').expect(200);
      return (await stateOf(id)) === 'given back';
    });

  it('a payment at another price is shown and goes back by one key, once', async () => {
    const { id, transactionId } = await app.sale();
    await app.db.update(orders).set({ total: 70 }).where(eq(orders.publicId, id));
    await act(id, 'recheck').expect(200);
    expect(await detail(id)).toMatchObject({
      status: 'open',
      flags: [{ reason: 'priced 599 instead of 70' }],
      unmatchedPayments: [{ transactionId, cents: 599, currency: 'USD', state: 'kept' }],
    });
    const unnamed = await act(id, 'refund').expect(409);
    expect(unnamed.body.message).toContain(`Transaction ${transactionId} was paid`);
    const clicks = await Promise.all(
      [1, 2, 3].map(() => act(id, 'refund', { payment: transactionId, reason: 'Too much' })),
    );
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await goneBack(id);
    expect(await app.refundsOf(transactionId)).toMatchObject([{ cents: 599 }]);
    // The order is over, and what Paddle says of its payment pays for nothing any more.
    await app.db.update(orders).set({ total: 599 }).where(eq(orders.publicId, id));
    await act(id, 'recheck').expect(200);
    expect(await app.find(id)).toMatchObject({ status: 'expired', podcastId: null });
    const again = await act(id, 'refund', { payment: transactionId }).expect(409);
    expect(again.body.message).toBe('This payment has already been refunded');
    expect(await auditOf(id)).toContainEqual(
      expect.objectContaining({
        action: 'unmatched payment refunded',
        detail: expect.objectContaining({ payment: transactionId, cents: 599 }),
      }),
    );
  });

  it('a second payment by another transaction goes back and leaves the order paid', async () => {
    const { id } = await paidSale();
    const transactionId = await app.foreignSale(id, 399);
    await app.notify(transactionEvent({ id, transactionId, cents: 399 }, 'completed'));
    await eventually('the payment is kept', async () => (await stateOf(id)) === 'kept');
    await act(id, 'refund', { payment: transactionId }).expect(200);
    await goneBack(id);
    expect(await app.refundsOf(transactionId)).toMatchObject([{ cents: 399 }]);
    expect(await app.find(id)).toMatchObject({ status: 'paid', refundId: null });
    await act(id, 'refund', { payment: 'txn_unknown' }).expect(404);
  });

  it('a payment that pays for nothing and is charged back does not go back a second time', async () => {
    const { id, transactionId } = await app.sale();
    await app.db.update(orders).set({ total: 70 }).where(eq(orders.publicId, id));
    await act(id, 'recheck').expect(200);
    await app.notify(adjustmentEvent({ transactionId }, 'chargeback', 'approved', 1));
    await eventually('the chargeback', async () => (await stateOf(id)) === 'charged back');
    const { body } = await act(id, 'refund', { payment: transactionId }).expect(409);
    expect(body.message).toContain('bank has already taken this payment back');
  });
});

it('an order shows every reason to look at it with its time, and clearing keeps them in the audit', async () => {
  const { id } = await app.sale({ pay: false });
  const { id: row } = await app.find(id);
  for (const reason of ['two items', 'a letter bounced', 'two items']) {
    await raiseFlag(app.db, row, reason);
  }
  const { body } = await app.admin.get(`${path}/${id}`).expect(200);
  const { flags } = orderReply.parse(body).order;
  expect(flags.map(({ reason }) => reason)).toEqual(['two items', 'a letter bounced']);
  for (const { at } of flags) expect(Date.now() - Date.parse(at)).toBeLessThan(60_000);
  const replies = await Promise.all([1, 2, 3].map(() => act(id, 'clear-flag').expect(200)));
  for (const { body } of replies) expect(body.order.flags).toEqual([]);
  expect(await actionsOf(id)).toEqual(['order flag cleared']);
  expect(await auditOf(id)).toMatchObject([{ detail: { flags } }]);
  // What is said again afterwards is to be looked at again.
  await raiseFlag(app.db, row, 'two items');
  expect(await app.find(id)).toMatchObject({ flag: 'two items' });
  await act('nobody', 'clear-flag').expect(404);
});
