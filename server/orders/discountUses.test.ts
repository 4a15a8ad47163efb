import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OrderRequest } from '#shared/order.ts';
import { raiseFlag } from '../base/db/flags.ts';
import { discountCodeUsages, emails, orders as orderTable } from '../base/db/tables.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';
import { sendEvent, transactionEvent } from '../testing/paddleEvents.ts';

/* A code with one use buys one episode, whatever is opened, waited for or paid late. */

let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness({ webhooks: false });
});
afterEach(async () => {
  harness.paddle.faults.write({});
  // Later tests ask Paddle about their own.
  await harness.db.update(orderTable).set({ expiresAt: sql`now() - interval '2 days'` });
});
afterAll(() => harness.close());

type Buyer = Awaited<ReturnType<OrdersHarness['buyer']>>;
type Code = Awaited<ReturnType<OrdersHarness['code']>>;

/** 15 minutes: $5.99, and $1.20 with the code. */
const onlyOne = () => harness.code({ discountPercent: 80, maxUses: 1 });

async function open(buyer: Buyer, { code }: Code, more: Partial<OrderRequest> = {}) {
  const orderRequest = { ...episode, discountCode: code, ...more };
  const { order } = await harness.orders.place(buyer, orderRequest);
  const reply = await harness.orders.checkout(buyer, order.id);
  if (!('transactionId' in reply)) throw new Error('there was nothing to pay');
  return { id: order.id, transactionId: reply.transactionId };
}
type Opened = Awaited<ReturnType<typeof open>>;

const pay = async ({ transactionId }: Opened, switches = '') => {
  await harness.press('pay', transactionId, switches);
  await harness.orders.reconcile();
};
const expire = async ({ id }: Opened) => {
  await harness.makeOverdue(id);
  await harness.orders.reconcile();
};
const priceAtPaddle = async ({ transactionId }: Opened) =>
  (await harness.payments.find(transactionId))?.items[0]?.unitPrice;
const spent = ({ id }: Code) =>
  harness.db.$count(discountCodeUsages, eq(discountCodeUsages.codeId, id));

describe('one use of a code', () => {
  it('of four checkouts that one buyer opens and pays, one is at the reduced price', async () => {
    const [buyer, code] = [await harness.buyer(), await onlyOne()];
    const opened: Opened[] = [];
    for (let n = 0; n < 4; n++) opened.push(await open(buyer, code, { topic: `Topic ${n}` }));
    expect(await Promise.all(opened.map(priceAtPaddle))).toEqual([599, 599, 599, 120]);
    for (const one of opened) await pay(one);
    const paid = await Promise.all(opened.map(({ id }) => harness.find(id)));
    expect(paid.map(({ status, total, flag }) => [status, total, flag])).toEqual([
      ['paid', 599, null],
      ['paid', 599, null],
      ['paid', 599, null],
      ['paid', 120, null],
    ]);
    expect([await harness.usedCount(code.id), await spent(code)]).toEqual([1, 1]);
  });

  it('a use whose hour is over goes to the next buyer, and the late payer pays the list price', async () => {
    const code = await onlyOne();
    const first = await open(await harness.buyer(), code);
    await expire(first);
    const second = await open(await harness.buyer(), code);
    await pay(second);
    await pay(first);
    expect(await harness.find(second.id)).toMatchObject({ status: 'paid', total: 120 });
    expect(await harness.find(first.id)).toMatchObject({ status: 'paid', total: 599, flag: null });
    expect([await harness.usedCount(code.id), await spent(code)]).toEqual([1, 1]);
  });

  it('a use is not given back while Paddle refuses or cannot be asked to raise the price', async () => {
    const [code, other] = [await onlyOne(), await harness.buyer()];
    const opened = await open(await harness.buyer(), code);
    await harness.makeOverdue(opened.id);
    harness.paddle.faults.write({ paddle: { errorRate: 1, status: 503 } });
    await harness.orders.reconcile();
    expect(await harness.find(opened.id)).toMatchObject({ status: 'open', discountReserved: true });
    await expect(open(other, code)).rejects.toMatchObject({ code: 'discount_refused' });
    harness.paddle.faults.write({});
    await harness.orders.reconcile();
    expect(await harness.find(opened.id)).toMatchObject({ status: 'expired', total: 599 });
    expect(await priceAtPaddle(opened)).toBe(599);
    await open(other, code);
  });

  it('a payment at the old price that arrives after the release is refunded, and the buyer is emailed', async () => {
    const code = await onlyOne();
    const opened = await open(await harness.buyer(), code);
    await expire(opened);
    await pay(opened, '?price=120');
    const order = await harness.find(opened.id);
    expect(order).toMatchObject({ total: 120, refundReason: 'discount', jobs: 0, podcastId: null });
    expect(['refund_pending', 'refunded']).toContain(order.status);
    const [refund] = await harness.payments
      .recentAdjustments()
      .then((all) => all.filter(({ transactionId }) => transactionId === opened.transactionId));
    expect(refund).toMatchObject({ action: 'refund', type: 'full' });
    const sent = await harness.db
      .select()
      .from(emails)
      .where(eq(emails.about, `order:${order.id}`));
    expect(sent).toMatchObject([{ kind: 'refund-asked' }]);
    expect(sent[0]?.content?.text).toContain('its discount had ended');
    expect([await harness.usedCount(code.id), await spent(code)]).toEqual([0, 0]);
  });

  it('a payment that comes twice after the release is paid back once', async () => {
    const code = await onlyOne();
    const opened = await open(await harness.buyer(), code);
    await expire(opened);
    await harness.press('pay', opened.transactionId, '?price=120');
    const events = [1, 2, 3].map(() => transactionEvent({ ...opened, cents: 120 }, 'completed'));
    const { webhookSecret } = harness.paddle.address;
    await Promise.all(events.map((event) => sendEvent(harness.webhook, webhookSecret, event)));
    await Promise.all([harness.orders.reconcile(), harness.orders.reconcile()]);
    const order = await harness.find(opened.id);
    expect(order).toMatchObject({ total: 120, jobs: 0 });
    const about = eq(emails.about, `order:${order.id}`);
    expect(await harness.db.$count(emails, about)).toBe(1);
  });
});

