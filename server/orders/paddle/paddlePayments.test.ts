import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { paddleStandin } from '../../../standins/paddle/paddle.ts';
import { serveStandin } from '../../testing/standin.ts';
import { paddlePayments } from './paddlePayments.ts';

const charge = { orderId: 'order-1', description: 'AI podcast, 15 min', total: 599 };

let paddle: Awaited<ReturnType<typeof openPaddle>>;
const openPaddle = () => serveStandin('paddle', paddleStandin);
beforeAll(async () => {
  paddle = await openPaddle();
});
afterEach(() => paddle.faults.write({}));
afterAll(() => paddle.close());

const payments = (options: { apiKey?: string; baseUrl?: string; deadline?: number } = {}) =>
  paddlePayments({
    apiKey: paddle.address.apiKey,
    baseUrl: paddle.address.baseUrl,
    environment: 'sandbox',
    webhookSecrets: [paddle.address.webhookSecret],
    ...options,
  });
const buyer = async (transactionId: string, act: string) => {
  const url = `${paddle.url}/demo/transactions/${transactionId}/${act}`;
  expect((await fetch(url, { method: 'POST' })).status).toBe(200);
};
const trouble = (kind: string) => expect.objectContaining({ provider: 'Paddle', trouble: kind });

describe('transaction', () => {
  it('a transaction carries one item at our price and the id of its order', async () => {
    const { transactionId } = await payments().open(charge);
    expect(transactionId).toMatch(/^txn_[0-9a-z]{26}$/);
    expect(await payments().find(transactionId)).toEqual({
      id: transactionId,
      status: 'draft',
      orderId: 'order-1',
      items: [{ unitPrice: 599, currency: 'USD', quantity: 1 }],
      hasForeignDiscount: false,
    });
    const entries = paddle.purchaseLog.read().filter((entry) => 'transactionId' in entry);
    expect(entries).toContainEqual(
      expect.objectContaining({
        kind: 'transaction',
        transactionId,
        orderId: 'order-1',
        cents: 599,
      }),
    );
  });

  it('a transaction keeps its price when a business pays in euros', async () => {
    const { transactionId } = await payments().open(charge);
    await buyer(transactionId, 'pay?currency=EUR&vat=1');
    expect(await payments().find(transactionId)).toMatchObject({
      status: 'completed',
      items: [{ unitPrice: 599, currency: 'USD', quantity: 1 }],
      hasForeignDiscount: false,
    });
  });

  it('a transaction stays payable after a declined card', async () => {
    const { transactionId } = await payments().open(charge);
    await buyer(transactionId, 'decline');
    expect((await payments().find(transactionId))?.status).toBe('ready');
    await buyer(transactionId, 'pay');
    expect((await payments().find(transactionId))?.status).toBe('completed');
  });

  it('a transaction is canceled while it is ready, and neither before nor after', async () => {
    const { transactionId } = await payments().open(charge);
    await expect(payments().cancel(transactionId)).rejects.toEqual(trouble('rejected'));
    await buyer(transactionId, 'decline');
    await payments().cancel(transactionId);
    expect((await payments().find(transactionId))?.status).toBe('canceled');

    const paid = await payments().open(charge);
    await buyer(paid.transactionId, 'pay');
    await expect(payments().cancel(paid.transactionId)).rejects.toEqual(trouble('rejected'));
  });

  it('a transaction’s price can change until it is paid, and its buyer pays the new one', async () => {
    const { transactionId } = await payments().open({ ...charge, total: 120 });
    await payments().reprice(transactionId, charge);
    const item = { unitPrice: 599, currency: 'USD', quantity: 1 };
    expect(await payments().find(transactionId)).toMatchObject({
      status: 'draft',
      orderId: 'order-1',
      items: [item],
    });
    await payments().reprice(transactionId, charge);
    await buyer(transactionId, 'pay');
    expect(await payments().find(transactionId)).toMatchObject({
      status: 'completed',
      items: [item],
    });
    await expect(payments().reprice(transactionId, charge)).rejects.toMatchObject({
      trouble: 'rejected',
      message: expect.stringContaining('transaction_immutable'),
    });
  });

  it('an unknown transaction is null', async () => {
    expect(await payments().find('txn_unknown')).toBeNull();
  });

  it('a paid transaction is refunded once, however often it is requested', async () => {
    const { transactionId } = await payments().open(charge);
    await expect(payments().refund(transactionId, 'too early')).rejects.toEqual(
      trouble('rejected'),
    );
    await buyer(transactionId, 'pay');
    const first = await payments().refund(transactionId, 'It failed');
    expect(first.status).toBe('pending_approval');
    expect(await payments().refund(transactionId, 'It failed')).toEqual(first);
    expect(await payments().findRefund(transactionId, first.id)).toEqual(first);
    expect(await payments().findRefund(transactionId, 'adj_another')).toBeNull();
  });
});

