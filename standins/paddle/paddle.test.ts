import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkSignature } from '../../server/orders/paddle/signature.ts';
import { eventually } from '../../server/testing/eventually.ts';
import { serveStandin } from '../../server/testing/standin.ts';
import { paddleStandin } from './paddle.ts';

type Paddle = Awaited<ReturnType<typeof openPaddle>>;
type Seller = Awaited<ReturnType<typeof openSeller>>;
const openPaddle = (dir?: string) => serveStandin('paddle', paddleStandin, dir);

let paddle: Paddle;
let seller: Seller;
beforeEach(async () => {
  paddle = await openPaddle();
  seller = await openSeller();
});
afterEach(async () => {
  await seller.close();
  await paddle.close();
});

describe('Paddle stand-in', () => {
  it('the Paddle stand-in serves only its script without the API key', async () => {
    const reply = await fetch(`${paddle.url}/transactions/txn_1`);
    expect(reply.status).toBe(403);
    expect(await reply.json()).toMatchObject({ error: { code: 'invalid_token' } });
    const script = await fetch(paddle.address.script);
    expect(script.headers.get('content-type')).toContain('text/javascript');
    expect(await script.text()).toContain('PaddleBillingV1');
  });

  it.each([
    ['a number for an amount', { unit_price: { amount: 599, currency_code: 'USD' } }],
    ['no product', { product: undefined }],
    ['no description', { description: undefined }],
  ])('the Paddle stand-in refuses a price with %s and names the field', async (_what, wrong) => {
    const item = { quantity: 1, price: { ...price, ...wrong } };
    const { status, body } = await ask('POST', '/transactions', { items: [item] });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'invalid_field',
      errors: [{ field: expect.stringContaining('items.0.price') }],
    });
  });

  it('a Paddle transaction keeps its custom data unchanged and states the tax in its price', async () => {
    const sale = await sell();
    expect(sale).toMatchObject({
      status: 'draft',
      custom_data: { orderId: 'order-1', deepThings: { camelCase: 1 } },
      details: { totals: { subtotal: '499', tax: '100', total: '599', currency_code: 'USD' } },
    });
  });

  it('a sale sends signed webhooks from its creation to its completion', async () => {
    await register(seller.url);
    const { id } = await sell();
    await demo(id, 'decline');
    await demo(id, 'pay');
    const types = [
      'transaction.completed',
      'transaction.created',
      'transaction.paid',
      'transaction.payment_failed',
      'transaction.ready',
    ];
    await eventually('all webhooks', async () => seller.events.length === types.length);
    expect(seller.events.map((event) => event.event_type).sort()).toEqual(types);
    expect(seller.events.map((event) => event.data.id)).toEqual(types.map(() => id));
    expect(paddle.purchaseLog.read()).toMatchObject([
      { kind: 'transaction', transactionId: id, orderId: 'order-1', cents: 599 },
      { kind: 'charge', transactionId: id, orderId: 'order-1', cents: 599 },
    ]);
  });

  it('a transaction is charged once, however often the pay button is pressed', async () => {
    const { id } = await sell();
    await Promise.all(Array.from({ length: 10 }, () => demo(id, 'pay')));
    expect(paddle.purchaseLog.read().filter(({ kind }) => kind === 'charge')).toHaveLength(1);
  });

  it('a canceled or unknown transaction cannot be paid', async () => {
    const { id } = await sell();
    await demo(id, 'decline');
    expect((await cancel(id)).status).toBe(200);
    expect((await demo(id, 'pay')).status).toBe(409);
    expect((await demo('txn_unknown', 'pay')).status).toBe(404);
    expect(paddle.purchaseLog.read().filter(({ kind }) => kind === 'charge')).toEqual([]);
  });

  it('a draft or a paid transaction cannot be canceled', async () => {
    const { id } = await sell();
    const draft = await cancel(id);
    expect(draft.status).toBe(400);
    expect(draft.body.error.code).toBe('transaction_invalid_status_change');
    await demo(id, 'pay');
    const paid = await cancel(id);
    expect(paid.body.error.code).toBe('transaction_invalid_status_change');
  });

  it('the buyer pays a changed price, unless the payment was in flight before the change', async () => {
    const [early, late] = [await sell(), await sell()];
    for (const { id } of [early, late]) {
      const unit_price = { amount: '899', currency_code: 'USD' };
      const items = [{ quantity: 1, price: { ...price, unit_price } }];
      const { status, body } = await ask('PATCH', `/transactions/${id}`, { items });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ status: 'draft', details: { totals: { total: '899' } } });
    }
    await demo(early.id, 'pay?price=599');
    await demo(late.id, 'pay');
    expect(paddle.purchaseLog.read().filter(({ kind }) => kind === 'charge')).toMatchObject([
      { transactionId: early.id, cents: 599 },
      { transactionId: late.id, cents: 899 },
    ]);
    const { body } = await ask('PATCH', `/transactions/${late.id}`, { status: 'canceled' });
    expect(body.error.code).toBe('transaction_invalid_status_change');
  });

  it('a webhook goes to the newest destination first, then to the others until one answers 200', async () => {
    const newer = await openSeller(500);
    await register(seller.url);
    await register(newer.url);
    await sell();
    await eventually('the webhook', async () => seller.events.length === 1);
    expect(newer.events).toHaveLength(1);
    await newer.close();
  });

  it('a refused webhook is sent again under the same event id until it is accepted', async () => {
    const refusing = await openSeller(503);
    await register(refusing.url);
    await sell();
    await eventually('two attempts', async () => refusing.events.length >= 2);
    refusing.answer = 200;
    const attempts = refusing.events.length;
    await eventually('the last attempt', async () => refusing.events.length > attempts);
    expect(new Set(refusing.events.map((event) => event.event_id)).size).toBe(1);
    await refusing.close();
  });

  it('after a restart the Paddle stand-in knows its sales and sends the pending webhooks', async () => {
    const { id } = await sell();
    await demo(id, 'pay');
    // Nothing was delivered before the stop: there was no destination yet.
    const { dir } = paddle;
    await paddle.stop();
    paddle = await openPaddle(dir);
    expect((await ask('GET', `/transactions/${id}`)).body.data.status).toBe('completed');
    await register(seller.url);
    await eventually('the pending webhooks', async () => seller.events.length === 4);
    expect(paddle.purchaseLog.read().map(({ kind }) => kind)).toEqual(['transaction', 'charge']);
  });

  it('a payment saved just before a crash is added to the purchase log at the next start', async () => {
    const { id } = await sell();
    await demo(id, 'pay');
    const { dir } = paddle;
    await paddle.stop();
    await forgetCharges(dir);
    paddle = await openPaddle(dir);
    expect(paddle.purchaseLog.read().map(({ kind }) => kind)).toEqual(['transaction', 'charge']);
  });

  it('webhooks are duplicated and dropped as the fault settings say', async () => {
    await register(seller.url);
    paddle.faults.write({ paddle: { drop: 1 } });
    const dropped = await sell();
    paddle.faults.write({ paddle: { duplicate: 3, reorder: true, delay: 50 } });
    const { id } = await sell();
    await demo(id, 'pay');
    await eventually('three copies of four events', async () => seller.events.length === 12);
    expect(new Set(seller.events.map((event) => event.event_id)).size).toBe(4);
    expect(new Set(seller.events.map((event) => event.notification_id)).size).toBe(12);
    expect(seller.events.filter((event) => event.data.id === dropped.id)).toEqual([]);
  });

  it('a completed sale has an invoice that shows the currency it was paid in', async () => {
    const { id } = await sell();
    const early = await ask('GET', `/transactions/${id}/invoice`);
    expect([early.status, early.body.error.code]).toEqual([400, 'bad_request']);
    await demo(id, 'pay?currency=EUR');
    const { status, body } = await ask('GET', `/transactions/${id}/invoice?disposition=inline`);
    expect(status).toBe(200);
    const page = await fetch(body.data.url);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).not.toContain('script-src');
    const text = await page.text();
    for (const words of ['Demo invoice', id, 'AI podcast, 15 min', '$5.99', '€5.51']) {
      expect(text).toContain(words);
    }
  });

  it('an invoice opens only by its own signed link', async () => {
    const [mine, other] = [await sell(), await sell()];
    for (const { id } of [mine, other]) await demo(id, 'pay');
    const { body } = await ask('GET', `/transactions/${mine.id}/invoice`);
    const link = new URL(body.data.url);
    const status = async (change: (url: URL) => void) => {
      const url = new URL(link);
      change(url);
      return (await fetch(url)).status;
    };
    expect(await status(() => {})).toBe(200);
    const moved = (url: URL) => {
      url.pathname = url.pathname.replace(mine.id, other.id);
    };
    const later = (url: URL) => {
      url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1));
    };
    const bare = (url: URL) => {
      url.search = '';
    };
    for (const change of [moved, later, bare]) expect(await status(change)).toBe(403);
  });

  it('a refund is approved later, and only once per transaction', async () => {
    await register(seller.url);
    const { id } = await sell();
    await demo(id, 'pay');
    const request = { action: 'refund', type: 'full', transaction_id: id, reason: 'It failed' };
    const first = await ask('POST', '/adjustments', request);
    expect(first.status).toBe(201);
    expect(first.body.data).toMatchObject({ status: 'pending_approval', totals: { total: '599' } });
    const second = await ask('POST', '/adjustments', request);
    expect(second.body.error.code).toBe('adjustment_pending_refund_request');
    await eventually('the approval', async () =>
      seller.events.find((event) => event.event_type === 'adjustment.updated'),
    );
    const third = await ask('POST', '/adjustments', request);
    expect(third.body.error.code).toBe('adjustment_transaction_item_invalid');
    const list = await ask('GET', `/adjustments?transaction_id=${id}&action=refund`);
    expect(list.body.data).toMatchObject([{ status: 'approved', transaction_id: id }]);
    expect(paddle.purchaseLog.read().filter(({ kind }) => kind === 'refund')).toMatchObject([
      { transactionId: id, cents: 599 },
    ]);
  });
});

