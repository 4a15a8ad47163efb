import { createHmac } from 'node:crypto';
import { eq, like, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRequest } from '#shared/order.ts';
import { orders as orderTable, paymentEvents, sources, users } from '../base/db/tables.ts';
import type { User } from '../base/db/user.ts';
import { anAttachedSource, smallModels } from '../testing/builders.ts';
import { eventually } from '../testing/eventually.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';
import { sendEvent, transactionEvent } from '../testing/paddleEvents.ts';

let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness();
});
afterEach(() => harness.paddle.faults.write({}));
afterAll(() => harness.close());

async function openOrder(request: Partial<OrderRequest> = {}, known?: User) {
  const buyer = known ?? (await harness.buyer());
  const { order } = await harness.orders.place(buyer, { ...episode, ...request });
  const reply = await harness.orders.checkout(buyer, order.id);
  if (!('transactionId' in reply)) throw new Error('there was nothing to pay');
  return { buyer, id: order.id, transactionId: reply.transactionId };
}

/** An event of this order's transaction; `change` alters what it says. */
const eventOf = (id: string, transactionId: string, type = 'completed', change: object = {}) =>
  transactionEvent({ id, transactionId }, type, 0, change);

const now = () => Math.floor(Date.now() / 1000);
const send = (event: object, secret = harness.paddle.address.webhookSecret, time = now()) =>
  sendEvent(harness.webhook, secret, event, time);
/** Sends another body than the one that Paddle signed. */
const sendRewritten = (signed: string, sent: string) => {
  const time = now();
  const h1 = createHmac('sha256', harness.paddle.address.webhookSecret)
    .update(`${time}:${signed}`)
    .digest('hex');
  return post(sent, { 'paddle-signature': `ts=${time};h1=${h1}` });
};
const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(harness.webhook, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
const outcomeOf = async (event: { event_id: string }) => {
  const [row] = await harness.db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.eventId, event.event_id));
  return row?.outcome;
};
const settled = (event: { event_id: string }) =>
  eventually('the event to be handled', () => outcomeOf(event), 10);
const becomes = (id: string, status: string) =>
  eventually(
    `the order to be ${status}`,
    async () => (await harness.find(id)).status === status,
    10,
  );

