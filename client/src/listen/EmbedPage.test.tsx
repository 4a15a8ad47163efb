import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aListening } from '../testing/builders.ts';
import { inHouse, open, serve } from '../testing/screen.tsx';
import EmbedPage from './EmbedPage.tsx';

const visitor = { 'GET /api/auth/me': { user: null } };
const asked = 'GET /api/listen/tok';
const refused = (status: number) => () => ({
  status,
  body: { message: 'Not now', code: 'internal' },
});
const gone = 'There’s no episode at this link';

test.each([500, 429])(
  'an embedded player that gets a %i shows an error and loads again on "Try again"',
  async (status) => {
    const answers: Record<string, unknown> = { ...visitor, [asked]: refused(status) };
    serve(answers);
    open('/listen?episode=tok&embed=1', <EmbedPage />);
    await screen.findByText('We couldn’t load this episode');
    expect(screen.queryByText(gone)).not.toBeInTheDocument();
    const page = screen.getByRole('link', { name: /^Open on/ });
    expect(page).toHaveAttribute('href', '/listen?episode=tok');
    answers[asked] = { episode: { status: 'processing', title: 'Why the sea glows' } };
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'This episode is being recorded' });
  },
);

test('an embedded player without a connection shows an error', async () => {
  serve(visitor);
  open('/listen?episode=tok&embed=1', <EmbedPage />);
  await screen.findByText('We couldn’t load this episode');
});

test.each([
  ['an unknown', 404],
  ['a replaced', 410],
])('an embedded player with %s link says that there is no episode', async (_, status) => {
  serve({ ...visitor, [asked]: refused(status) });
  open('/listen?episode=tok&embed=1', <EmbedPage />);
  await screen.findByRole('heading', { name: gone });
});

test('an embedded player asks for no sources, so that its owner’s screen shows no private ones', async () => {
  const sent = serve({
    ...visitor,
    [asked]: aListening({
      isOwner: true,
      publicId: 'p1',
      answersUrl: '/media/tok/answers.json',
      sourcesUrl: '/media/tok/sources.json',
    }),
  });
  open('/listen?episode=tok&embed=1&sources=all', <EmbedPage />);
  await screen.findByRole('heading', { name: 'Why the sea glows at night' });
  expect(screen.queryByRole('button', { name: /source/i })).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(new Set(sent.map(({ call }) => call))).toEqual(new Set(['GET /api/auth/me', asked]));
});

/** The sound of the embedded player at this second. */
function play(time: number) {
  const audio = document.querySelector('audio');
  if (!audio) throw new Error('there is no audio element on the page');
  Object.defineProperty(audio, 'readyState', { configurable: true, value: 4 });
  Object.defineProperty(audio, 'currentTime', { configurable: true, value: time, writable: true });
  act(() => void audio.dispatchEvent(new Event('timeupdate')));
}

test('near its end an embedded player offers a question to the same hosts, in a new window', async () => {
  serve({ ...visitor, [asked]: aListening() });
  open('/listen?episode=tok&embed=1', <EmbedPage />);
  await screen.findByRole('heading', { name: 'Why the sea glows at night' });
  const name = 'Wondering something yourself? Ask Brian and Lily';
  play(570);
  expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
  play(590);
  const link = screen.getByRole('link', { name });
  const query = 'voice1=v1&voice2=v2&tone=Calm&style=Interview&from=embed';
  expect(link).toHaveAttribute('href', `/create?${query}`);
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener');
});

test('30 seconds in an embedded player count as a listen on another site, once', async () => {
  const counted = 'POST /api/listen/tok/listens';
  const sent = serve({
    ...visitor,
    [asked]: aListening(),
    [counted]: () => ({ status: 429, body: { message: 'Too many', code: 'too_many' } }),
  });
  open('/listen?episode=tok&embed=1', <EmbedPage />);
  await screen.findByRole('heading', { name: 'Why the sea glows at night' });
  for (const time of [29, 30, 90]) play(time);
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain(counted));
  expect(sent.filter(({ call }) => call === counted).map(({ body }) => body)).toEqual([
    { embedded: true },
  ]);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an embedded player of a house asks strangers for nothing', async () => {
  serve({ ...visitor, [asked]: aListening() });
  open('/listen?episode=tok&embed=1', inHouse(<EmbedPage />));
  await screen.findByRole('heading', { name: 'Why the sea glows at night' });
  play(590);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/listen?episode=tok',
  ]);
});