it('two concurrent refund requests return the same refund', async () => {
  const { transactionId } = await payments().open(charge);
  await buyer(transactionId, 'pay');
  // Slow enough that both have asked before the first answer comes.
  paddle.faults.write({ paddle: { latency: 300 } });
  const both = await Promise.all([1, 2].map(() => payments().refund(transactionId, 'It failed')));
  expect(both[0]).toEqual(both[1]);
});

it('a partial refund made at Paddle does not count as a full refund', async () => {
  const { transactionId } = await payments().open(charge);
  await buyer(transactionId, 'pay');
  await payments().refund(transactionId, 'It failed');
  const baseUrl = await inParts();
  expect(await payments({ baseUrl }).recentAdjustments()).toContainEqual(
    expect.objectContaining({ transactionId, type: 'partial' }),
  );
  await expect(payments({ baseUrl }).refund(transactionId, 'It failed')).rejects.toEqual(
    trouble('rejected'),
  );
});

describe('invoice', () => {
  it('an invoice link exists once the payment is completed and opens without a login', async () => {
    const { transactionId } = await payments().open(charge);
    expect(await payments().invoiceLink(transactionId)).toBeNull();
    await buyer(transactionId, 'pay');
    const link = await payments().invoiceLink(transactionId);
    expect((await fetch(String(link))).status).toBe(200);
  });

  it('an unknown transaction has no invoice', async () => {
    expect(await payments().invoiceLink('txn_unknown')).toBeNull();
  });

  it('an invoice is not reported missing while Paddle is down or refuses our key', async () => {
    const { transactionId } = await payments().open(charge);
    const wrongKey = payments({ apiKey: 'wrong' });
    await expect(wrongKey.invoiceLink(transactionId)).rejects.toEqual(trouble('refused'));
    paddle.faults.write({ paddle: { errorRate: 1, status: 503 } });
    await expect(payments().invoiceLink(transactionId)).rejects.toEqual(trouble('busy'));
  });

  it.each([
    ['no URL', {}],
    ['a javascript: URL', { url: 'javascript:alert(1)' }],
  ])('an invoice reply with %s counts as broken', async (_what, data) => {
    const odd = createServer((_req, res) => res.end(JSON.stringify({ data, meta: {} })));
    odd.listen(0, '127.0.0.1');
    await once(odd, 'listening');
    const baseUrl = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
    await expect(payments({ baseUrl }).invoiceLink('txn_1')).rejects.toEqual(trouble('broken'));
    odd.close();
    odd.closeAllConnections();
  });
});

describe('Paddle failures', () => {
  it('Paddle failures are classified as refused, rejected, busy or broken', async () => {
    await expect(payments({ apiKey: 'wrong' }).open(charge)).rejects.toEqual(trouble('refused'));
    await expect(payments().open({ ...charge, total: 10 })).rejects.toMatchObject({
      trouble: 'rejected',
      message: expect.stringContaining('transaction_balance_less_than_charge_limit'),
    });
    paddle.faults.write({ paddle: { errorRate: 1, status: 500 } });
    await expect(payments().open(charge)).rejects.toEqual(trouble('busy'));
    paddle.faults.write({ paddle: { errorRate: 1, status: 429 } });
    await expect(payments().open(charge)).rejects.toEqual(trouble('busy'));
    paddle.faults.write({ paddle: { garbage: 1 } });
    await expect(payments().open(charge)).rejects.toEqual(trouble('broken'));
    paddle.faults.write({ paddle: { cut: 1 } });
    await expect(payments().find('txn_any')).rejects.toEqual(trouble('broken'));
    await expect(payments({ baseUrl: await closedPort() }).open(charge)).rejects.toEqual(
      trouble('busy'),
    );
  });

  it('a call that Paddle never answers fails as busy at its deadline', async () => {
    paddle.faults.write({ paddle: { hang: true } });
    await expect(payments({ deadline: 200 }).open(charge)).rejects.toMatchObject({
      trouble: 'busy',
      message: expect.stringContaining('200 ms'),
    });
  });

  it('a call whose reply is cut off opens only one transaction', async () => {
    const opened = () =>
      paddle.purchaseLog
        .read()
        .filter((entry) => 'orderId' in entry && entry.orderId === 'order-cut').length;
    paddle.faults.write({ paddle: { cut: 1 } });
    await expect(payments().open({ ...charge, orderId: 'order-cut' })).rejects.toEqual(
      trouble('broken'),
    );
    expect(opened()).toBe(1);
  });
});

