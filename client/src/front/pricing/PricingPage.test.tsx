import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, serve } from '../../testing/screen.tsx';
import PricingPage from './PricingPage.tsx';

function visit() {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/pricing', <PricingPage />);
}

test('the pricing page shows the price line of the specification', async () => {
  visit();
  expect(
    screen.getByText('Pay per episode • $3.99-$8.99 based on length • No subscriptions'),
  ).toBeInTheDocument();
  await waitFor(() => expect(document.title).toBe('Pricing · Duologue'));
});

test('each length has its price, tax included, and a link to the form with that length', () => {
  visit();
  const lengths = within(screen.getByRole('region', { name: 'Four lengths' }));
  expect(lengths.getByText(/tax included/)).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
  const shown = lengths.getAllByRole('listitem').map((item) => ({
    length: within(item).getByRole('heading').textContent,
    price: item.textContent?.match(/\$[\d.]+/)?.[0],
    href: within(item).getByRole('link').getAttribute('href'),
    link: within(item).getByRole('link').textContent,
  }));
  expect(shown).toEqual(
    [
      [10, '$3.99'],
      [15, '$5.99'],
      [20, '$7.49'],
      [25, '$8.99'],
    ].map(([minutes, price]) => ({
      length: `${minutes} minutes`,
      price,
      href: `/create?duration=${minutes}`,
      link: `Choose ${minutes} minutes`,
    })),
  );
});

test('the pricing page lists what every episode includes', () => {
  visit();
  const included = within(screen.getByRole('region', { name: 'In every episode' }));
  expect(included.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Two voices you choose',
    'Exact minutes',
    'Mastered sound',
    'Transcript with chapters',
    'The file itself',
    'An email and a listen page',
  ]);
});

test('the pricing page promises refunds and a free 10-minute podcast after the first purchase', () => {
  visit();
  const promise = screen.getByRole('region', {
    name: 'If we can’t make it, your money goes back by itself',
  });
  expect(within(promise).getByRole('link')).toHaveAttribute('href', '/refund');
  expect(
    screen.getByText('A free 10-minute bonus podcast after your first purchase.'),
  ).toBeInTheDocument();
});

test.each([
  ['How long does it take?', /8-12 minutes; longer content takes up to 20 minutes/],
  ['What if it can’t be made?', /your money goes back by itself/],
  ['Which languages do the hosts speak?', /English/],
  ['Is everything they say true?', /The hosts are AI and can get things wrong/],
  ['I have a discount code. Where does it go?', /The price changes before you pay/],
  ['What’s the bonus?', /After your first purchase, one 10-minute podcast is free/],
])('the pricing page answers "%s"', (question, answer) => {
  visit();
  const term = screen.getByText(question);
  expect(term.nextElementSibling).toHaveTextContent(answer);
});
