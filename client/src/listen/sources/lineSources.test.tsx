import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { EpisodeSources } from '#shared/sources.ts';
import { aListening, aPodcast } from '../../testing/builders.ts';
import { here, open, serve } from '../../testing/screen.tsx';
import ListenPage from '../ListenPage.tsx';
import { aClaim, aSource, someSources } from './fixtures.ts';
// The page loads these on demand; here they are loaded before any test times out waiting for them.
import './SourceDetails.tsx';

const bodies = ['So they are tiny', 'A million in a litre', 'It glows on purpose'];
const sourcesUrl = '/media/tok/sources.json';
const SOURCES = `GET ${sourcesUrl}`;
/** Only what these tests are about is asked for. */
const episode = { sourcesUrl, chaptersUrl: null };
const own = { ...episode, isOwner: true, publicId: 'p1' };

const wiki = aSource({
  id: 2,
  kind: 'wikipedia',
  title: 'Bioluminescence',
  site: 'Wikipedia',
  url: 'https://en.wikipedia.org/wiki/Bioluminescence',
  licence: 'CC BY-SA 4.0',
});
const notes = aSource({
  id: 3,
  kind: 'text',
  title: 'My notes',
  site: null,
  url: null,
  date: null,
  isPrivate: true,
});
const three = someSources({
  sources: [aSource(), wiki, notes],
  claims: [
    aClaim({ line: 1, sourceId: 2, fact: 2, quote: 'It is usually blue.', strength: 'disputed' }),
    aClaim({ line: 1, sourceId: 2, fact: 3, quote: 'A wave sets it off.', strength: 'inference' }),
    aClaim({ line: 1 }),
    aClaim({ line: 2, sourceId: 3, fact: 4, quote: 'The captain told us.' }),
  ],
  counts: { lines: 3, statements: 2, sourced: 2, opinions: 1, rewritten: 0, cut: 0, unread: 0 },
});
/** As whoever is not the owner gets them. */
const hidden: EpisodeSources = {
  ...three,
  sources: [aSource(), wiki, { ...notes, title: 'A document the listener brought' }],
  claims: three.claims.map((claim) => (claim.sourceId === 3 ? { ...claim, quote: null } : claim)),
};

async function listen(sources: unknown, more: Record<string, unknown> = {}, path = '') {
  const answers: Record<string, unknown> = {
    'GET /api/auth/me': { user: null },
    'GET /api/listen/tok': aListening(episode),
    'GET /media/tok/transcript.json': {
      version: '1.0.0',
      segments: bodies.map((body, index) => ({
        speaker: index % 2 ? 'Lily' : 'Brian',
        side: index % 2 ? 'B' : 'A',
        startTime: index * 100,
        endTime: index * 100 + 100,
        body,
      })),
    },
    [SOURCES]: sources,
    ...more,
  };
  const sent = serve(answers);
  open(`/listen?episode=tok${path}`, <ListenPage />);
  await screen.findByText('It glows on purpose');
  return { sent, answers };
}
const refused = () => ({ status: 500, body: { message: 'Not now', code: 'internal' } });
const marks = () => screen.queryAllByRole('button', { name: /^Source \d/ });
const dialog = (name: string) => screen.findByRole('dialog', { name });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const press = (name: string | RegExp) => {
  const button = screen.getByRole('button', { name });
  fireEvent.click(button);
  return button;
};

test('each line with a claim has a mark for each of its sources, named after it', async () => {
  await listen(three);
  await waitFor(() => expect(marks()).toHaveLength(3));
  const [, second, third] = within(screen.getByRole('list', { name: 'Transcript' })).getAllByRole(
    'listitem',
  );
  const namesIn = (line: HTMLElement | undefined) =>
    marks()
      .filter((mark) => line?.contains(mark))
      .map((mark) => mark.getAttribute('aria-label'));
  expect(namesIn(second)).toEqual([
    'Source 1: Why waves light up, Coastal Review',
    'Source 2: Bioluminescence, Wikipedia',
  ]);
  expect(namesIn(third)).toEqual(['Source 3: My notes']);
});

