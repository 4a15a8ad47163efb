import type { CheckoutOpenOptions, PaddleSetupOptions } from '@paddle/paddle-js';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Order } from '#shared/order.ts';
import { keys } from '../api/keys.ts';
import { anOrder, mira } from '../testing/builders.ts';
import { here, open, serve } from '../testing/screen.tsx';
import CheckoutPage from './CheckoutPage.tsx';

const SCRIPT = '/standins/paddle/paddle.js';
const order = (own: Partial<Order> = {}): { order: Order } => ({
  order: anOrder({
    discountCode: 'NIGHTOWL',
    discountPercent: 20,
    discountAmount: 120,
    total: 479,
    ...own,
  }),
});
const shop = {
  'GET /api/auth/me': { user: mira },
  'GET /api/config': {
    paddle: { clientToken: 'test_1', environment: 'sandbox', script: SCRIPT },
    standins: ['paddle'],
    legal: { name: 'Duologue', address: '' },
    supportEmail: 'help@example.com',
  },
  'GET /api/orders/o1': order(),
  'POST /api/orders/o1/checkout': { transactionId: 'txn_1' },
};

/** Stands in for the overlay that Paddle's script adds to `window`; the real wrapper calls it. */
const overlay = {
  opened: [] as CheckoutOpenOptions[],
  closed: 0,
  setup: null as PaddleSetupOptions | null,
};
const say = (name: string) =>
  act(() =>
    overlay.setup?.eventCallback?.({ name } as Parameters<
      NonNullable<PaddleSetupOptions['eventCallback']>
    >[0]),
  );

function runPaddleScript() {
  Object.assign(window, {
    PaddleBillingV1: {
      Initialized: false,
      Environment: { set: () => undefined },
      Initialize: (setup: PaddleSetupOptions) => {
        overlay.setup = setup;
      },
      Update: () => undefined,
      Checkout: {
        open: (options: CheckoutOpenOptions) => overlay.opened.push(options),
        close: () => {
          overlay.closed += 1;
        },
      },
    },
  });
}

beforeEach(() => {
  overlay.opened = [];
  overlay.closed = 0;
});

const payButton = () => screen.findByRole('button', { name: 'Pay $4.79' });
/** The script tags asked for; jsdom loads none of them, so the test decides how each ends. */
const scripts = () => [...document.querySelectorAll(`script[src="${SCRIPT}"]`)];

test('when the payment window cannot be loaded, checkout says so and the next press tries again', async () => {
  serve(shop);
  open('/checkout?order=o1', <CheckoutPage />);
  const pay = await payButton();
  await waitFor(() => expect(scripts()).toHaveLength(1));
  fireEvent.click(pay);
  await screen.findByText('Opening the payment...');
  scripts()[0]?.dispatchEvent(new Event('error'));
  expect(await screen.findByText(/couldn’t load the payment window/)).toBeInTheDocument();

  fireEvent.click(await payButton());
  await waitFor(() => expect(scripts()).toHaveLength(1));
  runPaddleScript();
  scripts()[0]?.dispatchEvent(new Event('load'));
  await waitFor(() => expect(overlay.opened).toHaveLength(1));
  expect(screen.queryByText(/couldn’t load the payment window/)).not.toBeInTheDocument();
});

test('checkout shows a summary of the order and the refund promise before payment', async () => {
  serve(shop);
  open('/checkout?order=o1', <CheckoutPage />);
  await payButton();
  expect(screen.getByText('Why the sea glows')).toBeInTheDocument();
  expect(screen.getByText('NIGHTOWL, 20% off').nextSibling?.textContent).toBe('−$1.20');
  expect(screen.getByText('Total').nextSibling?.textContent).toBe('$4.79');
  expect(screen.getByText('mira@example.com')).toBeInTheDocument();
  expect(screen.getByText(/your money goes back by itself/)).toBeInTheDocument();
  const change = screen.getByRole('link', { name: 'Change something' });
  expect(change).toHaveAttribute(
    'href',
    '/create?topic=Why+the+sea+glows&voice1=v1&voice2=v2&tone=Calm&style=Interview&duration=15&code=NIGHTOWL',
  );
});

test('checkout names a code also where it takes nothing off, for it is used up all the same', async () => {
  const given = order({ discountPercent: 0, discountAmount: 0, total: 599 });
  serve({ ...shop, 'GET /api/orders/o1': given });
  open('/checkout?order=o1', <CheckoutPage />);
  await screen.findByRole('button', { name: 'Pay $5.99' });
  expect(screen.getByRole('main')).toHaveTextContent('NIGHTOWL, 0% offNothing off');
});

