import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mira, open, serve } from '../testing.tsx';
import PreviewPage from './PreviewPage.tsx';
// Loaded when it is wanted; here it is at hand before the clock of any test runs.
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

test('it is labelled a preview, and its tapes samples', () => {
  visit();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard preview');
  expect(screen.getByText(/These tapes are samples/)).toBeTruthy();
  expect(document.title).toBe('Dashboard preview · Duologue');
});

test('it shows a tape in every state a dashboard knows', () => {
  visit();
  expect(rowOf('Why the sea glows at night').getByText('On air, 64 of 148 lines')).toBeTruthy();
  expect(rowOf('How the metro got its voice').getByText(/yesterday$/)).toBeTruthy();
  const lost = rowOf('The last typewriter shop');
  expect(lost.getByText('$3.99 refunded.')).toBeTruthy();
  expect(lost.getByRole('link', { name: 'Order again' }).getAttribute('href')).toMatch(
    /^\/create\?topic=The\+last\+typewriter\+shop&voice1=/,
  );
});

test('every link leads to the form or to a page that is open to all', () => {
  visit();
  const open = screen.getAllByRole('link').filter((link) => !link.hasAttribute('download'));
  const paths = open.map((link) => new URL((link as HTMLAnchorElement).href).pathname);
  expect(new Set(paths)).toEqual(new Set(['/create', '/pricing']));
});

test('a title leads to the form with its topic', () => {
  visit();
  const link = screen.getByRole('link', { name: 'Knots sailors actually use' });
  expect(link.getAttribute('href')).toBe('/create?topic=Knots%20sailors%20actually%20use');
});

test('pressing play explains that there is nothing to hear', async () => {
  visit();
  const key = screen.getByRole('button', { name: 'Play How the metro got its voice' });
  fireEvent.click(key);
  await screen.findByText('This is a sample');
  expect(screen.queryByRole('button', { name: /^Pause/ })).toBeNull();
});

test('downloading explains it, too, and downloads nothing', async () => {
  visit();
  const file = screen.getByRole('link', { name: 'Download Knots sailors actually use' });
  expect(fireEvent.click(file)).toBe(false);
  await screen.findByText('This is a sample');
});

test('a visitor is offered no dashboard, and nothing private is asked for', async () => {
  const sent = visit();
  await screen.findByText('Your tapes');
  expect(screen.queryByRole('link', { name: 'Go to your dashboard' })).toBeNull();
  expect(sent.map(({ call }) => call)).toEqual(['GET /api/auth/me']);
});

test('whoever is signed in is offered the way to the real one, and still nothing is asked for', async () => {
  const sent = visit(mira);
  const way = await screen.findByRole('link', { name: 'Go to your dashboard' });
  expect(way.getAttribute('href')).toBe('/dashboard');
  expect(sent.map(({ call }) => call)).toEqual(['GET /api/auth/me']);
});
