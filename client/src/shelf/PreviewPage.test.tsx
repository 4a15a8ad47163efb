import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSample, mira } from '../testing/builders.ts';
import { open, serve } from '../testing/screen.tsx';
import PreviewPage from './PreviewPage.tsx';

function visit(user: typeof mira | null = null) {
  const sent = serve({
    'GET /api/auth/me': { user },
    'GET /api/samples': { samples: [aSample()], recording: 0 },
  });
  open('/dashboard-preview', <PreviewPage />);
  return sent;
}

const findRow = (title: string) => {
  const row = screen.getByText(title).closest('li');
  if (!row) throw new Error(`${title} stands in no row`);
  return within(row);
};

test('the dashboard preview says what a shelf will be, and that this one is a sample', () => {
  visit();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This could be your shelf');
  const shelf = within(screen.getByRole('region', { name: 'A sample shelf' }));
  expect(shelf.getAllByRole('listitem')).toHaveLength(3);
  expect(document.title).toBe('Dashboard preview · Duologue');
});

test('the dashboard preview shows an unfinished and a finished episode', () => {
  visit();
  expect(
    findRow('Why the sea glows at night').getByText('On air, 64 of 148 lines'),
  ).toBeInTheDocument();
  expect(findRow('How the metro got its voice').getByText(/yesterday$/)).toBeInTheDocument();
});

test('every link on the dashboard preview leads to the form', () => {
  visit();
  const open = screen.getAllByRole('link');
  const paths = open.map((link) => new URL((link as HTMLAnchorElement).href).pathname);
  expect(new Set(paths)).toEqual(new Set(['/create']));
});

test('the title of an example links to the form with its topic', () => {
  visit();
  const link = screen.getByRole('link', { name: 'Knots sailors actually use' });
  expect(link).toHaveAttribute('href', '/create?topic=Knots%20sailors%20actually%20use');
});

test('the examples on the dashboard preview show how much was heard, and no button that does nothing', () => {
  visit();
  expect(findRow('How the metro got its voice').getByText(/^6\smin left$/)).toBeInTheDocument();
  expect(findRow('Knots sailors actually use').getByText('Played')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('the dashboard preview has one real episode to hear', async () => {
  visit();
  await screen.findByRole('button', { name: 'Play A long look at the glowing sea' });
});

test('the dashboard preview offers a visitor no dashboard and requests nothing private', async () => {
  const sent = visit();
  await screen.findByText('A sample shelf');
  expect(screen.queryByRole('link', { name: 'Go to your dashboard' })).not.toBeInTheDocument();
  expect(new Set(sent.map(({ call }) => call))).toEqual(
    new Set(['GET /api/auth/me', 'GET /api/samples']),
  );
});

test('the dashboard preview links a signed-in user to the dashboard and requests nothing private', async () => {
  const sent = visit(mira);
  const link = await screen.findByRole('link', { name: 'Go to your dashboard' });
  expect(link).toHaveAttribute('href', '/dashboard');
  expect(new Set(sent.map(({ call }) => call))).toEqual(
    new Set(['GET /api/auth/me', 'GET /api/samples']),
  );
});
