import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
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
  return within(await screen.findByRole('dialog', { name: title }));
}

/** The menu's sheet, one step further. */
async function step(row: string, name: string) {
  const menu = await manage();
  fireEvent.click(await menu.findByRole('button', { name: row }));
  return within(await screen.findByRole('dialog', { name }));
}
const rename = () => step('Rename', 'Rename this episode');
const emailAgain = () => step('Email it again mira@example.com', 'Email it again');

test('a renamed episode shows its new title on the dashboard', async () => {
  const sent = setUp([aPodcast()], {
    'PATCH /api/podcasts/p1': { podcast: aPodcast({ title: 'Glow' }) },
  });
  const sheet = await rename();
  type(sheet.getByLabelText('Title'), ' Glow ');
  fireEvent.click(sheet.getByRole('button', { name: 'Save title' }));
  await screen.findByText('Renamed');
  expect(sent.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ title: 'Glow' });
  expect(isListed('Glow')).toBe(true);
  await screen.findByRole('dialog', { name: 'Glow' });
  expect(screen.getByRole('button', { name: 'Rename' })).toHaveFocus();
});

test('an empty title is refused at the field, and nothing is sent', async () => {
  const sent = setUp([aPodcast()]);
  const sheet = await rename();
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
  const sheet = await emailAgain();
  type(sheet.getByLabelText('Email goes to'), 'work@example.com');
  fireEvent.click(sheet.getByRole('button', { name: 'Send the email again' }));
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
  const sheet = await emailAgain();
  fireEvent.click(sheet.getByRole('button', { name: 'Send the email again' }));
  await screen.findByText(message);
});

/** What an episode rests on, where its owner brought a text. */
const attached = {
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
    ...withSources(attached),
    'PATCH /api/podcasts/p1': { podcast: aPodcast({ showsSources: true }) },
  });
  const sheet = await manage();
  const button = await sheet.findByRole('switch', { name: 'Show everyone what I brought' });
  fireEvent.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-checked', 'true'));
  expect(sent.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ showsSources: true });
});

test('an episode for which nothing private was brought has no such switch', async () => {
  const sources = attached.sources.map((source) => ({ ...source, isPrivate: false }));
  const sent = setUp([aPodcast()], withSources({ ...attached, sources }));
  const sheet = await manage();
  const asked = () => sent.some(({ call }) => call === 'GET /media/token/sources.json');
  await waitFor(() => expect(asked()).toBe(true));
  expect(sheet.queryByRole('switch')).not.toBeInTheDocument();
});

async function deleteIt() {
  const sheet = await step('Delete', 'Delete this episode?');
  expect(sheet.getByText(/can’t be brought back/)).toBeInTheDocument();
  return sheet;
}
const shelf = () => document.querySelector('section[aria-labelledby="episodes"] ul');
const isListed = (title: string) => Boolean(shelf()?.textContent?.includes(title));

test('a deleted episode disappears before the server answers, and the focus moves to the heading', async () => {
  const answered = Promise.withResolvers<{ status: number; body: string }>();
  const sent = setUp([aPodcast(), aPodcast({ publicId: 'p2', title: 'Another' })], {
    'DELETE /api/podcasts/p1': () => answered.promise,
  });
  const sheet = await deleteIt();
  const button = sheet.getByRole('button', { name: 'Delete it for good' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(isListed(TITLE)).toBe(false));
  expect(isListed('Another')).toBe(true);
  await waitFor(() => expect(document.getElementById('episodes')).toHaveFocus());
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
  const sheet = await deleteIt();
  fireEvent.click(sheet.getByRole('button', { name: 'Delete it for good' }));
  await screen.findByText('What it cost is just being given back.');
  expect(isListed(TITLE)).toBe(true);
});

test('"Keep it" cancels the deletion of an episode', async () => {
  const sent = setUp([aPodcast()]);
  const sheet = await deleteIt();
  fireEvent.click(sheet.getByRole('button', { name: 'Keep it' }));
  await screen.findByRole('dialog', { name: TITLE });
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus();
  expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
});

/** What the menu of this episode offers, in its order. */
async function offers(own: Partial<Podcast>) {
  setUp([aPodcast(own)]);
  const menu = await manage();
  await menu.findByRole('link', { name: 'Receipt' });
  return menu.getAllByRole('listitem').map((row) => row.textContent.trim());
}

test('the menu of a finished episode offers everything that can be done with it', async () => {
  expect(await offers({})).toEqual([
    'Share',
    'Download MP3',
    'Make another like this',
    'Receipt',
    'Rename',
    'Email it again mira@example.com',
    'Delete',
  ]);
  const file = screen.getByRole('link', { name: 'Download MP3' });
  expect(file).toHaveAttribute('href', '/media/p1/episode.mp3?download=1');
});

test('a failed episode can be deleted but not renamed, and an unfinished one neither', async () => {
  expect(await offers({ status: 'failed', audioUrl: null })).toEqual(['Receipt', 'Delete']);
  cleanup();
  expect(await offers({ status: 'processing', audioUrl: null })).toEqual(['Share', 'Receipt']);
});

test('an episode is shared from its menu, and the focus returns to its button', async () => {
  setUp([aPodcast()]);
  const menu = await manage();
  fireEvent.click(menu.getByRole('button', { name: 'Share' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Who should hear this?' }));
  expect(sheet.getByText('http://localhost:3000/listen?episode=token')).toBeInTheDocument();
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  const more = await screen.findByRole('button', { name: `More: ${TITLE}` });
  await waitFor(() => expect(more).toHaveFocus());
});

test('a long list of episodes can be searched, and an empty result offers them all again', async () => {
  const episodes = Array.from({ length: 7 }, (_, n) =>
    aPodcast({ publicId: `p${n}`, title: `No ${n}` }),
  );
  const sent = setUp(episodes, {
    'GET /api/podcasts?q=sea%20%26%20moon': { podcasts: [], nextCursor: null },
  });
  open('/dashboard', <DashboardPage />);
  type(await screen.findByLabelText('Find an episode'), 'sea & moon ');
  await screen.findByText('None of your episodes is about “sea & moon”.');
  expect(screen.queryByText('Receipts without an episode')).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Show all episodes' }));
  await screen.findByText('No 3');
  expect(screen.getByLabelText('Find an episode')).toHaveValue('');
  expect(sent.filter(({ call }) => call.includes('q='))).toHaveLength(1);
});

test('a short list of episodes has no search', async () => {
  setUp([aPodcast()]);
  open('/dashboard', <DashboardPage />);
  await screen.findByText(TITLE);
  expect(screen.queryByLabelText('Find an episode')).not.toBeInTheDocument();
});
