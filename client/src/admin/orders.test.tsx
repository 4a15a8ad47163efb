import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAdminOrder, anOrderDetail, aPaymentEvent } from '../testing/builders.ts';
import { here } from '../testing/screen.tsx';
import { visit } from './fixtures.ts';

const list = 'GET /api/admin/orders';
const aFlag = (reason: string) => ({ reason, at: '2026-03-04T05:06:07.000Z' });
const page = (...orders: unknown[]) => ({ orders, nextCursor: null });

test('orders can be searched and filtered by status, and the URL keeps both', async () => {
  visit(
    {
      [list]: page(
        anAdminOrder(),
        anAdminOrder({ id: 'o2', email: 'bob@example.com', flags: [aFlag('two items')] }),
        anAdminOrder({ id: 'o3', email: 'cleo@example.com', status: 'open' }),
      ),
      [`${list}?q=ann`]: page(anAdminOrder({ email: 'found@example.com' })),
      [`${list}?q=ann&status=refunded`]: page(),
      [`${list}?q=ann&flagged=1`]: page(
        anAdminOrder({ email: 'flagged@example.com', flags: [aFlag('look')] }),
      ),
    },
    '/admin?view=orders',
  );
  const row = await screen.findByRole('button', { name: /bob@example.com/ });
  expect(row).toHaveTextContent(/\$5\.99.*Paid|Paid.*\$5\.99/);
  expect(row).toHaveTextContent('two items');
  expect(screen.getByRole('button', { name: /cleo@example.com/ })).toHaveTextContent('Not paid');
  const search = screen.getByLabelText(/Email, order/);
  search.focus();
  fireEvent.change(search, { target: { value: 'ann' } });
  await screen.findByText('found@example.com');
  expect(search).toHaveFocus();
  expect(here()).toBe('/admin?view=orders&q=ann');
  const status = screen.getByLabelText('Status');
  expect(within(status).getByRole('option', { name: 'Not paid' })).toHaveValue('open');
  fireEvent.change(status, { target: { value: 'flagged' } });
  await screen.findByText('flagged@example.com');
  expect(here()).toBe('/admin?view=orders&q=ann&flagged=1');
  fireEvent.change(status, { target: { value: 'refunded' } });
  await screen.findByText('No orders match that.');
  fireEvent.click(screen.getByRole('button', { name: 'Show all orders' }));
  await screen.findByText('bob@example.com');
  expect(search).toHaveValue('');
});

test('an order opens in a dialog with its episode and payment events, and Back closes it', async () => {
  visit(
    { [list]: page(anAdminOrder()), [`${list}/o1`]: { order: anOrderDetail() } },
    '/admin?view=orders',
  );
  fireEvent.click(await screen.findByRole('button', { name: /letter@example.com/ }));
  const sheet = within(await screen.findByRole('dialog', { name: '$5.99, paid' }));
  expect(here()).toBe('/admin?view=orders&order=o1');
  expect(sheet.getByText('ann@example.com')).toBeInTheDocument();
  expect(sheet.getByText('−16.2 LUFS'.replace('−', '-'))).toBeInTheDocument();
  const event = sheet.getByRole('link', { name: 'transaction.completed' });
  expect(event).toHaveAttribute('href', '/admin?view=events&event=evt_1');
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(here()).toBe('/admin?view=orders');
});

test('orders are fetched again when they are listed or opened again', async () => {
  let now: 'paid' | 'refunded' = 'paid';
  const answer = (body: () => unknown) => () => ({ status: 200, body: body() });
  visit(
    {
      [list]: answer(() => page(anAdminOrder({ status: now }))),
      [`${list}?status=open`]: page(),
      [`${list}/o1`]: answer(() => ({ order: anOrderDetail({ status: now }) })),
    },
    '/admin?view=orders',
  );
  const look = async () => {
    const row = await screen.findByRole('button', { name: /letter@example.com/ });
    await waitFor(() => expect(row).toHaveTextContent(new RegExp(now, 'i')));
    fireEvent.click(row);
    await screen.findByRole('dialog', { name: `$5.99, ${now}` });
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  };
  await look();
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'open' } });
  await screen.findByText('No orders match that.');
  now = 'refunded';
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: '' } });
  await look();
});

