// @vitest-environment jsdom
import { initializePaddle, type Paddle, type PaddleEventData } from '@paddle/paddle-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { serveStandin } from '../../../server/testing/standin.ts';
import { paddleStandin } from '../paddle.ts';

let server: Awaited<ReturnType<typeof openServer>>;
const openServer = () => serveStandin('paddle', paddleStandin);
let paddle: Paddle;
let events: PaddleEventData[];

beforeAll(async () => {
  server = await openServer();
  // jsdom has no modal dialogs yet.
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
  };
  runScript(await (await fetch(server.address.script)).text(), server.address.script);
});
afterAll(() => server.close());

beforeEach(async () => {
  events = [];
  const started = await initializePaddle({
    token: server.address.clientToken,
    environment: 'sandbox',
    eventCallback: (event) => events.push(event),
  });
  if (!started) throw new Error('Paddle.js did not initialize');
  paddle = started;
});
afterEach(() => paddle.Checkout.close());

describe('demo checkout', () => {
  it('the demo checkout says that it is a demo, and shows the product and the price', async () => {
    const transactionId = await openTransaction();
    paddle.Checkout.open({ transactionId, customer: { email: 'ann@example.com' } });
    await happened('checkout.loaded');
    expect(shown()).toContain('DEMO CHECKOUT · no real money moves');
    expect(shown()).toContain('AI podcast, 15 min');
    expect(shown()).toContain('ann@example.com');
    expect(button('Pay').textContent).toBe('Pay $5.99');
    const dialog = root().querySelector('dialog');
    const label = dialog?.getAttribute('aria-labelledby') ?? '';
    expect(root().getElementById(label)?.textContent).toBe('Total $5.99');
  });

  it('the demo checkout can be paid after a declined card and sends the events of Paddle.js', async () => {
    const transactionId = await openTransaction();
    paddle.Checkout.open({ transactionId });
    await happened('checkout.loaded');
    button('Decline').click();
    await happened('checkout.payment.failed');
    expect(shown()).toContain('The card was declined');
    button('Pay').click();
    await happened('checkout.completed');
    expect(events.at(-1)?.data).toMatchObject({
      transaction_id: transactionId,
      status: 'completed',
      currency_code: 'USD',
      totals: { total: 5.99 },
      custom_data: { orderId: 'order-1' },
    });
    button('Close').click();
    expect(events.at(-1)?.name).toBe('checkout.closed');
    expect(document.getElementById('demo-checkout')).toBeNull();
    const charges = server.purchaseLog.read().filter(({ kind }) => kind === 'charge');
    expect(charges).toMatchObject([{ transactionId, cents: 599 }]);
  });

  it('the demo checkout can be closed and opened again, one at a time', async () => {
    const transactionId = await openTransaction();
    paddle.Checkout.open({ transactionId });
    paddle.Checkout.open({ transactionId });
    await happened('checkout.loaded');
    expect(document.querySelectorAll('#demo-checkout')).toHaveLength(1);
    paddle.Checkout.close();
    paddle.Checkout.open({ transactionId });
    await vi.waitFor(() => expect(names()).toHaveLength(3));
    expect(names()).toEqual(['checkout.loaded', 'checkout.closed', 'checkout.loaded']);
  });

  it('the demo checkout says when there is nothing to pay', async () => {
    paddle.Checkout.open({ transactionId: 'txn_unknown' });
    await happened('checkout.error');
    expect(events.at(-1)).toMatchObject({ code: 'entity_not_found' });
    expect(shown()).toContain('This checkout cannot be paid');
    expect(() => button('Pay')).toThrow();
  });

  it('the demo checkout opens by itself on a link with _ptxn', async () => {
    const transactionId = await openTransaction();
    history.replaceState(null, '', `/?_ptxn=${transactionId}`);
    Object.assign(paddle, { Initialized: false });
    await initializePaddle({
      token: server.address.clientToken,
      eventCallback: (event) => events.push(event),
    });
    history.replaceState(null, '', '/');
    await happened('checkout.loaded');
    expect(events.at(-1)?.data?.transaction_id).toBe(transactionId);
  });
});

/** Runs a script as a script element would. jsdom does not run them here. */
function runScript(text: string, src: string) {
  Object.defineProperty(document, 'currentScript', { value: { src }, configurable: true });
  new Function(text)();
}

const names = () => events.map(({ name }) => name);
const happened = (name: string) => vi.waitFor(() => expect(names().at(-1)).toBe(name));

function root(): ShadowRoot {
  const shadow = document.getElementById('demo-checkout')?.shadowRoot;
  if (!shadow) throw new Error('no checkout is open');
  return shadow;
}
const shown = () => root().textContent;

function button(label: string): HTMLButtonElement {
  const found = [...root().querySelectorAll('button')].find((one) =>
    one.textContent?.startsWith(label),
  );
  if (!found) throw new Error(`there is no button ${label}`);
  return found;
}

async function openTransaction(): Promise<string> {
  const reply = await fetch(`${server.url}/transactions`, {
    method: 'POST',
    headers: {
      authorization: `bearer ${server.address.apiKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      items: [
        {
          quantity: 1,
          price: {
            description: 'AI podcast, 15 min',
            unit_price: { amount: '599', currency_code: 'USD' },
            tax_mode: 'internal',
            product: { name: 'Podcast episode', tax_category: 'standard' },
          },
        },
      ],
      custom_data: { orderId: 'order-1' },
    }),
  });
  const { data } = (await reply.json()) as { data: { id: string } };
  return data.id;
}
