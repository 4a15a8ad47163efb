import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Podcast } from '#shared/episode.ts';
import { anOrder, aPodcast, mira } from '../../testing/builders.ts';
import { open, serve } from '../../testing/screen.tsx';
import DashboardPage from '../DashboardPage.tsx';
// The page loads these on demand; here they are loaded before any test times out waiting for them.
import '../../ui/ToastStack.tsx';
import './EpisodeSheet.tsx';

type Answers = Parameters<typeof serve>[0];

const paid = anOrder({
  status: 'paid',
  podcast: { publicId: 'p1', status: 'completed', stage: 'emailing' },
});

function setUp(podcasts: Podcast[], more: Answers = {}) {
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
  const more = await screen.findByRole('button', { name: `More: ${title}` });
  // A click moves the focus in browsers; fireEvent does not.
  more.focus();
  fireEvent.click(more);
  return within(await screen.findByRole('dialog', { name: 'This tape' }));
}

test('a renamed episode shows its new title on the dashboard', async () => {
  const sent = setUp([aPodcast()], {
    'PATCH /api/podcasts/p1': { podcast: aPodcast({ title: 'Glow' }) },
  });
  const sheet = await manage();
  type(sheet.getByLabelText('Title'), ' Glow ');
  fireEvent.click(sheet.getByRole('button', { name: 'Save title' }));
  await screen.findByText('Renamed');
  expect(sent.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ title: 'Glow' });
  expect(document.querySelector('#tapes ~ ul')).toHaveTextContent('Glow');
});

test('an empty title is refused at the field, and nothing is sent', async () => {
  const sent = setUp([aPodcast()]);
  const sheet = await manage();
  const field = sheet.getByLabelText('Title');
  type(field, '   ');
  fireEvent.click(sheet.getByRole('button', { name: 'Save title' }));
  await sheet.findByText('Title is required');
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(sent.some(({ call }) => call.startsWith('PATCH'))).toBe(false);
});

test('the email of an episode can be sent again from the dashboard, also to a new address', async () => {
  const sent = setUp([aPodcast()], {
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

test('an email that was sent again too often shows the refusal', async () => {
  const message = 'We have sent it 3 times today.';
  setUp([aPodcast()], {
    'POST /api/podcasts/p1/resend': () => ({
      status: 429,
      body: { message, code: 'too_many' },
    }),
  });
  const sheet = await manage();
  fireEvent.click(sheet.getByRole('button', { name: 'Send the letter again' }));
  await screen.findByText(message);
});

/** What an episode rests on, where its owner brought a text. */
const brought = {
  basis: 'sources',
  sources: [{ id: 1, kind: 'text', title: 'My notes', isPrivate: true }],
  claims: [],
  counts: {},
  showsPrivate: false,
};
const withSources = (sources: unknown) => ({
  'GET /api/listen/token': { episode: { sourcesUrl: '/media/token/sources.json' } },
  'GET /media/token/sources.json': sources,
});

test('the owner shows everybody what they brought, also from the dashboard', async () => {
  const sent = setUp([aPodcast()], {
    ...withSources(brought),
    'PATCH /api/podcasts/p1': { podcast: aPodcast({ showsSources: true }) },
  });
  const sheet = await manage();
  const button = await sheet.findByRole('switch', { name: 'Show everybody what I brought' });
  fireEvent.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-checked', 'true'));
  expect(sent.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ showsSources: true });
});

test('an episode for which nothing private was brought has no such switch', async () => {
  const sources = brought.sources.map((source) => ({ ...source, isPrivate: false }));
  const sent = setUp([aPodcast()], withSources({ ...brought, sources }));
  const sheet = await manage();
  const asked = () => sent.some(({ call }) => call === 'GET /media/token/sources.json');
  await waitFor(() => expect(asked()).toBe(true));
  expect(sheet.queryByRole('switch')).not.toBeInTheDocument();
});

async function deleteIt() {
  const sheet = await manage();
  fireEvent.click(sheet.getByRole('button', { name: 'Delete this tape' }));
  const step = within(await screen.findByRole('dialog', { name: 'Delete this tape?' }));
  expect(step.getByText(/cannot be brought back/)).toBeInTheDocument();
  return step;
}
const isListed = (title: string) =>
  Boolean(document.querySelector('#tapes ~ ul')?.textContent?.includes(title));

test('a deleted episode disappears before the server answers, and the focus moves to the heading', async () => {
  const answered = Promise.withResolvers<{ status: number; body: string }>();
  const sent = setUp([aPodcast(), aPodcast({ publicId: 'p2', title: 'Another' })], {
    'DELETE /api/podcasts/p1': () => answered.promise,
  });
  const step = await deleteIt();
  const key = step.getByRole('button', { name: 'Delete it for good' });
  fireEvent.click(key);
  fireEvent.click(key);
  await waitFor(() => expect(isListed(TITLE)).toBe(false));
  expect(isListed('Another')).toBe(true);
  await waitFor(() => expect(document.getElementById('tapes')).toHaveFocus());
  answered.resolve({ status: 204, body: '' });
  await waitFor(() => expect(sent.filter(({ call }) => call.startsWith('DELETE'))).toHaveLength(1));
});

test('an episode that could not be deleted comes back with the reason', async () => {
  setUp([aPodcast()], {
    'DELETE /api/podcasts/p1': () => ({
      status: 409,
      body: { message: 'What it cost is just being given back.', code: 'conflict' },
    }),
  });
  const step = await deleteIt();
  fireEvent.click(step.getByRole('button', { name: 'Delete it for good' }));
  await screen.findByText('What it cost is just being given back.');
  expect(isListed(TITLE)).toBe(true);
});

test('"Keep it" cancels the deletion of an episode', async () => {
  const sent = setUp([aPodcast()]);
  const step = await deleteIt();
  fireEvent.click(step.getByRole('button', { name: 'Keep it' }));
  await screen.findByRole('dialog', { name: 'This tape' });
  expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
});

test('a failed episode can be deleted but not renamed, and an unfinished one neither', async () => {
  setUp([
    aPodcast({ status: 'failed', audioUrl: null }),
    aPodcast({ publicId: 'p2', title: 'Soon', status: 'processing', audioUrl: null }),
  ]);
  const sheet = await manage();
  expect(sheet.getByRole('button', { name: 'Delete this tape' })).toBeInTheDocument();
  expect(sheet.queryByLabelText('Title')).not.toBeInTheDocument();
  expect(
    screen.queryByRole('button', { name: 'More: Soon', hidden: true }),
  ).not.toBeInTheDocument();
});

test('a long list of episodes can be searched, and an empty result offers them all again', async () => {
  const episodes = Array.from({ length: 7 }, (_, n) =>
    aPodcast({ publicId: `p${n}`, title: `No ${n}` }),
  );
  const sent = setUp(episodes, {
    'GET /api/podcasts?q=sea%20%26%20moon': { podcasts: [], nextCursor: null },
  });
  open('/dashboard', <DashboardPage />);
  type(await screen.findByLabelText('Find a tape'), 'sea & moon ');
  await screen.findByText('No tape of yours speaks of that.');
  expect(screen.queryByText('Receipts without a tape')).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Show all tapes' }));
  await screen.findByText('No 3');
  expect(screen.getByLabelText('Find a tape')).toHaveValue('');
  expect(sent.filter(({ call }) => call.includes('q='))).toHaveLength(1);
});

test('a short list of episodes has no search', async () => {
  setUp([aPodcast()]);
  open('/dashboard', <DashboardPage />);
  await screen.findByText(TITLE);
  expect(screen.queryByLabelText('Find a tape')).not.toBeInTheDocument();
});