test.each([
  [
    'the free episode',
    { isBonus: true, discountCode: null, discountPercent: 0 },
    /free episode comes back/,
  ],
  ['a code of 100%', { discountPercent: 100 }, /you can use your code again/],
])('checkout of %s speaks of neither money nor Paddle', async (_, own, promise) => {
  const free = order({ discountAmount: 599, total: 0, ...own });
  serve({ ...shop, 'GET /api/orders/o1': free });
  open('/checkout?order=o1', <CheckoutPage />);
  await screen.findByRole('button', { name: 'Make my episode' });
  const page = screen.getByRole('main');
  expect(page).toHaveTextContent(promise);
  expect(page).toHaveTextContent('TotalFree');
  expect(page).not.toHaveTextContent(/Paddle|money|Tax/);
});

test.each([
  ['and the web', {}, {}],
  ['alone', { onlyTheseSources: true }, {}],
  ['alone, where nothing is looked up', {}, { research: false }],
])(
  'checkout names what was brought, and that the episode rests on it %s',
  async (words, own, config) => {
    const sources = [
      { id: 's1', kind: 'link' as const, title: 'Honey bee' },
      { id: 's2', kind: 'pdf' as const, title: 'A very long title '.repeat(20).trim() },
    ];
    serve({
      ...shop,
      'GET /api/config': { ...shop['GET /api/config'], ...config },
      'GET /api/orders/o1': order({ sources, ...own }),
    });
    open('/checkout?order=o1', <CheckoutPage />);
    const list = await screen.findByRole('list', { name: 'Your sources' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(sources.map(({ title }) => title));
    const [expected] = words.split(',');
    await waitFor(() =>
      expect(list.previousSibling).toHaveTextContent(`Rests on these ${expected}:`),
    );
  },
);

test.each([true, false])(
  'checkout says that an episode begins with what was heard: %s',
  async (hasPreview) => {
    serve({ ...shop, 'GET /api/orders/o1': order({ hasPreview }) });
    open('/checkout?order=o1', <CheckoutPage />);
    await screen.findByRole('region', { name: 'Your episode' });
    expect(screen.queryAllByText('It starts with what you heard.')).toHaveLength(+hasPreview);
  },
);

test('an order that was to rest only on what is gone says so, and is not paid', async () => {
  const sent = serve({ ...shop, 'GET /api/orders/o1': order({ onlyTheseSources: true }) });
  open('/checkout?order=o1&_ptxn=txn_1', <CheckoutPage />);
  expect(
    await screen.findByText(
      /^This episode was to rest only on what you added, and we no longer have that/,
    ),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Add it again' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/create\?topic=Why\+the\+sea\+glows&.*code=NIGHTOWL/),
  );
  expect(screen.queryByRole('button', { name: /Pay|Make my episode/ })).not.toBeInTheDocument();
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});

test('checkout says nothing of sources where none were brought', async () => {
  serve(shop);
  open('/checkout?order=o1', <CheckoutPage />);
  await payButton();
  expect(screen.queryByText(/Rests on/)).not.toBeInTheDocument();
});

test('a double click on pay opens one overlay for the transaction the server created', async () => {
  const sent = serve(shop);
  open('/checkout?order=o1', <CheckoutPage />);
  const pay = await payButton();
  fireEvent.click(pay);
  fireEvent.click(pay);
  await waitFor(() => expect(overlay.opened).toHaveLength(1));
  fireEvent.click(screen.getByText('Waiting for your payment...'));
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
  expect(overlay.opened).toEqual([
    {
      transactionId: 'txn_1',
      customer: { email: 'mira@example.com' },
      settings: {
        displayMode: 'overlay',
        variant: 'one-page',
        theme: 'dark',
        showAddDiscounts: false,
        allowLogout: false,
      },
    },
  ]);
  expect(overlay.setup).toMatchObject({ token: 'test_1' });
});

test('a payment completed in the overlay closes it and leads to the success page', async () => {
  serve(shop);
  open('/checkout?order=o1', <CheckoutPage />);
  fireEvent.click(await payButton());
  await waitFor(() => expect(overlay.opened).toHaveLength(1));
  say('checkout.completed');
  expect(here()).toBe('/success?order=o1');
  expect(overlay.closed).toBe(1);
});

test('leaving checkout while the payment is being opened cancels its overlay', async () => {
  const answers: ((transactionId: string) => void)[] = [];
  serve({
    ...shop,
    'POST /api/orders/o1/checkout': () =>
      new Promise((resolve) => {
        answers.push((transactionId) => resolve({ status: 200, body: { transactionId } }));
      }),
  });
  const { unmount } = open('/checkout?order=o1', <CheckoutPage />);
  fireEvent.click(await payButton());
  await waitFor(() => expect(answers).toHaveLength(1));
  unmount();

  open('/checkout?order=o1', <CheckoutPage />);
  fireEvent.click(await payButton());
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.('txn_left');
  answers[1]?.('txn_here');
  const opened = () => overlay.opened.map(({ transactionId }) => transactionId);
  await waitFor(() => expect(opened()).toContain('txn_here'));
  expect(opened()).toEqual(['txn_here']);
});

test('the overlay closes when its page is left or the order is paid in another window', async () => {
  const answers: Record<string, unknown> = { ...shop };
  serve(answers);
  const { unmount } = open('/checkout?order=o1', <CheckoutPage />);
  fireEvent.click(await payButton());
  await waitFor(() => expect(overlay.opened).toHaveLength(1));
  unmount();
  expect(overlay.closed).toBe(1);

  open('/checkout?order=o1', <CheckoutPage />);
  fireEvent.click(await payButton());
  await waitFor(() => expect(overlay.opened).toHaveLength(2));
  answers['GET /api/orders/o1'] = order({ status: 'paid' });
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(here()).toBe('/success?order=o1'));
  await waitFor(() => expect(overlay.closed).toBe(2));
});

test('an order that expires while it is being paid keeps its overlay open', async () => {
  const answers: Record<string, unknown> = { ...shop };
  const sent = serve(answers);
  open('/checkout?order=o1', <CheckoutPage />);
  fireEvent.click(await payButton());
  await waitFor(() => expect(overlay.opened).toHaveLength(1));
  answers['GET /api/orders/o1'] = order({ status: 'expired', topic: 'Why the sea glows late' });
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('Why the sea glows late');
  expect(overlay.closed).toBe(0);
  expect(screen.getByText('Waiting for your payment...')).toBeInTheDocument();
  say('checkout.closed');
  expect(screen.getByRole('heading', { name: 'This order has expired' })).toBeInTheDocument();
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
});

test('an order can still be paid after its overlay was closed without payment', async () => {
  serve(shop);
  open('/checkout?order=o1', <CheckoutPage />);
  fireEvent.click(await payButton());
  await waitFor(() => expect(overlay.opened).toHaveLength(1));
  say('checkout.closed');
  expect(screen.getByText(/Nothing was charged. Your order waits here/)).toBeInTheDocument();
  fireEvent.click(await payButton());
  await waitFor(() => expect(overlay.opened).toHaveLength(2));
});

test('once a free episode is refused, the next screen asks what the account has left', async () => {
  const message = 'You have used your free episode';
  serve({
    ...shop,
    'GET /api/orders/o1': order({ isBonus: true, discountCode: null, total: 0 }),
    'POST /api/orders/o1/checkout': () => ({ status: 422, body: { message, code: 'invalid' } }),
  });
  let client: QueryClient | undefined;
  function Reach() {
    client = useQueryClient();
    return <CheckoutPage />;
  }
  open('/checkout?order=o1', <Reach />);
  fireEvent.click(await screen.findByRole('button', { name: 'Make my episode' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(client?.getQueryState(keys.session)).toMatchObject({ isInvalidated: true });
});

test('a declined payment shows that nothing was charged', async () => {
  serve(shop);
  open('/checkout?order=o1', <CheckoutPage />);
  fireEvent.click(await payButton());
  await waitFor(() => expect(overlay.opened).toHaveLength(1));
  say('checkout.payment.failed');
  say('checkout.closed');
  expect(screen.getByRole('alert')).toHaveTextContent(/didn’t go through, and nothing was charged/);
});

test('an error in the overlay shows an alert, and the pay button comes back', async () => {
  serve(shop);
  open('/checkout?order=o1', <CheckoutPage />);
  fireEvent.click(await payButton());
  await waitFor(() => expect(overlay.opened).toHaveLength(1));
  say('checkout.error');
  expect(screen.getByRole('alert')).toHaveTextContent(/stopped working/);
  expect(await payButton()).toBeInTheDocument();
});

test('an error in the overlay after the card was asked does not say that nothing was charged', async () => {
  serve(shop);
  open('/checkout?order=o1', <CheckoutPage />);
  fireEvent.click(await payButton());
  await waitFor(() => expect(overlay.opened).toHaveLength(1));
  say('checkout.payment.initiated');
  say('checkout.error');
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent(/won’t be asked to pay twice/);
  expect(alert).not.toHaveTextContent(/[Nn]othing was charged/);
});

test.each([
  [503, 'unavailable'],
  [429, 'too_many'],
])(
  'a checkout refused with %i shows the message of the server and opens no overlay',
  async (status, code) => {
    serve({
      ...shop,
      'POST /api/orders/o1/checkout': () => ({
        status,
        body: { message: 'Checkout is closed for a moment.', code },
      }),
    });
    open('/checkout?order=o1', <CheckoutPage />);
    fireEvent.click(await payButton());
    expect(await screen.findByText('Checkout is closed for a moment.')).toBeInTheDocument();
    expect(overlay.opened).toHaveLength(0);
  },
);

test('an order with nothing to pay goes to the success page without an overlay', async () => {
  serve({
    ...shop,
    'GET /api/orders/o1': order({ total: 0, discountAmount: 599, isBonus: true }),
    'POST /api/orders/o1/checkout': { paid: true },
  });
  open('/checkout?order=o1', <CheckoutPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Make my episode' }));
  await waitFor(() => expect(here()).toBe('/success?order=o1'));
  expect(overlay.opened).toHaveLength(0);
});

test('an order that expires on the checkout page can be ordered again with the form filled in', async () => {
  serve({
    ...shop,
    'POST /api/orders/o1/checkout': () => ({
      status: 410,
      body: { message: 'This order has expired', code: 'expired' },
    }),
  });
  open('/checkout?order=o1', <CheckoutPage />);
  fireEvent.click(await payButton());
  const again = await screen.findByRole('link', { name: 'Order again' });
  expect(again).toHaveAttribute('href', expect.stringContaining('topic=Why+the+sea+glows'));
});

test.each([
  ['expired', 'This order has expired'],
  ['refund_pending', 'Your money is on its way back'],
  ['refunded', 'Your money is back'],
] as const)(
  'checkout explains an order that is %s and offers no payment',
  async (status, title) => {
    serve({ ...shop, 'GET /api/orders/o1': order({ status }) });
    open('/checkout?order=o1', <CheckoutPage />);
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
  },
);

test('checkout sends a paid order to its success page', async () => {
  serve({ ...shop, 'GET /api/orders/o1': order({ status: 'paid' }) });
  open('/checkout?order=o1', <CheckoutPage />);
  await waitFor(() => expect(here()).toBe('/success?order=o1'));
});

test('checkout says when an order is unknown, and without one links to the form', async () => {
  serve({
    ...shop,
    'GET /api/orders/o9': () => ({ status: 404, body: { message: 'no', code: 'not_found' } }),
  });
  const { unmount } = open('/checkout?order=o9', <CheckoutPage />);
  expect(
    await screen.findByRole('heading', { name: 'We can’t find that order' }),
  ).toBeInTheDocument();
  unmount();
  open('/checkout', <CheckoutPage />);
  expect(screen.getByRole('link', { name: 'Create an episode' })).toHaveAttribute(
    'href',
    '/create',
  );
});

test('checkout can be retried after a lost connection', async () => {
  const answers: Record<string, unknown> = { ...shop };
  delete answers['GET /api/orders/o1'];
  serve(answers);
  open('/checkout?order=o1', <CheckoutPage />);
  expect(await screen.findByText('We couldn’t load your order')).toBeInTheDocument();
  answers['GET /api/orders/o1'] = order();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await payButton()).toBeInTheDocument();
});

test("Paddle's payment link opens its transaction once", async () => {
  serve({
    ...shop,
    'GET /api/orders?limit=100': { orders: [order({ transactionId: 'txn_1' }).order] },
  });
  open('/checkout?_ptxn=txn_1', <CheckoutPage />);
  await waitFor(() => expect(overlay.opened).toHaveLength(1));
  expect(here()).toBe('/checkout?order=o1');
  expect(overlay.opened[0]).toMatchObject({ transactionId: 'txn_1' });
});
