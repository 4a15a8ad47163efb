import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Podcast } from '#shared/episode.ts';
import { mira, open, serve } from '../../testing.tsx';
import DashboardPage from '../DashboardPage.tsx';
import { anOrder, aTape } from '../fixtures.ts';
// Loaded when they are wanted; here they are at hand before the clock of any test runs.
import '../../ui/ToastStack.tsx';
import './TapeSheet.tsx';

type Answers = Parameters<typeof serve>[0];

const paid = anOrder({
  status: 'paid',
  podcast: { publicId: 'p1', status: 'completed', stage: 'telling' },
});

function studio(podcasts: Podcast[], more: Answers = {}) {
  return serve({
    'GET /api/auth/me': { user: mira },
    'GET /api/orders': { orders: [paid] },
    'GET /api/podcasts': { podcasts, nextCursor: null },
    ...more,
  });
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const TITLE = 'Why the sea glows at night';

async function manage(title = TITLE) {
  open('/dashboard', <DashboardPage />);
  fireEvent.click(await screen.findByRole('button', { name: `More: ${title}` }));
  return within(await screen.findByRole('dialog', { name: 'This tape' }));
}

test('a tape is renamed, and the shelf has the new title without asking again', async () => {
  const sent = studio([aTape({})], {
    'PATCH /api/podcasts/p1': { podcast: aTape({ title: 'Glow' }) },
  });
  const sheet = await manage();
  type(sheet.getByLabelText('Title'), ' Glow ');
  fireEvent.click(sheet.getByRole('button', { name: 'Save title' }));
  await screen.findByText('Renamed');
  expect(sent.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ title: 'Glow' });
  expect(document.querySelector('#tapes ~ ul')?.textContent).toContain('Glow');
});

test('an empty title is refused at the field, and nothing is sent', async () => {
  const sent = studio([aTape({})]);
  const sheet = await manage();
  const field = sheet.getByLabelText('Title');
  type(field, '   ');
  fireEvent.click(sheet.getByRole('button', { name: 'Save title' }));
  await sheet.findByText('Title is required');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(sent.some(({ call }) => call.startsWith('PATCH'))).toBe(false);
});

test('the letter goes again, to another address when one is typed', async () => {
  const sent = studio([aTape({})], {
    'PATCH /api/orders/o1': { order: paid },
    'POST /api/podcasts/p1/resend': { email: 'work@example.com' },
  });
  const sheet = await manage();
  type(sheet.getByLabelText('Letter goes to'), 'work@example.com');
  fireEvent.click(sheet.getByRole('button', { name: 'Send the letter again' }));
  await screen.findByText('To work@example.com.');
  const writes = sent.filter(({ call }) => !call.startsWith('GET'));
  expect(writes.map(({ call, body }) => [call, body])).toEqual([
    ['PATCH /api/orders/o1', { email: 'work@example.com' }],
    ['POST /api/podcasts/p1/resend', undefined],
  ]);
});

test('a letter that was sent too often says so', async () => {
  const message = 'We have sent it 3 times today.';
  studio([aTape({})], {
    'POST /api/podcasts/p1/resend': () => ({
      status: 429,
      body: { message, code: 'too_many' },
    }),
  });
  const sheet = await manage();
  fireEvent.click(sheet.getByRole('button', { name: 'Send the letter again' }));
  await screen.findByText(message);
});

async function deleteIt() {
  const sheet = await manage();
  fireEvent.click(sheet.getByRole('button', { name: 'Delete this tape' }));
  const step = within(await screen.findByRole('dialog', { name: 'Delete this tape?' }));
  expect(step.getByText(/cannot be brought back/)).toBeTruthy();
  return step;
}
const isShelved = (title: string) =>
  Boolean(document.querySelector('#tapes ~ ul')?.textContent?.includes(title));

test('a tape leaves the shelf before the server answers, once, and the focus goes to the heading', async () => {
  const answered = Promise.withResolvers<{ status: number; body: string }>();
  const sent = studio([aTape({}), aTape({ publicId: 'p2', title: 'Another' })], {
    'DELETE /api/podcasts/p1': () => answered.promise,
  });
  const step = await deleteIt();
  const key = step.getByRole('button', { name: 'Delete it for good' });
  fireEvent.click(key);
  fireEvent.click(key);
  await waitFor(() => expect(isShelved(TITLE)).toBe(false));
  expect(isShelved('Another')).toBe(true);
  await waitFor(() => expect(document.activeElement?.id).toBe('tapes'));
  answered.resolve({ status: 204, body: '' });
  await waitFor(() => expect(sent.filter(({ call }) => call.startsWith('DELETE'))).toHaveLength(1));
});

test('a tape that could not be deleted is back on the shelf, with the reason', async () => {
  studio([aTape({})], {
    'DELETE /api/podcasts/p1': () => ({
      status: 409,
      body: { message: 'What it cost is just being given back.', code: 'conflict' },
    }),
  });
  const step = await deleteIt();
  fireEvent.click(step.getByRole('button', { name: 'Delete it for good' }));
  await screen.findByText('What it cost is just being given back.');
  expect(isShelved(TITLE)).toBe(true);
});

test('who thinks better of it keeps the tape', async () => {
  const sent = studio([aTape({})]);
  const step = await deleteIt();
  fireEvent.click(step.getByRole('button', { name: 'Keep it' }));
  await screen.findByRole('dialog', { name: 'This tape' });
  expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
});

test('a tape that failed can be deleted and not renamed; one in the making neither', async () => {
  studio([
    aTape({ status: 'failed', audioUrl: null }),
    aTape({ publicId: 'p2', title: 'Soon', status: 'processing', audioUrl: null }),
  ]);
  const sheet = await manage();
  expect(sheet.getByRole('button', { name: 'Delete this tape' })).toBeTruthy();
  expect(sheet.queryByLabelText('Title')).toBeNull();
  expect(screen.queryByRole('button', { name: 'More: Soon', hidden: true })).toBeNull();
});

test('a long shelf can be searched, and what is not found leads back to everything', async () => {
  const tapes = Array.from({ length: 7 }, (_, n) => aTape({ publicId: `p${n}`, title: `No ${n}` }));
  const sent = studio(tapes, {
    'GET /api/podcasts?q=sea%20%26%20moon': { podcasts: [], nextCursor: null },
  });
  open('/dashboard', <DashboardPage />);
  type(await screen.findByLabelText('Find a tape'), 'sea & moon ');
  await screen.findByText('No tape of yours speaks of that.');
  expect(screen.queryByText('Receipts without a tape')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show all tapes' }));
  await screen.findByText('No 3');
  expect((screen.getByLabelText('Find a tape') as HTMLInputElement).value).toBe('');
  expect(sent.filter(({ call }) => call.includes('q='))).toHaveLength(1);
});

test('a short shelf has no search', async () => {
  studio([aTape({})]);
  open('/dashboard', <DashboardPage />);
  await screen.findByText(TITLE);
  expect(screen.queryByLabelText('Find a tape')).toBeNull();
});