describe('event', () => {
  const read = (body: object | string) => {
    const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const time = Math.floor(Date.now() / 1000);
    const h1 = createHmac('sha256', paddle.address.webhookSecret)
      .update(`${time}:`)
      .update(raw)
      .digest('hex');
    return payments().readEvent(raw, `ts=${time};h1=${h1}`);
  };
  const envelope = { event_id: 'evt_1', occurred_at: '2026-01-15T12:00:00.123456Z' };

  it('an event of an unrelated type is read as such, also from storage', async () => {
    const event = await read({
      ...envelope,
      event_type: 'customer.created',
      data: { id: 'ctm_1' },
    });
    expect(event).toMatchObject({ id: 'evt_1', about: 'something else', type: 'customer.created' });
    expect(payments().rereadEvent(event.payload)).toEqual(event);
  });

  it('a transaction event reports a discount made at Paddle', async () => {
    const transaction = {
      id: 'txn_1',
      status: 'completed',
      custom_data: { orderId: 'order-1' },
      discount_id: 'dsc_1',
      items: [{ price: { unit_price: { amount: '599', currency_code: 'USD' } }, quantity: 1 }],
    };
    const event = { ...envelope, event_type: 'transaction.completed' };
    expect(await read({ ...event, data: transaction })).toMatchObject({
      about: 'transaction',
      transaction: { orderId: 'order-1', hasForeignDiscount: true },
    });
    const applied = { totals: { discount: '100' } };
    expect(
      await read({ ...event, data: { ...transaction, discount_id: null, details: applied } }),
    ).toMatchObject({ transaction: { hasForeignDiscount: true } });
  });

  it('a chargeback event names its transaction', async () => {
    const data = {
      id: 'adj_1',
      transaction_id: 'txn_1',
      action: 'chargeback',
      type: 'full',
      status: 'approved',
    };
    expect(await read({ ...envelope, event_type: 'adjustment.created', data })).toMatchObject({
      about: 'adjustment',
      adjustment: { id: 'adj_1', transactionId: 'txn_1', action: 'chargeback', type: 'full' },
    });
  });

  it.each<[string, object | string, string, RegExp]>([
    ['not JSON', 'hello', 'unreadable', /not JSON/],
    ['a list', '[]', 'unreadable', /expected record/],
    ['nested too deep', '['.repeat(200_000), 'unreadable', /not JSON/],
    [
      'without an id',
      { event_type: 'transaction.paid', occurred_at: envelope.occurred_at },
      'transaction.paid',
      /event_id/,
    ],
    [
      'a transaction without items',
      { ...envelope, event_type: 'transaction.paid', data: { id: 't' } },
      'transaction.paid',
      /items/,
    ],
    [
      'of an adjustment without its type',
      { ...envelope, event_type: 'adjustment.created', data: { id: 'a', transaction_id: 't' } },
      'adjustment.created',
      /type/,
    ],
  ])(
    'a signed event that is %s is read as unreadable and says why',
    async (_what, body, type, trouble) => {
      const event = await read(body);
      expect(event).toMatchObject({
        about: 'unreadable',
        type,
        trouble: expect.stringMatching(trouble),
        id: expect.stringMatching(/^[\w-]{1,100}$/),
      });
      // Told again, it is the same event.
      expect((await read(body)).id).toBe(event.id);
    },
  );
});

/** A proxy to Paddle that reports every refund as partial. */
async function inParts(): Promise<string> {
  const server = createServer(async (req, res) => {
    const { authorization = '', 'content-type': type = 'application/json' } = req.headers;
    const reply = await fetch(`${paddle.url}${req.url}`, {
      method: req.method ?? 'GET',
      headers: { authorization, 'content-type': type },
      body: req.method === 'POST' ? await text(req) : null,
    });
    res.writeHead(reply.status, { 'content-type': 'application/json' });
    res.end((await reply.text()).replaceAll('"type":"full"', '"type":"partial"'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An address at which nothing listens. */
async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}
