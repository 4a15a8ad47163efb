import { act, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, test, vi } from 'vitest';
import type { Account } from '#shared/account.ts';
import type { OrderRequest } from '#shared/order.ts';
import { priceOf } from '#shared/pricing.ts';
import { carry } from '../api/keptOrder.ts';
import { useAuth } from '../api/session/session.tsx';
import { anOrder, mira } from '../testing/builders.ts';
import { here, open, serve } from '../testing/screen.tsx';
import { type Draft, type DraftValues, newDraft } from './draft.ts';
import { filled } from './fixtures.ts';
import { usePlaceOrder } from './usePlaceOrder.ts';

afterEach(() => vi.restoreAllMocks());

const draft = newDraft({ ...filled, email: 'mira@example.com' });
const kept = { draftId: draft.id, topic: 'Bees', duration: 10, total: 399 } as const;

const session = (user: Account | null) => ({ 'GET /api/auth/me': { user } });
const accepted = { 'POST /api/orders': { order: anOrder({ id: 'o7' }) } };
const message = 'We cannot make an episode about this.';
const refused = {
  'POST /api/orders': () => ({ status: 422, body: { message, code: 'topic_refused' } }),
};

/** A form with one button; its field shows its error. */
function Harness({ saved }: { saved: Draft[] }) {
  const form = useForm<DraftValues, unknown, OrderRequest>({ defaultValues: draft.values });
  const { submit } = usePlaceOrder({
    form,
    drafts: { get: () => draft, save: (next) => saved.push(next) },
    user: useAuth().user,
    useBonus: false,
    pricing: {
      quote: priceOf(10, 0),
      code: null,
      refusal: null,
      checking: false,
      unchecked: false,
    },
    hasTooFewMinutes: false,
  });
  return (
    <form onSubmit={submit}>
      <input {...form.register('topic')} />
      <p>{form.formState.errors.topic?.message}</p>
      <button type="submit">Order</button>
    </form>
  );
}

/** Opens the form; the drafts that it saves. */
async function openForm(historyState: unknown = null): Promise<Draft[]> {
  const saved: Draft[] = [];
  await act(async () => open('/create', <Harness saved={saved} />, historyState));
  return saved;
}

const press = () => act(async () => screen.getByRole('button', { name: 'Order' }).click());

async function order(): Promise<Draft[]> {
  const saved = await openForm();
  await press();
  return saved;
}

const ordersIn = (sent: ReturnType<typeof serve>) =>
  sent.filter(({ call }) => call === 'POST /api/orders');

test('a placed order is saved with its draft and leads to checkout', async () => {
  serve({ ...session(mira), ...accepted });
  const saved = await order();
  await vi.waitFor(() => expect(here()).toBe('/checkout?order=o7'));
  expect(saved.map(({ orderId }) => orderId)).toEqual(['o7']);
});

test('an order with nothing to pay leads to its episode', async () => {
  serve({
    ...session(mira),
    'POST /api/orders': { order: anOrder({ id: 'o7', status: 'paid' }) },
  });
  await order();
  await vi.waitFor(() => expect(here()).toBe('/success?order=o7'));
});

test('a visitor without an account registers first; address and order are kept', async () => {
  const sent = serve(session(null));
  await order();
  expect(here()).toBe('/auth?next=%2Fcreate&email=mira%40example.com&tab=register');
  expect(window.history.state).toEqual(carry(kept));
  expect(ordersIn(sent)).toEqual([]);
});

test('an order whose session has ended meanwhile is kept, and its buyer signs in again', async () => {
  let user: Account | null = mira;
  serve({
    'GET /api/auth/me': () => ({ status: 200, body: { user } }),
    'POST /api/orders': () => {
      user = null;
      return { status: 401, body: { message: 'Sign in first', code: 'unauthenticated' } };
    },
  });
  const saved = await order();
  await vi.waitFor(() => expect(here()).toBe('/auth?next=%2Fcreate&email=mira%40example.com'));
  expect(window.history.state).toEqual(carry(kept));
  expect(saved).toEqual([]);
});

test('an order pressed before it is known who is here is placed once that is known', async () => {
  const known = Promise.withResolvers<{ status: number; body: unknown }>();
  const sent = serve({ ...accepted, 'GET /api/auth/me': () => known.promise });
  await order();
  expect(here()).toBe('/create');
  known.resolve({ status: 200, body: { user: mira } });
  await vi.waitFor(() => expect(here()).toBe('/checkout?order=o7'));
  expect(ordersIn(sent)).toHaveLength(1);
});

test('a kept order is placed by itself, once, and takes the place of its form', async () => {
  const sent = serve({ ...session(mira), ...accepted });
  const entries = window.history.length;
  const saved = await openForm(carry(kept));
  await vi.waitFor(() => expect(here()).toBe('/checkout?order=o7'));
  expect(window.history.length).toBe(entries);
  expect(window.history.state).toBeNull();
  expect(ordersIn(sent)).toHaveLength(1);
  expect(saved.map(({ orderId }) => orderId)).toEqual(['o7']);
});

test('a reload places a kept order under the same key', async () => {
  const sent = serve({ ...session(mira), 'POST /api/orders': () => new Promise(() => {}) });
  await openForm(carry(kept));
  await vi.waitFor(() => expect(ordersIn(sent)).toHaveLength(1));
  await openForm(window.history.state);
  await vi.waitFor(() => expect(ordersIn(sent)).toHaveLength(2));
  const keys = ordersIn(sent).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}-/);
  expect(keys[1]).toBe(keys[0]);
});

test('a kept order that is refused shows the reason at its field, and no reload sends it again', async () => {
  serve({ ...session(mira), ...refused });
  const saved = await openForm(carry(kept));
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(here()).toBe('/create');
  expect(window.history.state).toBeNull();
  expect(saved).toEqual([]);
});

test('a kept order whose price has changed waits for its buyer', async () => {
  const sent = serve({ ...session(mira), ...accepted });
  await openForm(carry({ ...kept, total: 299 }));
  await vi.waitFor(() => expect(window.history.state).toBeNull());
  expect(ordersIn(sent)).toEqual([]);
  await press();
  await vi.waitFor(() => expect(here()).toBe('/checkout?order=o7'));
});

test.each([
  ['of another draft', { ...kept, draftId: 'another' }],
  ['that cannot be understood', { ...kept, duration: 12 }],
])('a kept order %s is not placed', async (_, other) => {
  const sent = serve({ ...session(mira), ...accepted });
  await openForm({ keptOrder: other });
  await vi.waitFor(() => expect(sent.map(({ call }) => call)).toContain('GET /api/auth/me'));
  expect(ordersIn(sent)).toEqual([]);
  expect(here()).toBe('/create');
});