it('a chargeback and its reversal send the same webhooks as at Paddle', async () => {
  await register(seller.url);
  const { id } = await sell();
  expect((await demo(id, 'chargeback')).status).toBe(409);
  await demo(id, 'pay');
  const charged = await adjusted(await demo(id, 'chargeback'));
  expect(charged).toMatchObject({ action: 'chargeback', type: 'full', status: 'approved' });
  await decide(charged.id, 'reverse');
  expect((await decide(charged.id, 'reverse')).status).toBe(409);
  const events = await eventually('all three', async () => {
    const all = seller.events.filter(({ event_type }) => event_type.startsWith('adjustment.'));
    return (
      all.length === 3 && all.map(({ event_type, data }) => [event_type, data.action, data.status])
    );
  });
  expect(events.sort()).toEqual([
    ['adjustment.created', 'chargeback', 'approved'],
    ['adjustment.created', 'chargeback_reverse', 'approved'],
    ['adjustment.updated', 'chargeback', 'reversed'],
  ]);
});

it('a rejected refund can be requested again, and a partial one is not logged as a refund', async () => {
  const { id } = await sell();
  await demo(id, 'pay');
  const part = await adjusted(await demo(id, 'refund?part=1'));
  expect(part).toMatchObject({ type: 'partial', totals: { total: '300' } });
  await decide(part.id, 'approve');
  const request = { action: 'refund', type: 'full', transaction_id: id, reason: 'It failed' };
  const first = await ask('POST', '/adjustments', request);
  expect((await decide(first.body.data.id, 'reject')).status).toBe(200);
  expect((await ask('POST', '/adjustments', request)).status).toBe(201);
  expect(paddle.purchaseLog.read().filter(({ kind }) => kind === 'refund')).toEqual([]);
});

