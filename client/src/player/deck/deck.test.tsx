import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Link } from 'wouter';
import { useAuth } from '../../api/session/session.tsx';
import { aListening, mira } from '../../testing/builders.ts';
import { here, open, serve } from '../../testing/screen.tsx';
import { useSound } from '../engine/sound.ts';
import { getDeck, setDeck } from './deck.ts';
import { aPlayable, audioOf, installAudio, loadSound, playTo, playToEnd } from './fixtures.ts';
import { OnDeck } from './OnDeck.tsx';
import type { Playable } from './playable.ts';
import { movePosition, playNow } from './playNow.ts';
import { useRow } from './useRow.ts';
// Loads on demand; here before a test begins.
import './Deck.tsx';

let restore = () => {};
beforeAll(() => {
  restore = installAudio();
});
afterAll(() => restore());

const SEA = '/media/tok/episode.mp3';
const OWN = '/media/p1/episode.mp3';
const sea = aPlayable();
const metro = aPlayable({ token: 'metro', title: 'How the metro got its voice' });
/** The same as `sea` for its owner. */
const own = aPlayable({ publicId: 'p1', audioUrl: OWN });

function Row({ playable }: { playable: Playable }) {
  const { state, secondsLeft, isPlayed, toggle } = useRow(playable);
  const left = secondsLeft === null ? 'not begun' : `${secondsLeft} left`;
  return (
    <button type="button" onClick={toggle}>
      {playable.title}: {state}, {isPlayed ? 'played' : left}
    </button>
  );
}
const row = (title: string) => screen.getByRole('button', { name: new RegExp(`^${title}`) });