describe('payment', () => {
  it('a payment marks the order paid and creates its episode and its job', async () => {
    const { id: codeId, code } = await harness.code({ discountPercent: 50 });
    const { buyer, id, transactionId } = await openOrder({ discountCode: code });
    await harness.press('pay', transactionId);
    await becomes(id, 'paid');
    const order = await harness.find(id);
    expect(order).toMatchObject({ flag: null, jobs: 1, paidAt: expect.any(Date) });
    expect(order.podcasts).toMatchObject([
      {
        userId: buyer.id,
        topic: episode.topic,
        duration: 15,
        voice1Name: 'Host 1',
        voice2Name: 'Host 2',
        email: episode.email,
        stings: true,
        paddleTransactionId: transactionId,
        amountPaid: 299,
        discountCode: code,
        discountAmount: 300,
        // As it was sold, whatever is sold by now.
        models: smallModels,
        status: 'processing',
      },
    ]);
    expect(await harness.usedCount(codeId)).toBe(1);
    const [account] = await harness.db.select().from(users).where(eq(users.id, buyer.id));
    expect(account?.hasMadeFirstPurchase).toBe(true);
    expect(await harness.orders.find(buyer, id)).toMatchObject({
      status: 'paid',
      podcast: { publicId: order.podcasts[0]?.publicId, status: 'processing', stage: 'queued' },
    });
  });

  it('an order without sounds makes an episode without', async () => {
    const { id, transactionId } = await openOrder({ stings: false });
    await harness.press('pay', transactionId);
    await becomes(id, 'paid');
    expect((await harness.find(id)).podcasts).toMatchObject([{ stings: false }]);
  });

  it('an episode rests on the sources of its order, however it is settled, and even when they are gone', async () => {
    const settledBy: Record<string, (id: string, transactionId: string) => Promise<unknown>> = {
      payment: (_, transactionId) => harness.press('pay', transactionId),
      'payment after expiry': async (id, transactionId) => {
        await harness.makeOverdue(id);
        await harness.orders.reconcile();
        expect((await harness.find(id)).status).toBe('expired');
        await harness.press('pay', transactionId);
      },
      'payment after they are gone': async (_, transactionId) => {
        await harness.db.delete(sources);
        await harness.press('pay', transactionId);
      },
    };
    for (const [how, pay] of Object.entries(settledBy)) {
      const buyer = await harness.buyer();
      const attached = [
        (await anAttachedSource(harness.db, buyer)).id,
        (await anAttachedSource(harness.db, buyer)).id,
      ];
      const rests = { sources: attached, onlyTheseSources: true };
      const { id, transactionId } = await openOrder(rests, buyer);
      await pay(id, transactionId);
      await becomes(id, 'paid');
      const order = await harness.find(id);
      expect([how, order.jobs, order.podcasts]).toMatchObject([how, 1, [rests]]);
    }
  });

  it('a bonus episode rests on the sources of its order', async () => {
    const buyer = await harness.buyer({ hasMadeFirstPurchase: true });
    const rests = {
      sources: [(await anAttachedSource(harness.db, buyer)).id],
      onlyTheseSources: true,
    };
    const bonus = { ...episode, ...rests, duration: 10 as const, useBonus: true };
    const { order } = await harness.orders.place(buyer, bonus);
    expect(await harness.orders.checkout(buyer, order.id)).toEqual({ paid: true });
    expect(await harness.find(order.id)).toMatchObject({ isBonus: true, podcasts: [rests] });
  });

  it('twenty concurrent webhooks of one payment all get 200 and make one episode and one job', async () => {
    const { id, transactionId } = await openOrder();
    const event = eventOf(id, transactionId);
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(event)));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await becomes(id, 'paid');
    const paidToo = Array.from({ length: 20 }, () => send(eventOf(id, transactionId, 'paid')));
    await Promise.all(paidToo);
    const order = await harness.find(id);
    expect(order.jobs).toBe(1);
    expect(await episodesOf(transactionId)).toBe(1);
  });

  it('payment events in any order, each sent twice, end in one paid order with one job', async () => {
    const types = ['created', 'payment_failed', 'paid', 'completed', 'completed'];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(types, { minLength: 5 }), async (shuffled) => {
        const { id, transactionId } = await openOrder();
        const events = shuffled.map((type) => eventOf(id, transactionId, type));
        for (const event of [...events, ...events]) await send(event);
        await Promise.all(events.map(settled));
        expect(await harness.find(id)).toMatchObject({ status: 'paid', flag: null, jobs: 1 });
        expect(await episodesOf(transactionId)).toBe(1);
      }),
      { numRuns: 12 },
    );
  });

  it.each([
    ['the webhook comes before the buyer returns', ['webhook', 'return']],
    ['the buyer returns before the webhook comes', ['return', 'webhook']],
    ['the buyer returns and no webhook comes', ['return']],
    ['the webhook comes and the buyer never returns', ['webhook']],
  ])('an order is paid once with one episode and one job when %s', async (_when, steps) => {
    const { buyer, id, transactionId } = await openOrder();
    // Until Paddle has the money, a buyer who returns still has to pay.
    expect(await harness.orders.checkout(buyer, id)).toEqual({ transactionId });
    harness.paddle.faults.write({ paddle: { drop: 1 } });
    await harness.press('pay', transactionId);
    for (const step of steps) {
      if (step === 'return') {
        expect(await harness.orders.checkout(buyer, id)).toEqual({ paid: true });
      } else {
        const event = eventOf(id, transactionId);
        expect((await send(event)).status).toBe(200);
        await settled(event);
      }
    }
    const order = await harness.find(id);
    expect(order).toMatchObject({ status: 'paid', flag: null, jobs: 1, total: 599 });
    expect(order.podcasts).toMatchObject([{ status: 'processing', amountPaid: 599 }]);
    expect(await episodesOf(transactionId)).toBe(1);
  });

  it('a payment in euros by a business after a declined card is accepted', async () => {
    const { id, transactionId } = await openOrder();
    await harness.press('decline', transactionId);
    await harness.press('pay', transactionId, '?currency=EUR&vat=1');
    await becomes(id, 'paid');
    expect(await harness.find(id)).toMatchObject({ flag: null, jobs: 1 });
  });

  const item = { quantity: 1, price: { unit_price: { amount: '599', currency_code: 'USD' } } };
  it.each([
    [
      'at another price',
      { items: [{ ...item, price: { unit_price: { amount: '70', currency_code: 'USD' } } }] },
    ],
    [
      'in another currency',
      { items: [{ ...item, price: { unit_price: { amount: '599', currency_code: 'JPY' } } }] },
    ],
    ['for a quantity of two', { items: [{ ...item, quantity: 2 }] }],
    ['with a second item', { items: [item, item] }],
    ['without items', { items: [] }],
    ['for another order', { custom_data: { orderId: 'another' } }],
    ['for no order', { custom_data: null }],
    ['with a discount made at Paddle', { discount_id: 'dsc_1' }],
    ['with a discount in the totals', { details: { totals: { discount: '100' } } }],
  ])('a payment %s is flagged for support and makes no episode', async (_what, change) => {
    const { buyer, id, transactionId } = await openOrder();
    const event = eventOf(id, transactionId, 'completed', change);
    expect((await send(event)).status).toBe(200);
    expect(await settled(event)).toMatch(/^flagged: /);
    expect(await harness.find(id)).toMatchObject({
      status: 'open',
      flag: expect.any(String),
      podcastId: null,
      jobs: 0,
    });
    await expect(harness.orders.checkout(buyer, id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('a payment by a transaction other than the order’s own is recorded and does not pay the order', async () => {
    const { id } = await openOrder();
    const event = eventOf(id, 'txn_another');
    await send(event);
    expect(await settled(event)).toContain('txn_another');
    expect(await harness.find(id)).toMatchObject({ status: 'open', jobs: 0 });
  });

  it('a payment event for an unknown order is stored and ignored', async () => {
    const event = eventOf('nobody', 'txn_nobody');
    expect((await send(event)).status).toBe(200);
    expect(await settled(event)).toBe('unknown order');
  });

  it('a payment after expiry is honoured at the list price, with a discount code and without', async () => {
    const { id: codeId, code } = await harness.code({ discountPercent: 10, maxUses: 1 });
    for (const discountCode of [undefined, code]) {
      const { id, transactionId } = await openOrder({ discountCode });
      await harness.makeOverdue(id);
      await harness.orders.reconcile();
      expect((await harness.find(id)).status).toBe('expired');
      await harness.press('pay', transactionId);
      await becomes(id, 'paid');
      const order = await harness.find(id);
      expect(order).toMatchObject({ jobs: 1, total: 599, discountAmount: 0, flag: null });
      expect(order.podcasts).toMatchObject([{ amountPaid: 599, discountAmount: 0 }]);
    }
    expect(await harness.usedCount(codeId)).toBe(0);
  });

  it('a payment after the account was deleted is flagged, makes no episode and goes back by itself', async () => {
    const { id, transactionId } = await openOrder();
    await harness.makeOverdue(id);
    await harness.orders.reconcile();
    await harness.db.update(orderTable).set({ email: '' }).where(eq(orderTable.publicId, id));
    await harness.press('pay', transactionId);
    await eventually('a person to be told', async () => (await harness.find(id)).flag);
    expect(await harness.find(id)).toMatchObject({
      status: 'expired',
      flag: 'paid after its account was deleted',
      podcastId: null,
    });
    await eventually('the money to go back', async () => {
      await harness.orders.reconcile();
      return harness.paddle.purchaseLog
        .read()
        .some((entry) => entry.kind === 'refund' && entry.transactionId === transactionId);
    });
    // Told again, and asked again, nothing more happens.
    await harness.orders.reconcile();
    expect((await harness.find(id)).flags).toHaveLength(1);
  });

  it('a repeated payment event of an account deleted since changes nothing', async () => {
    const { id, transactionId } = await openOrder();
    await harness.press('pay', transactionId);
    await becomes(id, 'paid');
    await harness.db.update(orderTable).set({ email: '' }).where(eq(orderTable.publicId, id));
    const again = eventOf(id, transactionId);
    await send(again);
    expect(await settled(again)).toBe('settled before');
    expect(await harness.find(id)).toMatchObject({ status: 'paid', flag: null, jobs: 1 });
  });

  it('a changed delivery email reaches the order and its episode, before and after payment', async () => {
    const { buyer, id, transactionId } = await openOrder();
    await harness.orders.changeEmail(buyer, id, 'first@example.com');
    await harness.press('pay', transactionId);
    await becomes(id, 'paid');
    expect((await harness.find(id)).podcasts[0]?.email).toBe('first@example.com');
    await harness.orders.changeEmail(buyer, id, 'second@example.com');
    const order = await harness.find(id);
    expect([order.email, order.podcasts[0]?.email]).toEqual(Array(2).fill('second@example.com'));
  });
});

describe('webhook', () => {
  it.each([
    ['forged', (event: object) => send(event, 'guess')],
    ['signed with an empty secret', (event: object) => send(event, '')],
    ['an hour old', (event: object) => send(event, undefined, now() - 3600)],
    ['dated an hour ahead', (event: object) => send(event, undefined, now() + 3600)],
    [
      'reformatted in transit',
      (event: object) => sendRewritten(JSON.stringify(event, null, 1), JSON.stringify(event)),
    ],
    [
      'altered in transit',
      (event: object) => {
        const signed = JSON.stringify(event);
        return sendRewritten(signed, signed.replace('"599"', '"5990"'));
      },
    ],
    ['unsigned', (event: object) => post(JSON.stringify(event))],
    ['empty', () => post('')],
  ])('a webhook that is %s gets 401 and changes nothing', async (_how, attempt) => {
    const { id, transactionId } = await openOrder();
    const event = eventOf(id, transactionId);
    const reply = await attempt(event);
    expect(reply.status).toBe(401);
    expect(await reply.json()).toMatchObject({ code: 'bad_signature' });
    expect(await outcomeOf(event)).toBeUndefined();
    expect((await harness.find(id)).status).toBe('open');
  });

  it('a webhook three days late is accepted only with a fresh signature', async () => {
    const { id, transactionId } = await openOrder();
    const days = 3 * 24 * 60 * 60;
    const event = transactionEvent({ id, transactionId }, 'completed', -days);
    expect((await send(event, undefined, now() - days)).status).toBe(401);
    expect(await outcomeOf(event)).toBeUndefined();
    expect((await send(event)).status).toBe(200);
    expect(await settled(event)).toBe('settled');
    expect(await harness.find(id)).toMatchObject({ status: 'paid', flag: null, jobs: 1 });
  });

  it('a webhook is answered within a second while its order’s row is locked', async () => {
    const { id, transactionId } = await openOrder();
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = harness.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from ${orderTable} where public_id = ${id} for update`);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const events = ['paid', 'completed'].map((type) => eventOf(id, transactionId, type));
    const took: number[] = [];
    for (const event of events.flatMap((one) => Array(10).fill(one))) {
      const began = performance.now();
      expect((await send(event)).status).toBe(200);
      took.push(performance.now() - began);
    }
    expect(Math.max(...took)).toBeLessThan(1000);
    // They are stored and not handled yet.
    expect(await Promise.all(events.map(outcomeOf))).toEqual([null, null]);
    held.resolve();
    await holding;
    await Promise.all(events.map(settled));
    expect(await harness.find(id)).toMatchObject({ status: 'paid', flag: null, jobs: 1 });
  });

  it('a webhook larger than a megabyte gets 413', async () => {
    expect((await post('x'.repeat(1_100_000))).status).toBe(413);
  });

  it('a webhook of an unrelated type gets 200 and is ignored', async () => {
    const event = {
      event_id: 'evt_customer',
      event_type: 'customer.created',
      occurred_at: new Date().toISOString(),
      data: { id: 'ctm_1' },
    };
    expect((await send(event)).status).toBe(200);
    expect(await settled(event)).toBe('ignored');
  });

  it.each<[string, (event: ReturnType<typeof eventOf>) => object]>([
    ['without its data', ({ data: _, ...rest }) => rest],
    ['of an unknown status', (event) => ({ ...event, data: { ...event.data, status: 'new' } })],
    [
      'of a null price',
      (event) => ({ ...event, data: { ...event.data, items: [{ price: null }] } }),
    ],
    ['of another kind than JSON objects', () => ['hello']],
  ])('a signed webhook %s is stored once with what is wrong', async (_what, spoil) => {
    const { id, transactionId } = await openOrder();
    const spoiled = spoil(eventOf(id, transactionId));
    const unreadable = () =>
      harness.db.select().from(paymentEvents).where(like(paymentEvents.outcome, 'unreadable%'));
    const before = await unreadable();
    expect((await send(spoiled)).status).toBe(200);
    expect((await send(spoiled)).status).toBe(200);
    const fresh = await eventually('the event to be handled', async () => {
      const ids = before.map(({ eventId }) => eventId);
      const now = (await unreadable()).filter(({ eventId }) => !ids.includes(eventId));
      return now.length > 0 && now;
    });
    expect(fresh).toHaveLength(1);
    const [row] = fresh;
    expect(row?.outcome).toMatch(/^unreadable: \S/);
    expect(row?.payload).toEqual(
      Array.isArray(spoiled) ? { raw: JSON.stringify(spoiled) } : spoiled,
    );
    await harness.orders.reconcile();
    expect((await harness.find(id)).status).toBe('open');
  });

  it('a webhook with a NUL and half a character in its texts is stored and settles its order', async () => {
    const { id, transactionId } = await openOrder();
    const event = eventOf(id, transactionId, 'completed', { odd: { '\0key': 'a\0b\ud800' } });
    expect((await send(event)).status).toBe(200);
    expect(await settled(event)).toBe('settled');
  });

  it('a webhook of a canceled transaction expires the order and releases its discount use', async () => {
    const { id: codeId, code } = await harness.code({ maxUses: 1 });
    const { id, transactionId } = await openOrder({ discountCode: code });
    await harness.press('decline', transactionId);
    await harness.payments.cancel(transactionId);
    await becomes(id, 'expired');
    expect(await harness.usedCount(codeId)).toBe(0);
  });

  it('a webhook of an approved refund marks the order refunded', async () => {
    const { id, transactionId } = await openOrder();
    await harness.press('pay', transactionId);
    await becomes(id, 'paid');
    await harness.payments.refund(transactionId, 'asked for');
    await becomes(id, 'refunded');
  });
});

describe('reconciliation', () => {
  beforeEach(() => harness.endOthers());

  it('reconciliation finds a payment whose webhooks were all dropped', async () => {
    const { id, transactionId } = await openOrder();
    harness.paddle.faults.write({ paddle: { drop: 1 } });
    await harness.press('pay', transactionId);
    expect((await harness.find(id)).status).toBe('open');
    await Promise.all([harness.orders.reconcile(), harness.orders.reconcile()]);
    expect(await harness.find(id)).toMatchObject({ status: 'paid', jobs: 1 });
  });

  it('reconciliation settles an overdue order that was paid in its last second', async () => {
    const { id, transactionId } = await openOrder();
    harness.paddle.faults.write({ paddle: { drop: 1 } });
    await harness.press('pay', transactionId);
    await harness.makeOverdue(id);
    await harness.orders.reconcile();
    expect(await harness.find(id)).toMatchObject({ status: 'paid', jobs: 1 });
  });

  it('reconciliation handles an event stored by an instance that died', async () => {
    const { id, transactionId } = await openOrder();
    const event = eventOf(id, transactionId);
    await harness.db.insert(paymentEvents).values({
      eventId: event.event_id,
      type: event.event_type,
      occurredAt: new Date(event.occurred_at),
      payload: event,
    });
    await harness.orders.reconcile();
    expect(await outcomeOf(event)).toBe('settled');
    expect(await harness.find(id)).toMatchObject({ status: 'paid', jobs: 1 });
  });

  it('reconciliation expires overdue orders that were never paid or never checked out', async () => {
    const opened = await openOrder();
    const tried = await openOrder();
    await harness.press('decline', tried.transactionId);
    const { order } = await harness.orders.place(opened.buyer, episode);
    await harness.makeOverdue(opened.id);
    await harness.makeOverdue(tried.id);
    await harness.makeOverdue(order.id);
    await harness.orders.reconcile();
    for (const { id } of [opened, tried, order])
      expect((await harness.find(id)).status).toBe('expired');
    expect((await harness.payments.find(tried.transactionId))?.status).toBe('canceled');
    // Paddle does not cancel a transaction that nobody has begun to pay.
    expect((await harness.payments.find(opened.transactionId))?.status).toBe('draft');
  });

  it('neither a late cancel event nor reconciliation moves a paid order back', async () => {
    const { buyer, id, transactionId } = await openOrder();
    await harness.press('pay', transactionId);
    await becomes(id, 'paid');
    const late = eventOf(id, transactionId, 'canceled');
    await send(late);
    await settled(late);
    expect(await harness.find(id)).toMatchObject({ status: 'paid', jobs: 1 });
    await harness.makeOverdue(id);
    await harness.orders.reconcile();
    expect(await harness.find(id)).toMatchObject({ status: 'paid', jobs: 1 });
    expect(await episodesOf(transactionId)).toBe(1);
    expect(await harness.orders.checkout(buyer, id)).toEqual({ paid: true });
  });

  it('every settled order has an episode, and there are as many jobs as episodes', async () => {
    const { rows } = await harness.db.execute(sql`
      select ${orderTable.id} from ${orderTable}
      where (${orderTable.status} in ('paid', 'refund_pending', 'refunded')) <> (${orderTable.podcastId} is not null)`);
    expect(rows).toEqual([]);
    expect(await harness.count('jobs')).toBe(await harness.count('podcasts'));
  });
});

async function episodesOf(transactionId: string) {
  const { rows } = await harness.db.execute(
    sql`select id from podcasts where paddle_transaction_id = ${transactionId}`,
  );
  return rows.length;
}