test('a receipt shows the source, each of its words and how far they carry, and links to the page', async () => {
  await listen(three);
  await screen.findByRole('button', { name: /^Source 2/ });
  press(/^Source 2/);
  const receipt = within(await dialog('Says who?'));
  expect(await receipt.findByRole('heading', { name: 'Bioluminescence' })).toBeInTheDocument();
  expect(receipt.getByText('A million in a litre')).toBeInTheDocument();
  expect(receipt.getByText('As of 20 May 2025.').parentElement).toHaveTextContent(/^Wikipedia\./);
  expect(receipt.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '“It is usually blue.”Sources disagree on this.',
    '“A wave sets it off.”Our inference from what the sources say.',
  ]);
  expect(receipt.getByText('Words from Wikipedia, under CC BY-SA 4.0.')).toBeInTheDocument();
  const link = receipt.getByRole('link', { name: 'Open the page: Bioluminescence, in a new tab' });
  expect(link).toHaveAttribute('href', 'https://en.wikipedia.org/wiki/Bioluminescence');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
});

test('Escape and Back close a receipt, and the focus returns to its mark', async () => {
  await listen(three);
  await screen.findByRole('button', { name: /^Source 3/ });
  const mark = press(/^Source 3/);
  await dialog('Says who?');
  expect(here()).toBe('/listen?episode=tok&sources=2.3');
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  await closed();
  expect(mark).toHaveFocus();
  expect(here()).toBe('/listen?episode=tok');

  press(/^Source 3/);
  await dialog('Says who?');
  window.history.back();
  await closed();
  expect(mark).toHaveFocus();
});

test('Tab reaches the marks of the line that has the focus only, and arrow keys go from line to line', async () => {
  await listen(three);
  await waitFor(() => expect(marks()).toHaveLength(3));
  expect(marks().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1]);
  const line = (body: string) =>
    within(screen.getByRole('list', { name: 'Transcript' })).getByRole('button', {
      name: new RegExp(body),
    });
  line('are tiny').focus();
  fireEvent.keyDown(line('are tiny'), { key: 'ArrowDown' });
  expect(line('A million in a litre')).toHaveFocus();
  expect(marks().map(({ tabIndex }) => tabIndex)).toEqual([0, 0, -1]);
  marks()[1]?.focus();
  fireEvent.keyDown(marks()[1] ?? document.body, { key: 'ArrowDown' });
  expect(line('It glows on purpose')).toHaveFocus();
  expect(marks().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
});

test('a stranger sees neither the words nor a link of what the listener brought', async () => {
  await listen(hidden);
  await screen.findByRole('button', { name: 'Source 3: A document the listener brought' });
  press(/^Source 3/);
  const receipt = within(await dialog('Says who?'));
  expect(
    await receipt.findByRole('heading', { name: 'A document the listener brought' }),
  ).toBeInTheDocument();
  expect(
    receipt.getByText('Only the listener who brought it can see its words.'),
  ).toBeInTheDocument();
  expect(receipt.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.queryByText(/captain/)).not.toBeInTheDocument();
});

test('the list sums up the episode and shows each source, with its date, its page and its lines', async () => {
  await listen(three);
  await screen.findByRole('button', { name: 'Sources 3' });
  const button = press('Sources 3');
  const list = within(await dialog('Where’s it from?'));
  expect(
    await list.findByText('Both statements of fact have a source, 1 line is opinion.'),
  ).toBeInTheDocument();
  const items = list.getAllByRole('listitem');
  expect(items).toHaveLength(3);
  expect(items[0]).toHaveTextContent(
    'Coastal Review. Published 20 May 2025.Read in full. 1 line rests on it',
  );
  // Two claims of one line.
  expect(items[1]).toHaveTextContent('1 line rests on it');
  expect(list.getAllByRole('link')).toHaveLength(2);
  expect(list.queryByRole('switch')).not.toBeInTheDocument();
  expect(list.getByText('Opinions, questions and reactions need no source.')).toBeInTheDocument();
  expect(list.queryByText(/Only you/)).not.toBeInTheDocument();
  fireEvent.click(list.getByRole('button', { name: 'Close' }));
  await closed();
  expect(button).toHaveFocus();
});