/** A shelf with these episodes, with the deck. */
function shelf(playables: Playable[], answers: Record<string, unknown> = {}) {
  const sent = serve({ 'GET /api/auth/me': { user: null }, ...answers });
  const view = open(
    '/dashboard',
    <main id="main">
      {playables.map((playable) => (
        <Row key={playable.token} playable={playable} />
      ))}
      <Link href="/pricing">Prices</Link>
      <Link href="/listen?episode=tok">Its page</Link>
      <Link href="/listen?episode=p1">Its page for its owner</Link>
      <Link href="/listen?episode=other">Another page</Link>
      <SignOut />
      <Voice />
      <OnDeck />
    </main>,
  );
  return { sent, ...view };
}
function SignOut() {
  const { user, signOut } = useAuth();
  return (
    <button type="button" onClick={() => void signOut()}>
      {user ? 'Sign out' : 'Signed out'}
    </button>
  );
}
function Voice() {
  const { toggle } = useSound();
  return (
    <button type="button" onClick={() => toggle('/voice.mp3')}>
      Hear a voice
    </button>
  );
}
const deck = () => screen.queryByRole('region', { name: 'Now playing' });
const onDeck = () => within(screen.getByRole('region', { name: 'Now playing' }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const follow = (name: string) => fireEvent.click(screen.getByRole('link', { name }));

async function begin(title: string, path: string) {
  fireEvent.click(row(title));
  await waitFor(() => expect(onDeck().getByText(title)).toBeInTheDocument());
  loadSound(path);
}

test('an episode that is played goes on the deck and plays on while its listener goes elsewhere', async () => {
  shelf([sea]);
  expect(deck()).toBeNull();
  await begin(sea.title, SEA);
  const audio = audioOf(SEA);
  playTo(SEA, 60);
  follow('Prices');
  expect(here()).toBe('/pricing');
  expect(audioOf(SEA)).toBe(audio);
  expect(audio.paused).toBe(false);
  expect(onDeck().getByText('9:00')).toBeInTheDocument();
  fireEvent.click(onDeck().getByRole('button', { name: '15 seconds back' }));
  expect(audio.currentTime).toBe(45);
  fireEvent.click(onDeck().getByRole('button', { name: 'Pause the sound' }));
  expect(audio.paused).toBe(true);
  expect(row(sea.title)).toHaveTextContent('paused');
  expect(onDeck().getByRole('link')).toHaveAttribute('href', '/listen?episode=tok');
});

test('the page of what plays has the full player, so that the deck leaves it; another page keeps the deck', async () => {
  shelf([own], { 'GET /api/auth/me': { user: mira } });
  await begin(own.title, OWN);
  follow('Its page');
  expect(deck()).toBeNull();
  follow('Another page');
  expect(deck()).toBeInTheDocument();
  follow('Its page for its owner');
  expect(deck()).toBeNull();
  expect(audioOf(OWN).paused).toBe(false);
});

test('the next episode pauses the one before and takes the deck; each keeps its place', async () => {
  shelf([sea, metro]);
  await begin(sea.title, SEA);
  playTo(SEA, 100);
  await begin(metro.title, '/media/metro/episode.mp3');
  expect(document.querySelectorAll('audio')).toHaveLength(1);
  expect(row(sea.title)).toHaveTextContent('idle, 500 left');
  expect(row(metro.title)).not.toHaveTextContent('idle');
  await begin(sea.title, SEA);
  expect(audioOf(SEA).currentTime).toBe(100);
});

test('closing the deck ends the sound and keeps the place', async () => {
  shelf([sea]);
  await begin(sea.title, SEA);
  playTo(SEA, 90);
  press('Close the player');
  expect(deck()).toBeNull();
  expect(document.querySelector('audio')).toBeNull();
  expect(screen.getByRole('main')).toHaveFocus();
  expect(row(sea.title)).toHaveTextContent('idle, 510 left');
  fireEvent.click(row(sea.title));
  loadSound(SEA);
  expect(audioOf(SEA).currentTime).toBe(90);
});

test('a voice sample pauses the deck, which shows it', async () => {
  shelf([sea]);
  await begin(sea.title, SEA);
  press('Hear a voice');
  expect(audioOf(SEA).paused).toBe(true);
  expect(onDeck().getByRole('button', { name: 'Play the sound' })).toBeInTheDocument();
});

test('"Listen now" goes on with what plays and never stops it, and a question starts where it is answered', async () => {
  shelf([sea]);
  await begin(sea.title, SEA);
  playTo(SEA, 30);
  act(() => playNow(sea));
  expect([audioOf(SEA).paused, audioOf(SEA).currentTime]).toEqual([false, 30]);
  act(() => audioOf(SEA).pause());
  act(() => playNow(sea, 130));
  expect([audioOf(SEA).paused, audioOf(SEA).currentTime]).toEqual([false, 130]);
  playTo(SEA, 160);
  act(() => playNow(sea, 130));
  expect(audioOf(SEA).currentTime).toBe(130);
});

test('a double tap opens one session, which plays', async () => {
  shelf([sea]);
  act(() => {
    playNow(sea);
    playNow(sea);
  });
  expect(document.querySelectorAll('audio')).toHaveLength(1);
  expect(audioOf(SEA).paused).toBe(false);
});

test('the shelf says what is left, from this device or another, and ticks off what was heard to the end', async () => {
  localStorage.setItem('duologue.place.tok', `240 ${Date.now() - 60_000}`);
  const elsewhere = aPlayable({ ...metro, position: { seconds: 100, age: 5 } });
  const played = aPlayable({
    token: 'bees',
    title: 'Bees',
    position: { seconds: 0, age: 9 },
    isPlayed: true,
  });
  const fresh = aPlayable({ token: 'new', title: 'Fresh' });
  shelf([{ ...sea, position: { seconds: 10, age: 3600 } }, elsewhere, played, fresh]);
  expect(row(sea.title)).toHaveTextContent('idle, 360 left');
  expect(row(metro.title)).toHaveTextContent('idle, 500 left');
  expect(row('Bees')).toHaveTextContent('idle, played');
  expect(row('Fresh')).toHaveTextContent('idle, not begun');
  await begin('Bees', '/media/bees/episode.mp3');
  playTo('/media/bees/episode.mp3', 12);
  expect(row('Bees')).toHaveTextContent('588 left');
});

test('the end is told to the server, and the next play starts from the beginning', async () => {
  const put = 'PUT /api/podcasts/p1/position';
  const { sent } = shelf([own], {
    'GET /api/auth/me': { user: mira },
    [put]: () => ({ status: 204, body: '' }),
  });
  await screen.findByRole('button', { name: 'Sign out' });
  await begin(own.title, OWN);
  playTo(OWN, 596);
  playToEnd(OWN);
  const told = () => sent.filter(({ call }) => call === put).map(({ body }) => body);
  expect(told().at(-1)).toEqual({ seconds: 0, ended: true });
  expect(row(own.title)).toHaveTextContent('played');
  press('Close the player');
  fireEvent.click(row(own.title));
  loadSound(OWN);
  expect(audioOf(OWN).currentTime).toBe(0);
});

test('a place that did not reach the server is sent when the connection is back', async () => {
  const put = 'PUT /api/podcasts/tok/position';
  let isDown = true;
  const { sent } = shelf([sea], {
    'GET /api/auth/me': { user: mira },
    [put]: () => {
      if (isDown) throw new TypeError('Failed to fetch');
      return { status: 204, body: '' };
    },
  });
  await screen.findByRole('button', { name: 'Sign out' });
  await begin(sea.title, SEA);
  playTo(SEA, 50);
  fireEvent.click(onDeck().getByRole('button', { name: 'Pause the sound' }));
  press('Close the player');
  const told = () => sent.filter(({ call }) => call === put).map(({ body }) => body);
  const before = told().length;
  expect(before).toBeGreaterThan(0);
  await act(async () => {});
  isDown = false;
  await act(async () => void dispatchEvent(new Event('online')));
  expect(told()).toHaveLength(before + 1);
  expect(told().at(-1)).toEqual({ seconds: 50, ended: false });
  await act(async () => void dispatchEvent(new Event('online')));
  expect(told()).toHaveLength(before + 1);
});

test('signing out ends what only its owner may play, and not what was shared', async () => {
  let user: typeof mira | null = mira;
  const answers = {
    'GET /api/auth/me': () => ({ status: 200, body: { user } }),
    'POST /api/auth/logout': () => {
      user = null;
      return { status: 204, body: '' };
    },
  };
  const { unmount } = shelf([own], answers);
  await screen.findByRole('button', { name: 'Sign out' });
  await begin(own.title, OWN);
  press('Sign out');
  await waitFor(() => expect(deck()).toBeNull());
  expect(getDeck()).toBeNull();
  unmount();

  user = mira;
  shelf([metro], answers);
  await screen.findByRole('button', { name: 'Sign out' });
  await begin(metro.title, '/media/metro/episode.mp3');
  press('Sign out');
  await screen.findByRole('button', { name: 'Signed out' });
  expect(audioOf('/media/metro/episode.mp3').paused).toBe(false);
});

test('a replaced share link moves the place and leaves the owner’s sound alone', async () => {
  shelf([own], { 'GET /api/auth/me': { user: mira } });
  await begin(own.title, OWN);
  playTo(OWN, 70);
  act(() => movePosition('tok', 'new'));
  expect(onDeck().getByRole('link')).toHaveAttribute('href', '/listen?episode=new');
  expect(audioOf(OWN).paused).toBe(false);
  press('Close the player');
  expect(localStorage.getItem('duologue.place.new')).toMatch(/^70 /);
});

const making = aPlayable({
  publicId: 'p1',
  title: 'Two voices',
  audioUrl: null,
  partsUrl: '/media/p1/parts.json',
});
const parts = {
  version: '1.0.0',
  parts: [{ number: 1, url: '/media/p1/part-1.mp3', startTime: 0, duration: 100 }],
};

test('an unfinished episode plays its parts, and the finished file takes over, whatever screen is open', async () => {
  const { partsUrl, audioUrl } = making;
  let now = aListening({ status: 'processing', publicId: 'p1', audioUrl, partsUrl });
  shelf([], {
    'GET /api/auth/me': { user: mira },
    'GET /media/p1/parts.json': parts,
    'GET /api/listen/p1': () => ({ status: 200, body: now }),
  });
  act(() => playNow(making));
  await waitFor(() => expect(audioOf('/part-1.mp3').paused).toBe(false));
  loadSound('/part-1.mp3', 100);
  playTo('/part-1.mp3', 99);
  now = aListening({
    publicId: 'p1',
    title: 'A long look at the sea',
    durationSeconds: 580,
  });
  await waitFor(() => expect(onDeck().getByText('A long look at the sea')).toBeInTheDocument(), {
    timeout: 8000,
  });
  act(() => void audioOf('/part-1.mp3').dispatchEvent(new Event('ended')));
  loadSound('/media/p1/episode.mp3', 580);
  expect(audioOf('/media/p1/episode.mp3').currentTime).toBe(100);
  expect(onDeck().getByText('8:00')).toBeInTheDocument();
}, 15_000);

test('an episode that is gone before it is finished leaves the deck', async () => {
  shelf([], {
    'GET /api/auth/me': { user: mira },
    'GET /media/p1/parts.json': parts,
    'GET /api/listen/p1': () => ({ status: 404, body: { message: 'no', code: 'not_found' } }),
  });
  act(() => playNow(making));
  await waitFor(() => expect(getDeck()).toBeNull());
});

test('a list that was fetched before the end does not take the finished file away', async () => {
  shelf([sea]);
  await begin(sea.title, SEA);
  act(() => getDeck()?.update({ playable: { ...sea, audioUrl: null, partsUrl: '/parts.json' } }));
  expect(getDeck()?.get().playable.audioUrl).toBe(SEA);
  act(() => setDeck(null));
  expect(deck()).toBeNull();
});
