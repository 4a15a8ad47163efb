import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mira } from '../testing/builders.ts';
import { open, serve } from '../testing/screen.tsx';
import PreviewPage from './PreviewPage.tsx';
// The page loads this on demand; here it is loaded before any test times out waiting for it.
import '../ui/ToastStack.tsx';

function visit(user: typeof mira | null = null) {
  const sent = serve({ 'GET /api/auth/me': { user } });
  open('/dashboard-preview', <PreviewPage />);
  return sent;
}

const rowOf = (title: string) => {
  const row = screen.getByText(title).closest('li');
  if (!row) throw new Error(`${title} stands in no row`);
  return within(row);
};

test('the dashboard preview is labelled as a preview and its tapes as samples', () => {
  visit();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Dashboard preview$/);
  expect(screen.getByText(/These tapes are samples/)).toBeInTheDocument();
  expect(document.title).toBe('Dashboard preview · Duologue');
});

test('the dashboard preview shows an unfinished, a finished and a failed episode', () => {
  visit();
  expect(
    rowOf('Why the sea glows at night').getByText('On air, 64 of 148 lines'),
  ).toBeInTheDocument();
  expect(rowOf('How the metro got its voice').getByText(/yesterday$/)).toBeInTheDocument();
  const lost = rowOf('The last typewriter shop');
  expect(lost.getByText('$3.99 refunded.')).toBeInTheDocument();
  expect(lost.getByRole('link', { name: 'Order again' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/create\?topic=The\+last\+typewriter\+shop&voice1=/),
  );
});

test('every link on the dashboard preview leads to the form or to pricing', () => {
  visit();
  const open = screen.getAllByRole('link').filter((link) => !link.hasAttribute('download'));
  const paths = open.map((link) => new URL((link as HTMLAnchorElement).href).pathname);
  expect(new Set(paths)).toEqual(new Set(['/create', '/pricing']));
});

test('the title of a sample links to the form with its topic', () => {
  visit();
  const link = screen.getByRole('link', { name: 'Knots sailors actually use' });
  expect(link).toHaveAttribute('href', '/create?topic=Knots%20sailors%20actually%20use');
});

test('pressing play on a sample explains that there is nothing to play', async () => {
  visit();
  const key = screen.getByRole('button', { name: 'Play How the metro got its voice' });
  fireEvent.click(key);
  await screen.findByText('This is a sample');
  expect(screen.queryByRole('button', { name: /^Pause/ })).not.toBeInTheDocument();
});

test('downloading a sample explains that it is a sample and downloads nothing', async () => {
  visit();
  const file = screen.getByRole('link', { name: 'Download Knots sailors actually use' });
  expect(fireEvent.click(file)).toBe(false);
  await screen.findByText('This is a sample');
});

test('the dashboard preview offers a visitor no dashboard and requests nothing private', async () => {
  const sent = visit();
  await screen.findByText('Your tapes');
  expect(screen.queryByRole('link', { name: 'Go to your dashboard' })).not.toBeInTheDocument();
  expect(sent.map(({ call }) => call)).toEqual(['GET /api/auth/me']);
});

test('the dashboard preview links a signed-in user to the dashboard and requests nothing private', async () => {
  const sent = visit(mira);
  const way = await screen.findByRole('link', { name: 'Go to your dashboard' });
  expect(way).toHaveAttribute('href', '/dashboard');
  expect(sent.map(({ call }) => call)).toEqual(['GET /api/auth/me']);
});