test('the list says what a reader has changed, and which lines nobody has read', async () => {
  const counts = { lines: 3, sourced: 3, opinions: 0, rewritten: 2, cut: 1, unread: 3 };
  await listen({ ...three, counts }, {}, '&sources=all');
  const list = within(await dialog('Where’s it from?'));
  expect(
    await list.findByText(
      'An AI reader changed 2 lines and left out 1 before recording. 3 lines were spoken unread, so no source is shown for them.',
    ),
  ).toBeInTheDocument();
});

test('an episode from what the model knows says so', async () => {
  await listen(someSources({ basis: 'knowledge', sources: [], claims: [] }), {}, '&sources=all');
  expect(
    await screen.findByText(
      'Nothing was read up on for this episode: it comes from what the model knows.',
    ),
  ).toBeInTheDocument();
  expect(await screen.findByText('From what the model knows')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Sources/ })).not.toBeInTheDocument();
});

test('sources that do not arrive are fetched again on "Try again", and the transcript stays', async () => {
  const { answers } = await listen(refused);
  press('Sources');
  const list = within(await dialog('Where’s it from?'));
  await list.findByText('The sources didn’t load');
  answers[SOURCES] = three;
  fireEvent.click(list.getByRole('button', { name: 'Try again' }));
  await list.findByText(/Both statements of fact/);
  fireEvent.click(list.getByRole('button', { name: 'Close' }));
  await closed();
  expect(marks()).toHaveLength(3);
});

test('sources asked for without a connection come by themselves once it is back', async () => {
  const { answers } = await listen(refused);
  press('Sources');
  const list = within(await dialog('Where’s it from?'));
  const again = await list.findByRole('button', { name: 'Try again' });
  answers[SOURCES] = three;
  onlineManager.setOnline(false);
  try {
    fireEvent.click(again);
    expect(await list.findByText('You’re offline')).toBeInTheDocument();
  } finally {
    onlineManager.setOnline(true);
  }
  expect(await list.findByText(/Both statements of fact/)).toBeInTheDocument();
});

test('an episode from before sources were kept shows neither marks nor a list', async () => {
  const { sent } = await listen(three, {
    'GET /api/listen/tok': aListening({ ...episode, sourcesUrl: null }),
  });
  expect(screen.queryByRole('button', { name: /^Source/ })).not.toBeInTheDocument();
  expect(sent.some(({ call }) => call === SOURCES)).toBe(false);
});

test('a link to a receipt that does not exist opens the episode', async () => {
  await listen(three, {}, '&sources=7.1');
  await waitFor(() => expect(marks()).toHaveLength(3));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the owner shows everybody what they brought, at once, and hears when it was not saved', async () => {
  let answer = Promise.withResolvers<{ status: number; body: unknown }>();
  const { sent } = await listen(
    { ...three, showsPrivate: false },
    {
      'GET /api/listen/tok': aListening(own),
      'PATCH /api/podcasts/p1': () => answer.promise,
    },
    '&sources=all',
  );
  const button = await screen.findByRole('switch', { name: 'Show everyone what I brought' });
  const marked = () =>
    screen
      .queryAllByText(/Only you see this one/)
      .map((sentence) => sentence.closest('li')?.querySelector('h3')?.textContent);
  expect(marked()).toEqual(['My notes']);
  expect(button).toHaveAccessibleDescription(/anyone with the link sees the titles/);
  expect(button).toHaveAttribute('aria-checked', 'false');
  fireEvent.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-checked', 'true'));
  expect(sent.at(-1)).toMatchObject({
    call: 'PATCH /api/podcasts/p1',
    body: { showsSources: true },
  });
  answer.resolve(refused());
  expect(await screen.findByText('That wasn’t saved. Not now')).toBeInTheDocument();
  expect(button).toHaveAttribute('aria-checked', 'false');

  answer = Promise.withResolvers();
  fireEvent.click(button);
  answer.resolve({ status: 200, body: { podcast: aPodcast({ showsSources: true }) } });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  expect(button).toHaveAttribute('aria-checked', 'true');
  expect(marked()).toEqual([]);
  expect(screen.queryByText(/wasn’t saved/)).not.toBeInTheDocument();
});

test('an owner who brought nothing private has no switch', async () => {
  await listen(
    { ...someSources(), showsPrivate: false },
    { 'GET /api/listen/tok': aListening(own) },
  );
  await screen.findByRole('button', { name: 'Sources 1' });
  press('Sources 1');
  await screen.findByText(/The only statement/);
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
});