describe('a death between Paddle’s new price and our row', () => {
  /** Paddle has raised the price of an order that we still hold for open and reduced. */
  async function halfClosed(code: Code) {
    const buyer = await harness.buyer();
    const opened = await open(buyer, code);
    const charge = { orderId: opened.id, description: 'AI podcast, 15 min', total: 599 };
    await harness.payments.reprice(opened.transactionId, charge);
    return { buyer, ...opened };
  }

  it('the list price that is paid then buys the episode and gives the use back', async () => {
    const code = await onlyOne();
    const opened = await halfClosed(code);
    await pay(opened);
    expect(await harness.find(opened.id)).toMatchObject({
      status: 'paid',
      total: 599,
      discountAmount: 0,
      flag: null,
      jobs: 1,
    });
    expect([await harness.usedCount(code.id), await spent(code)]).toEqual([0, 0]);
  });

  it('a returning buyer is asked to order again, and can use the same code', async () => {
    const code = await onlyOne();
    const { buyer, id } = await halfClosed(code);
    await expect(harness.orders.checkout(buyer, id)).rejects.toMatchObject({ code: 'expired' });
    expect(await harness.find(id)).toMatchObject({ status: 'expired', total: 599 });
    await pay(await open(buyer, code));
    expect([await harness.usedCount(code.id), await spent(code)]).toEqual([1, 1]);
  });

  it('the next run of reconciliation ends the order and gives the use back once', async () => {
    const code = await onlyOne();
    const opened = await halfClosed(code);
    await harness.makeOverdue(opened.id);
    await Promise.all([harness.orders.reconcile(), harness.orders.reconcile()]);
    expect(await harness.find(opened.id)).toMatchObject({ status: 'expired', total: 599 });
    expect(await harness.usedCount(code.id)).toBe(0);
  });
});

describe('a flagged order', () => {
  it('a flagged order that nobody paid ends with its hour and gives its use back', async () => {
    const code = await onlyOne();
    const opened = await open(await harness.buyer(), code);
    await raiseFlag(harness.db, (await harness.find(opened.id)).id, 'somebody must look');
    await expire(opened);
    expect(await harness.find(opened.id)).toMatchObject({
      status: 'expired',
      discountReserved: false,
      flag: 'somebody must look',
    });
    expect(await priceAtPaddle(opened)).toBe(599);
    await open(await harness.buyer(), code);
  });

  it('a payment that can buy nothing does not keep the use of its code', async () => {
    const code = await onlyOne();
    const opened = await open(await harness.buyer(), code);
    await harness.press('pay', opened.transactionId, '?price=70');
    await expire(opened);
    expect(await harness.find(opened.id)).toMatchObject({
      status: 'expired',
      discountReserved: false,
      flag: expect.stringContaining('priced 70'),
      jobs: 0,
    });
    expect(await harness.usedCount(code.id)).toBe(0);
  });
});

it('an order of before this rule, expired at its reduced price, is paid back and not made', async () => {
  const code = await onlyOne();
  const opened = await open(await harness.buyer(), code);
  await harness.db
    .update(orderTable)
    .set({ status: 'expired', discountReserved: false })
    .where(eq(orderTable.publicId, opened.id));
  await pay(opened);
  expect(await harness.find(opened.id)).toMatchObject({ refundReason: 'discount', jobs: 0 });
});