test('a refund asks for confirmation of amount and buyer, and a double tap sends it once', async () => {
  const gate = Promise.withResolvers<void>();
  const refunded = anOrderDetail({ status: 'refund_pending', refundId: 'adj_1' });
  let order = anOrderDetail();
  const sent = visit(
    {
      [list]: page(anAdminOrder()),
      [`${list}/o1`]: () => ({ status: 200, body: { order } }),
      'POST /api/admin/orders/o1/refund': async () => {
        await gate.promise;
        order = refunded;
        return { status: 200, body: { order } };
      },
    },
    '/admin?view=orders&order=o1',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Refund $5.99' }));
  const question = screen.getByText('Refund $5.99 to ann@example.com?');
  expect(question).toHaveFocus();
  expect(sent('POST /api/admin/orders/o1/refund')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Don’t refund' }));
  fireEvent.click(screen.getByRole('button', { name: 'Refund $5.99' }));
  fireEvent.change(screen.getByLabelText(/^Why/), { target: { value: 'Wrong topic' } });
  const give = screen.getByRole('button', { name: 'Refund $5.99' });
  fireEvent.click(give);
  fireEvent.click(give);
  fireEvent.click(await screen.findByRole('button', { name: 'Refunding...' }));
  gate.resolve();
  await screen.findByRole('dialog', { name: '$5.99, refund in progress' });
  await screen.findByText('$5.99 is on its way back');
  expect(screen.queryByRole('button', { name: /^Refund/ })).not.toBeInTheDocument();
  expect(sent('POST /api/admin/orders/o1/refund').map(({ body }) => body)).toEqual([
    { reason: 'Wrong topic' },
  ]);
});

test('a refused refund shows the reason and says that nothing was refunded', async () => {
  visit(
    {
      [list]: page(anAdminOrder()),
      [`${list}/o1`]: { order: anOrderDetail() },
      'POST /api/admin/orders/o1/refund': () => ({
        status: 409,
        body: { message: '$5.99 is on its way back already', code: 'conflict' },
      }),
    },
    '/admin?view=orders&order=o1',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Refund $5.99' }));
  fireEvent.click(screen.getByRole('button', { name: 'Refund $5.99' }));
  await screen.findByText('$5.99 is on its way back already');
  await screen.findByText('Nothing was refunded');
});

test.each([
  ['was never paid', anOrderDetail({ status: 'open', paidAt: null, episode: null })],
  ['was free', anOrderDetail({ total: 0, discountAmount: 599, discountCode: 'ALL' })],
  ['was refunded already', anOrderDetail({ status: 'refunded' })],
])('an order that %s offers no refund', async (_, order) => {
  visit({ [list]: page(), [`${list}/o1`]: { order } }, '/admin?view=orders&order=o1');
  await screen.findByRole('button', { name: 'Check with Paddle' });
  expect(screen.queryByRole('button', { name: /Refund/ })).not.toBeInTheDocument();
});

test('a payment that pays for nothing is shown with its reason and goes back by one button', async () => {
  const unmatched = {
    transactionId: 'txn_2',
    cents: 70,
    currency: 'USD',
    reason: 'priced 70 instead of 599',
    seenAt: '2026-03-04T05:06:07.000Z',
  };
  let state: 'kept' | 'going back' = 'kept';
  const order = () =>
    anOrderDetail({
      status: 'open',
      paidAt: null,
      episode: null,
      flags: [aFlag(unmatched.reason), aFlag('a letter bounced')],
      unmatchedPayments: [{ ...unmatched, state }],
    });
  const sent = visit(
    {
      [list]: page(),
      [`${list}/o1`]: () => ({ status: 200, body: { order: order() } }),
      'POST /api/admin/orders/o1/refund': () => {
        state = 'going back';
        return { status: 200, body: { order: order() } };
      },
    },
    '/admin?view=orders&order=o1',
  );
  await screen.findByText('The money is still with us');
  for (const { reason } of order().flags) {
    expect(screen.getAllByText(reason, { exact: false }).length).toBeGreaterThan(0);
  }
  expect(screen.getAllByRole('button', { name: /^Refund/ })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Refund $0.70' }));
  fireEvent.change(screen.getByLabelText(/^Why/), { target: { value: 'Not ours' } });
  fireEvent.click(screen.getByRole('button', { name: 'Refund $0.70' }));
  await screen.findByText('$0.70 is on its way back');
  await screen.findByText('On its way back');
  expect(screen.queryByRole('button', { name: 'Refund $0.70' })).not.toBeInTheDocument();
  expect(sent('POST /api/admin/orders/o1/refund').map(({ body }) => body)).toEqual([
    { payment: 'txn_2', reason: 'Not ours' },
  ]);
});

test('a refund that Paddle refuses for good says so and can be asked for again', async () => {
  const order = anOrderDetail({ status: 'refund_pending', refundId: null, refundDueAt: null });
  visit({ [list]: page(), [`${list}/o1`]: { order } }, '/admin?view=orders&order=o1');
  await screen.findByText(/^Paddle refuses this refund/);
  expect(screen.getByRole('button', { name: 'Refund $5.99' })).toBeInTheDocument();
});

test('an admin can check an order with Paddle again and clear its flag', async () => {
  visit(
    {
      [list]: page(anAdminOrder()),
      [`${list}/o1`]: { order: anOrderDetail({ status: 'open', flags: [aFlag('two items')] }) },
      'POST /api/admin/orders/o1/recheck': {
        order: anOrderDetail({ flags: [aFlag('two items')] }),
      },
      'POST /api/admin/orders/o1/clear-flag': { order: anOrderDetail() },
    },
    '/admin?view=orders&order=o1',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Check with Paddle' }));
  await screen.findByText('We asked Paddle. The order is paid.');
  fireEvent.click(screen.getByRole('button', { name: 'Clear the flag' }));
  await screen.findByText('The flag is cleared');
});

test('a link to an order that does not exist says so, and closing it shows the list', async () => {
  visit(
    {
      [list]: page(anAdminOrder()),
      [`${list}/gone`]: () => ({ status: 404, body: { message: 'There is no such order' } }),
    },
    '/admin?view=orders&order=gone',
  );
  await screen.findByText('There is no such order');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(here()).toBe('/admin?view=orders'));
  await screen.findByText('letter@example.com');
});

test('the body of a payment event is fetched only when the event is opened', async () => {
  const events = 'GET /api/admin/payment-events';
  const sent = visit(
    {
      [events]: {
        paymentEvents: [
          aPaymentEvent(),
          aPaymentEvent({ id: 'evt_2', handledAt: null }),
          aPaymentEvent({ id: 'evt_3', outcome: 'unreadable: ✖ Invalid input' }),
        ],
        nextCursor: null,
      },
      [`${events}/evt_1`]: {
        paymentEvent: { ...aPaymentEvent(), payload: { data: { customer: 'ann <b>' } } },
      },
    },
    '/admin?view=events',
  );
  const [first] = await screen.findAllByRole('button', { name: /transaction.completed/ });
  expect(screen.getByText('Not handled yet')).toBeInTheDocument();
  expect(screen.getByText('It couldn’t be read')).toBeInTheDocument();
  expect(sent(`${events}/evt_1`)).toEqual([]);
  if (first) fireEvent.click(first);
  const sheet = within(await screen.findByRole('dialog', { name: 'transaction.completed' }));
  await sheet.findByText(/ann <b>/);
  const order = sheet.getByRole('link', { name: 'txn_1' });
  expect(order).toHaveAttribute('href', '/admin?view=orders&q=txn_1');
});

test('the events of one sale are one row, with the earlier ones folded into it', async () => {
  const type = 'transaction.created';
  const paymentEvents = [aPaymentEvent(), aPaymentEvent({ id: 'evt_0', type })];
  visit(
    { 'GET /api/admin/payment-events': { paymentEvents, nextCursor: null } },
    '/admin?view=events',
  );
  const list = await screen.findByRole('list', { name: 'payment events' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  expect(within(list).getByText(type).closest('details')).toHaveTextContent(/^1 earlier event/);
});

const event = (type: string, transactionId: string | null, own = {}) =>
  aPaymentEvent({ id: type, type, transactionId, ...own });

test.each([
  [
    'of one sale in a row are one row, the newest first',
    [event('4', 'a'), event('3', 'a'), event('2', 'b'), event('1', 'a')],
    [['4', '3'], ['2'], ['1']],
  ],
  [
    'without a transaction are not taken for one sale',
    [event('2', null), event('1', null)],
    [['2'], ['1']],
  ],
  [
    'stand alone while one is not handled, wherever it came',
    [event('3', 'a'), event('2', 'a', { handledAt: null }), event('1', 'a')],
    [['3'], ['2'], ['1']],
  ],
  [
    'stand alone if one is unreadable, wherever it came',
    [event('3', 'a'), event('2', 'a', { outcome: 'unreadable: Invalid input' }), event('1', 'a')],
    [['3'], ['2'], ['1']],
  ],
])('payment events %s', async (_, paymentEvents, rows) => {
  visit(
    { 'GET /api/admin/payment-events': { paymentEvents, nextCursor: null } },
    '/admin?view=events',
  );
  const list = await screen.findByRole('list', { name: 'payment events' });
  const typesIn = (row: Element) =>
    [...row.querySelectorAll('button .font-bold')].map(({ textContent }) => textContent);
  expect([...list.children].map(typesIn)).toEqual(rows);
});

test('a payment event that is opened again shows that it has been handled since', async () => {
  const events = 'GET /api/admin/payment-events';
  const waiting = { ...aPaymentEvent({ handledAt: null, outcome: null }), payload: {} };
  let event: typeof waiting = waiting;
  visit(
    {
      [events]: { paymentEvents: [aPaymentEvent()], nextCursor: null },
      [`${events}/evt_1`]: () => ({ status: 200, body: { paymentEvent: event } }),
    },
    '/admin?view=events',
  );
  const row = await screen.findByRole('button', { name: /transaction.completed/ });
  fireEvent.click(row);
  await screen.findByText('not yet');
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  event = { ...aPaymentEvent(), payload: {} };
  fireEvent.click(row);
  await screen.findByRole('dialog', { name: 'transaction.completed' });
  await waitFor(() => expect(screen.queryByText('not yet')).not.toBeInTheDocument());
});
