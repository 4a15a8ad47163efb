import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAccount, mira } from '../testing/builders.ts';
import { inHouse, open, serve } from '../testing/screen.tsx';
import CreatePage from './CreatePage.tsx';
import { newDraft, writeDraft } from './draft.ts';
import { filled, voices } from './fixtures.ts';

const server = { 'GET /api/auth/me': { user: mira }, 'GET /api/voices': { voices } };

test('the order names its topic, hosts and length beside its price, and follows the form', async () => {
  writeDraft(newDraft({ ...filled, topic: '  Why do bees swarm? ', duration: 15 }));
  serve(server);
  open('/create', <CreatePage />);
  const order = within(await screen.findByRole('region', { name: 'Your order' }));
  expect(order.getByText('Why do bees swarm?')).toBeInTheDocument();
  expect(await order.findByText('Brian')).toBeInTheDocument();
  expect(order.getByText(/, 15 minutes$/)).toHaveTextContent('Brian and Lily, 15 minutes');
  expect(order.getByText('Total').nextSibling).toHaveTextContent('$5.99');
  fireEvent.click(screen.getByRole('radio', { name: '25 minutes, $8.99' }));
  expect(order.getByText(/, 25 minutes$/)).toBeInTheDocument();
  expect(order.getByText('Total').nextSibling).toHaveTextContent('$8.99');
  fireEvent.change(screen.getByLabelText('What are we talking about?'), { target: { value: '' } });
  expect(order.getByText('Your episode')).toBeInTheDocument();
});

test('a free episode is used unless it is saved for later, and costs nothing everywhere', async () => {
  writeDraft(newDraft(filled));
  const user = anAccount({ hasMadeFirstPurchase: true });
  serve({ ...server, 'GET /api/auth/me': { user } });
  open('/create', <CreatePage />);
  const save = await screen.findByRole('button', { name: 'Save it for later' });
  const total = screen.getByText('Total');
  expect(total.nextSibling).toHaveTextContent('Free');
  expect(screen.getByRole('button', { name: /^Continue to checkout/ })).toHaveAccessibleName(
    /^Continue to checkout ?Free$/,
  );
  fireEvent.click(screen.getByRole('radio', { name: /^15 minutes/ }));
  expect(total.nextSibling).toHaveTextContent(/^\$5\.99$/);
  fireEvent.click(screen.getByRole('radio', { name: /^10 minutes/ }));
  expect(total.nextSibling).toHaveTextContent('Free');
  fireEvent.click(save);
  expect(total.nextSibling).toHaveTextContent(/^\$3\.99$/);
  fireEvent.click(screen.getByRole('button', { name: 'Use it' }));
  expect(total.nextSibling).toHaveTextContent('Free');
});

test('in a house the episode stands there without a price', async () => {
  writeDraft(newDraft(filled));
  serve({ ...server, 'GET /api/minutes': { minutes: { used: 0, limit: 120 } } });
  open('/create', inHouse(<CreatePage />));
  const episode = within(await screen.findByRole('region', { name: 'Your episode' }));
  expect(await episode.findByText('Brian')).toBeInTheDocument();
  expect(episode.queryByText('Total')).not.toBeInTheDocument();
  expect(screen.getByRole('main')).not.toHaveTextContent(/\$|Free|order|Tax/);
});
