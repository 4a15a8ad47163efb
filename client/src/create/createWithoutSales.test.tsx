import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Account } from '#shared/account.ts';
import { aHouse, anAccount, mira, someMinutes } from '../testing/builders.ts';
import { here, inHouse, open, serve } from '../testing/screen.tsx';
import CreatePage from './CreatePage.tsx';
import { newDraft, writeDraft } from './draft.ts';
import { filled, placed, voices } from './fixtures.ts';
// The form loads it on demand.
import '../ui/ToastStack.tsx';
import './preview/PreviewCard.tsx';

const paid = placed({ id: 'o7', status: 'paid', total: 0, listPrice: 0 });

function visit(user: Account | null, more: Record<string, unknown> = {}, path = '/create') {
  const sent = serve({
    'GET /api/auth/me': { user },
    'GET /api/config': aHouse(),
    'GET /api/voices': { voices },
    'GET /api/minutes': someMinutes(180),
    'POST /api/orders': paid,
    ...more,
  });
  open(path, inHouse(<CreatePage />));
  return (call: string) => sent.filter((one) => one.call === call);
}

const make = () => screen.findByRole('button', { name: 'Make my episode' });
const mic = () => screen.findByRole('button', { name: /^Mic 1/ });

beforeEach(() => {
  writeDraft(newDraft(filled));
});

test('in a house an episode is begun at once, with neither a price nor an address asked for', async () => {
  const sent = visit(mira);
  await screen.findByText('120 of 300 minutes left until 1 December');
  await mic();
  expect(screen.getByRole('radio', { name: '25 minutes' })).toBeInTheDocument();
  expect(screen.queryByText('Where should we send it?')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Change' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add a code' })).not.toBeInTheDocument();
  fireEvent.click(await make());
  await waitFor(() => expect(here()).toBe('/success?order=o7'));
  expect(sent('POST /api/orders').map(({ body }) => body)).toMatchObject([
    { topic: 'Bees', email: 'mira@example.com', useBonus: false },
  ]);
});

test('the address of an earlier draft does not go with an episode for which none is asked', async () => {
  writeDraft(newDraft({ ...filled, email: 'not an address' }));
  const sent = visit(mira);
  await mic();
  fireEvent.click(await make());
  await waitFor(() => expect(here()).toBe('/success?order=o7'));
  expect(sent('POST /api/orders')[0]?.body).toMatchObject({ email: 'mira@example.com' });
});

test('a code and a bonus in the address mean nothing in a house', async () => {
  const user = anAccount({ hasMadeFirstPurchase: true });
  const sent = visit(user, {}, '/create?code=OWL20&bonus=1');
  await mic();
  expect(screen.queryByText(/on the house/)).not.toBeInTheDocument();
  fireEvent.click(await make());
  await waitFor(() => expect(here()).toBe('/success?order=o7'));
  const body = sent('POST /api/orders')[0]?.body;
  expect(body).toMatchObject({ useBonus: false });
  expect(body).not.toHaveProperty('discountCode');
  expect(sent('POST /api/quotes')).toEqual([]);
});

test('a house that sends emails asks where to, and still for no code', async () => {
  visit(mira, { 'GET /api/config': aHouse({ sendsEmail: true }) });
  await screen.findByRole('button', { name: 'Change' });
  expect(screen.getByText('mira@example.com')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add a code' })).not.toBeInTheDocument();
});

test('too few minutes are said before the press, and a shorter length goes through', async () => {
  writeDraft(newDraft({ ...filled, duration: 20 }));
  const sent = visit(mira, { 'GET /api/minutes': someMinutes(288) });
  await mic();
  await screen.findByText('Only 12 minutes are left until 1 December, too few for this length.');
  const button = await make();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByRole('button', { name: 'Hear how it starts' })).not.toBeInTheDocument();
  fireEvent.click(button);
  fireEvent.click(screen.getByRole('radio', { name: '10 minutes' }));
  expect(screen.queryByText(/too few/)).not.toBeInTheDocument();
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
  expect(sent('POST /api/orders')).toEqual([]);
  fireEvent.click(button);
  await waitFor(() => expect(here()).toBe('/success?order=o7'));
});

