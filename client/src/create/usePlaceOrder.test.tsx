import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, test, vi } from 'vitest';
import type { Account } from '#shared/account.ts';
import type { OrderRequest } from '#shared/order.ts';
import { createQueryClient } from '../api/client.ts';
import { anOrder, mira } from '../testing/builders.ts';
import { here, serve } from '../testing/screen.tsx';
import { ToastProvider } from '../ui/Toast.tsx';
import { type Draft, newDraft } from './draft.ts';
import { filled } from './fixtures.ts';
import type { OrderForm } from './form.ts';
import { usePlaceOrder } from './usePlaceOrder.ts';

afterEach(() => vi.restoreAllMocks());

/** A form with one button; its fields show their errors. */
function Harness({ user, saved }: { user: Account | null; saved: Draft[] }) {
  const draft = newDraft({ ...filled, email: 'mira@example.com' });
  const form = useForm<OrderForm, unknown, OrderRequest>({ defaultValues: draft.values });
  const { submit, isWaiting } = usePlaceOrder({
    form,
    drafts: { get: () => draft, save: (next) => saved.push(next) },
    user,
    useBonus: false,
    codeRefusal: null,
  });
  return (
    <form onSubmit={submit}>
      <input {...form.register('topic')} />
      <p>{isWaiting ? 'waiting' : form.formState.errors.topic?.message}</p>
      <button type="submit">Order</button>
    </form>
  );
}

async function order(user: Account | null): Promise<Draft[]> {
  window.history.replaceState(null, '', '/create');
  const saved: Draft[] = [];
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <Harness user={user} saved={saved} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  await act(async () => screen.getByRole('button', { name: 'Order' }).click());
  return saved;
}

test('a placed order is saved with its draft and leads to checkout', async () => {
  serve({ 'POST /api/orders': { order: anOrder({ id: 'o7' }) } });
  const saved = await order(mira);
  await vi.waitFor(() => expect(here()).toBe('/checkout?order=o7'));
  expect(saved.map(({ orderId }) => orderId)).toEqual(['o7']);
});

test('an order with nothing to pay leads to its episode', async () => {
  serve({ 'POST /api/orders': { order: anOrder({ id: 'o7', status: 'paid' }) } });
  await order(mira);
  await vi.waitFor(() => expect(here()).toBe('/success?order=o7'));
});

test('a visitor without an account signs in first and keeps the address', async () => {
  const sent = serve({});
  await order(null);
  expect(here()).toBe('/auth?next=%2Fcreate&email=mira%40example.com');
  expect(sent).toEqual([]);
});

test('a refused topic shows the reason at its field', async () => {
  const message = 'We cannot make an episode about this.';
  serve({
    'POST /api/orders': () => ({ status: 422, body: { message, code: 'topic_refused' } }),
  });
  const saved = await order(mira);
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(saved).toEqual([]);
});

test('an order without a connection waits, and is placed once the connection is back', async () => {
  serve({ 'POST /api/orders': { order: anOrder({ id: 'o7' }) } });
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await order(mira);
  expect(screen.getByText('waiting')).toBeInTheDocument();
  expect(here()).toBe('/create');
  onLine.mockReturnValue(true);
  await act(async () => window.dispatchEvent(new Event('online')));
  await vi.waitFor(() => expect(here()).toBe('/checkout?order=o7'));
});