const price = {
  description: 'AI podcast, 15 min',
  unit_price: { amount: '599', currency_code: 'USD' },
  tax_mode: 'internal',
  product: { name: 'Podcast episode', tax_category: 'standard' },
};

interface Answer {
  data: { id: string; status: string; url: string };
  error: { code: string };
}

async function ask(method: string, place: string, body?: object) {
  const reply = await fetch(paddle.url + place, {
    method,
    headers: {
      authorization: `bearer ${paddle.address.apiKey}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: (await reply.json()) as Answer };
}

async function sell() {
  const custom_data = { orderId: 'order-1', deepThings: { camelCase: 1 } };
  const { body } = await ask('POST', '/transactions', {
    items: [{ quantity: 1, price }],
    custom_data,
  });
  return body.data;
}

const cancel = (id: string) => ask('PATCH', `/transactions/${id}`, { status: 'canceled' });
const register = (url: string) => ask('PUT', '/destinations', { url });
const demo = (id: string, act: string) =>
  fetch(`${paddle.url}/demo/transactions/${id}/${act}`, { method: 'POST' });

const decide = (id: string, act: string) =>
  fetch(`${paddle.url}/demo/adjustments/${id}/${act}`, { method: 'POST' });
const adjusted = async (reply: Response) =>
  ((await reply.json()) as { adjustment: { id: string } }).adjustment;

interface Event {
  event_id: string;
  event_type: string;
  notification_id: string;
  data: { id: string; action?: string; status?: string };
}

/** A seller's webhook address that checks signatures and answers with the status `answer`. */
async function openSeller(answer = 200) {
  const events: Event[] = [];
  const seller = { answer, events, url: '', close };
  const app = express();
  app.post('/hook', express.raw({ type: () => true }), (req, res) => {
    checkSignature(req.body, req.get('paddle-signature'), [paddle.address.webhookSecret]);
    events.push(JSON.parse(req.body.toString('utf8')));
    res.sendStatus(seller.answer);
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  seller.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  async function close() {
    server.close();
    server.closeAllConnections();
  }
  return seller;
}

/** Simulates a crash between saving the payment and writing it to the purchase log. */
async function forgetCharges(dir: string) {
  const file = path.join(dir, 'ledger.jsonl');
  const lines = (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => !line.includes('charge'));
  await writeFile(file, lines.join('\n'));
}