test('minutes that were used elsewhere meanwhile are counted again after a refusal', async () => {
  const message = 'Your 300 minutes of this month are used up.';
  let used = 180;
  visit(mira, {
    'GET /api/minutes': () => ({ status: 200, body: someMinutes(used) }),
    'POST /api/orders': () => {
      used = 300;
      return {
        status: 429,
        body: { message, code: 'too_many', fields: { duration: message } },
      };
    },
  });
  await screen.findByText('120 of 300 minutes left until 1 December');
  await mic();
  fireEvent.click(await make());
  await screen.findByText(message);
  await screen.findByText('We couldn’t start it');
  await screen.findByText('This month’s minutes are used up. You get new ones on 1 December.');
  expect(here()).toBe('/create');
});

test('a visitor of a house signs in first, and until then nothing is asked of its providers', async () => {
  const sent = visit(null);
  await mic();
  const signIn = await screen.findByRole('link', { name: 'Sign in' });
  expect(signIn).toHaveAttribute('href', '/auth?next=%2Fcreate');
  expect(screen.queryByRole('button', { name: 'Hear how it starts' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add a source' })).not.toBeInTheDocument();
  // Leaving the field would have it read at once.
  fireEvent.blur(screen.getByLabelText('What are we talking about?'));
  fireEvent.click(await make());
  await waitFor(() => expect(here()).toBe('/auth?next=%2Fcreate&tab=register'));
  expect(window.history.state).toMatchObject({ keptOrder: { topic: 'Bees', total: 0 } });
  for (const call of ['POST /api/briefs', 'POST /api/orders', 'GET /api/minutes']) {
    expect(sent(call), call).toEqual([]);
  }
});

test('a visitor without a topic is told so and stays', async () => {
  writeDraft(newDraft({ ...filled, topic: '' }));
  visit(null);
  await mic();
  fireEvent.click(await make());
  await screen.findByText('Topic is required');
  expect(here()).toBe('/create');
});

test('how it starts is heard before anything is made, and said without a word of orders', async () => {
  Element.prototype.scrollIntoView = () => {};
  const preview = {
    id: 'pv1',
    state: 'written',
    title: 'A Hive Is a Decision',
    lines: [{ speaker: 'A', text: 'Who decides?', start: null }],
    chapters: ['The swarm'],
    sound: { state: 'none', partsUrl: '/media/preview/pv1/parts.json', seconds: null },
    failure: null,
    expiresAt: '2031-01-01T00:00:00.000Z',
  };
  visit(mira, {
    'POST /api/previews': { preview },
    'GET /api/previews/pv1?minutes=10': { preview },
  });
  await mic();
  fireEvent.click(await screen.findByRole('button', { name: 'Hear how it starts' }));
  await screen.findByText(
    'This is how your episode starts. Have it made, and it picks up from here.',
    {},
    { timeout: 8000 },
  );
}, 12_000);

test('a preview for which the minutes do not suffice says so in its place', async () => {
  Element.prototype.scrollIntoView = () => {};
  const message = '5 of your 300 minutes are left until 1 December, too few for an episode of 10.';
  visit(mira, {
    'POST /api/previews': () => ({
      status: 429,
      body: { message, code: 'too_many', fields: { duration: message } },
    }),
  });
  await mic();
  fireEvent.click(await screen.findByRole('button', { name: 'Hear how it starts' }));
  expect(await screen.findByText(message, {}, { timeout: 8000 })).toBeInTheDocument();
}, 12_000);

test('sounds between chapters are part of the minutes, which nobody buys', async () => {
  visit(mira);
  await mic();
  await screen.findByText(/They count toward its minutes\.$/);
});
