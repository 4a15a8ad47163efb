import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Checks } from '#shared/checks.ts';
import { visit } from './fixtures.ts';

const list = 'GET /api/admin/checks';
const ask = 'POST /api/admin/checks';

const someChecks = (more: Partial<Checks> = {}): Checks => ({
  at: '2026-03-04T05:06:07.000Z',
  bought: false,
  findings: [
    { provider: 'OpenAI', ok: true, sentence: 'It writes with gpt-6-luna.' },
    { provider: 'Paddle', ok: false, sentence: 'Set the default payment link.' },
  ],
  running: false,
  price: 350_000,
  whyNotBuy: null,
  ...more,
});

function visitProviders(answers: Record<string, unknown>) {
  // What the other cards of the view show is not looked at here.
  const pending = () => new Promise<never>(() => {});
  const others = {
    'GET /api/admin/credits': pending,
    'GET /api/admin/models': pending,
    'GET /api/admin/features': pending,
  };
  return visit({ ...others, ...answers }, '/admin?view=providers');
}
const tell = (checks: Checks) => () => ({ status: 200, body: { checks } });

test('what is to be done about a provider comes first, with the time of the check', async () => {
  visitProviders({ [list]: tell(someChecks()) });
  await screen.findByText('Set the default payment link.');
  expect(
    screen
      .getAllByRole('listitem')
      .slice(-2)
      .map(({ textContent }) => textContent),
  ).toEqual(['PaddleSet the default payment link.', 'OpenAIIn order: It writes with gpt-6-luna.']);
  expect(screen.getByText(/^Checked/)).toHaveTextContent('Checked 4 Mar, 05:06: 1 to fix.');
});

test('before the first check the page says that nothing has been checked', async () => {
  visitProviders({ [list]: tell(someChecks({ at: null, findings: [] })) });
  await screen.findByText('Nothing has been checked yet.');
  expect(screen.getByRole('button', { name: 'Check' })).toBeVisible();
});

test('a check with nothing to be done says that all is in order', async () => {
  visitProviders({ [list]: tell(someChecks({ findings: [], bought: true })) });
  await screen.findByText(/with purchases: all in order\.$/);
});

test('“Check again” buys nothing, and the page follows the run to its end', async () => {
  let checks = someChecks();
  const sent = visitProviders({
    [list]: () => ({ status: 200, body: { checks } }),
    [ask]: () => {
      checks = someChecks({ running: true });
      return { status: 202, body: { checks } };
    },
  });
  const button = await screen.findByRole('button', { name: 'Check again' });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText('Checking the providers...');
  expect(sent(ask).map(({ body }) => body)).toEqual([{ buy: false }]);
  checks = someChecks({ findings: [{ provider: 'Paddle', ok: true, sentence: 'It sells.' }] });
  await screen.findByText('It sells.');
  expect(screen.getByText(/^Checked/)).toHaveTextContent('all in order');
});

test('purchases are named with their price before they are made, and can be left', async () => {
  const sent = visitProviders({ [list]: tell(someChecks()), [ask]: tell(someChecks()) });
  const button = await screen.findByRole('button', { name: 'Check with purchases ($0.35)' });
  fireEvent.click(button);
  const question = screen.getByText('Spend up to $0.35 at OpenAI and ElevenLabs?');
  expect(question).toHaveFocus();
  expect(sent(ask)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Don’t spend' }));
  expect(question).not.toBeInTheDocument();
  fireEvent.click(button);
  fireEvent.click(screen.getByRole('button', { name: 'Spend up to $0.35' }));
  await waitFor(() => expect(sent(ask).map(({ body }) => body)).toEqual([{ buy: true }]));
});

test('where nothing may be bought the button says why and asks nothing', async () => {
  const whyNotBuy = 'These settings were checked with purchases before.';
  const sent = visitProviders({ [list]: tell(someChecks({ whyNotBuy })) });
  const button = await screen.findByRole('button', { name: /^Check with purchases/ });
  expect(button).toHaveAccessibleDescription(whyNotBuy);
  fireEvent.click(button);
  expect(screen.queryByText(/^Spend up to/)).not.toBeInTheDocument();
  expect(sent(ask)).toEqual([]);
});

test('a list that cannot be fetched offers another try', async () => {
  let isUp = false;
  visitProviders({
    [list]: () =>
      isUp
        ? { status: 200, body: { checks: someChecks() } }
        : { status: 503, body: { message: 'Starting' } },
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  fireEvent.click(again);
  await screen.findByText('Set the default payment link.');
});
