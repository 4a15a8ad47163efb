import type { Buttons, DemoSale, Overlay } from './overlay.ts';

/* Runs in the browser. Event names, data and order follow the types of @paddle/paddle-js. */

interface Settings {
  displayMode?: string;
  theme?: string;
  successUrl?: string;
}
interface SetupOptions {
  eventCallback?: (event: object) => void;
  checkout?: { settings?: Settings };
}
interface OpenOptions {
  transactionId?: string;
  customer?: { email?: string };
  settings?: Settings;
}
interface OpenCheckout {
  transactionId: string;
  email: string;
  settings: Settings;
  overlay: Overlay;
  sale: DemoSale | null;
}

/** `base` is where the stand-in is mounted. */
export function startDemoPaddle(
  base: string,
  show: (email: string, buttons: Buttons) => Overlay,
): void {
  if ('PaddleBillingV1' in window) return;
  let setup: SetupOptions = {};
  let open: OpenCheckout | null = null;

  const emit = (name: string, more: object) => setup.eventCallback?.({ name, ...more });
  const emitFor = (name: string, checkout: OpenCheckout) =>
    emit(name, checkout.sale ? { data: eventData(checkout, checkout.sale) } : {});
  const fail = (checkout: OpenCheckout, code: string, detail: string) => {
    checkout.overlay.finish('This checkout cannot be paid', detail);
    emit('checkout.error', { type: 'api_error', code, detail, documentation_url: '' });
  };

  async function request(checkout: OpenCheckout, act: '' | '/pay' | '/decline') {
    const address = `${base}/demo/transactions/${checkout.transactionId}${act}`;
    const reply = await fetch(address, { method: act ? 'POST' : 'GET' });
    const body = await reply.json();
    if (!reply.ok) return { refusal: body as { code: string; message: string } };
    checkout.sale = body.transaction as DemoSale;
    return { sale: checkout.sale };
  }

  async function load(checkout: OpenCheckout) {
    const { sale, refusal } = await request(checkout, '');
    if (open !== checkout) return;
    if (refusal) return fail(checkout, refusal.code, refusal.message);
    if (sale.status !== 'draft' && sale.status !== 'ready') {
      return fail(checkout, 'transaction_not_payable', `It is ${sale.status} already.`);
    }
    checkout.overlay.show(sale);
    emitFor('checkout.loaded', checkout);
  }

  async function pay(checkout: OpenCheckout) {
    checkout.overlay.wait('Paying…');
    emitFor('checkout.payment.initiated', checkout);
    const { refusal } = await request(checkout, '/pay');
    if (refusal) return fail(checkout, refusal.code, refusal.message);
    checkout.overlay.finish('Paid', 'Thank you. No real money moved.');
    emitFor('checkout.completed', checkout);
    if (checkout.settings.successUrl) location.assign(checkout.settings.successUrl);
  }

  async function decline(checkout: OpenCheckout) {
    checkout.overlay.wait('Asking the bank…');
    emitFor('checkout.payment.initiated', checkout);
    const { refusal } = await request(checkout, '/decline');
    if (refusal) return fail(checkout, refusal.code, refusal.message);
    checkout.overlay.retry('The card was declined and nothing was charged. You can try again.');
    emitFor('checkout.payment.failed', checkout);
  }

  function close() {
    if (!open) return;
    const closing = open;
    open = null;
    closing.overlay.remove();
    emitFor('checkout.closed', closing);
  }

  function start({ transactionId, customer, settings }: OpenOptions) {
    if (!transactionId || open?.transactionId === transactionId) return;
    close();
    const email = customer?.email ?? '';
    const run = (act: (checkout: OpenCheckout) => Promise<void>) =>
      act(checkout).catch(() => fail(checkout, 'network_error', 'There was no answer. Try again.'));
    const checkout: OpenCheckout = {
      transactionId,
      email,
      settings: { ...setup.checkout?.settings, ...settings },
      overlay: show(email, {
        pay: () => void run(pay),
        decline: () => void run(decline),
        close,
      }),
      sale: null,
    };
    open = checkout;
    void run(load);
  }

  const paddle = {
    Version: 'v1',
    Initialized: false,
    Status: { libraryVersion: 'demo' },
    Environment: { set() {} },
    Initialize(options: SetupOptions) {
      setup = { ...options };
      paddle.Initialized = true;
      // The real script opens the checkout like this on the default payment link's page.
      const linked = new URLSearchParams(location.search).get('_ptxn');
      if (linked) start({ transactionId: linked });
    },
    Update(options: SetupOptions) {
      setup = { ...setup, ...options };
    },
    Checkout: { open: start, close },
  };
  Object.assign(window, { PaddleBillingV1: paddle });
}

/** `CheckoutEventsData`: totals are numbers in whole units of the currency. */
export function eventData({ transactionId, email, settings }: OpenCheckout, sale: DemoSale) {
  const total = sale.total / 100;
  const totals = { subtotal: total, discount: 0, tax: 0, total, credit: 0, balance: total };
  return {
    id: `che_${transactionId.slice(4)}`,
    transaction_id: transactionId,
    status: sale.status,
    currency_code: sale.currency,
    custom_data: sale.customData,
    customer: { email, address: null, business: null },
    items: [
      {
        price_id: '',
        price_name: sale.description,
        product: { id: '', name: sale.product },
        quantity: 1,
        totals,
      },
    ],
    payment: { method_details: { type: 'card' } },
    settings: { display_mode: settings.displayMode ?? 'overlay', theme: settings.theme ?? 'light' },
    totals,
    upsell: null,
  };
}
