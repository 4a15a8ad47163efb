import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { carry } from '../api/keptOrder.ts';
import { mira } from '../testing/builders.ts';
import { here, open, serve } from '../testing/screen.tsx';
import CreatePage from './CreatePage.tsx';
import { newDraft, writeDraft } from './draft.ts';
import { filled, placed, voices } from './fixtures.ts';

const message = 'That code isn’t active any more';

test('a code that ended during the sign-in is refused at its field, and the order waits without it', async () => {
  const draft = newDraft({ ...filled, email: 'mira@example.com', discountCode: 'OWL' });
  writeDraft(draft);
  const sent = serve({
    'GET /api/auth/me': { user: mira },
    'GET /api/voices': { voices },
    'POST /api/quotes': () => ({
      status: 422,
      body: { message, code: 'discount_refused', fields: { discountCode: message } },
    }),
    'POST /api/orders': placed({ id: 'o7' }),
  });
  const orders = () => sent.filter(({ call }) => call === 'POST /api/orders');
  const kept = carry({ draftId: draft.id, topic: 'Bees', duration: 10, total: 319 });
  open('/create', <CreatePage />, kept);
  expect(await screen.findByText(message)).toBeInTheDocument();
  await waitFor(() => expect(window.history.state).toBeNull());
  expect(screen.getByLabelText('Discount code')).toHaveValue('OWL');
  expect(screen.getByLabelText('Discount code')).toHaveFocus();
  expect(screen.getByLabelText('What are we talking about?')).toHaveValue('Bees');
  expect(here()).toBe('/create');
  expect(orders()).toEqual([]);

  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  fireEvent.click(screen.getByRole('button', { name: /^Continue to checkout/ }));
  await waitFor(() => expect(here()).toBe('/checkout?order=o7'));
  expect(orders()).toHaveLength(1);
  expect(orders()[0]?.body).not.toHaveProperty('discountCode', 'OWL');
});
