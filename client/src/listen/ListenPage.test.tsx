import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Listening } from '#shared/episode.ts';
import { open, serve } from '../testing.tsx';
import ListenPage from './ListenPage.tsx';

const episode = (own: Partial<Listening['episode']> = {}): Listening => ({
  episode: {
    token: 'tok',
    title: 'Why the sea glows at night',
    summary: 'Two hosts on plankton.',
    duration: 10,
    durationSeconds: 600,
    voice1Name: 'Brian',
    voice2Name: 'Lily',
    status: 'completed',
    isOwner: false,
    publicId: null,
    audioUrl: '/media/tok/episode.mp3',
    transcriptUrl: '/media/tok/transcript.json',
    chaptersUrl: '/media/tok/chapters.json',
    coverUrl: '/media/tok/cover.jpg',
    completedAt: null,
    ...own,
  },
});
const line = (side: 'A' | 'B', startTime: number, body: string) => ({
  speaker: side === 'A' ? 'Brian' : 'Lily',
  side,
  startTime,
  endTime: startTime + 100,
  body,
});
const tape = {
  'GET /api/auth/me': { user: null },
  'GET /api/listen/tok': episode(),
  'GET /media/tok/transcript.json': {
    version: '1.0.0',
    segments: [
      line('A', 0, 'So they are tiny'),
      line('B', 100, 'Disturbed by a paddle'),
      line('A', 200, 'It glows on purpose'),
    ],
  },
  'GET /media/tok/chapters.json': {
    version: '1.2.0',
    chapters: [
      { startTime: 0, title: 'The glow' },
      { startTime: 150, title: 'The burglar alarm' },
    ],
  },
};

/** jsdom has audio elements that never sound; here they obey, and the test moves their clock. */
const state = { paused: true, readyState: 0, time: 0 };
const media = HTMLMediaElement.prototype;
const original = Object.getOwnPropertyDescriptors(media);
const audio = () => {
  const element = document.querySelector('audio');
  if (!element) throw new Error('there is no audio element on the page');
  return element;
};
const fire = (name: string) => act(() => void audio().dispatchEvent(new Event(name)));
const arrive = () => {
  state.readyState = 4;
  fire('loadedmetadata');
};
const sound = (time: number) => {
  state.time = time;
  fire('timeupdate');
};

beforeAll(() => {
  const own = (get: () => unknown, set?: (value: never) => void) => ({
    configurable: true,
    get,
    set: set ?? (() => undefined),
  });
  Object.defineProperties(media, {
    paused: own(() => state.paused),
    readyState: own(() => state.readyState),
    duration: own(() => (state.readyState > 0 ? 600 : Number.NaN)),
    currentTime: own(
      () => state.time,
      (time: never) => {
        state.time = time;
      },
    ),
    load: { configurable: true, value: () => undefined },
    play: {
      configurable: true,
      async value(this: HTMLMediaElement) {
        state.paused = false;
        this.dispatchEvent(new Event('play'));
      },
    },
    pause: {
      configurable: true,
      value(this: HTMLMediaElement) {
        state.paused = true;
        this.dispatchEvent(new Event('pause'));
      },
    },
  });
});
afterAll(() => void Object.defineProperties(media, original));

const scrolledTo: Element[] = [];
beforeEach(() => {
  Object.assign(state, { paused: true, readyState: 0, time: 0 });
  localStorage.clear();
  scrolledTo.length = 0;
  window.matchMedia = (query) => ({ ...new EventTarget(), matches: false, media: query }) as never;
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledTo.push(this);
  };
});

async function listen(path = '/listen?episode=tok') {
  const view = open(path, <ListenPage />);
  await waitFor(() => expect(lines()).toHaveLength(3));
  await screen.findByText(/^Chapter \d of 2$/);
  return view;
}
const lines = () =>
  within(screen.getByRole('list', { name: 'Transcript' })).queryAllByRole('listitem');
const current = () =>
  lines().find((item) => item.getAttribute('aria-current') === 'true')?.textContent;

test('whoever holds the link plays, pauses and skips; the key says what a press does', async () => {
  serve(tape);
  await listen();
  expect(audio().src).toContain('/media/tok/episode.mp3');
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '15 seconds forward' }));
  expect(state.time).toBe(15);
  expect(screen.getByText('0:15')).toBeTruthy();
  expect(screen.getByText('−9:45')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'k' });
  expect(state.paused).toBe(true);
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(state.time).toBe(0);
});

test('the line being spoken is marked and kept in sight; a press on a line goes there', async () => {
  serve(tape);
  await listen();
  arrive();
  expect(scrolledTo).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  sound(120);
  expect(current()).toContain('Disturbed by a paddle');
  expect(scrolledTo.at(-1)?.textContent).toContain('Disturbed by a paddle');
  fireEvent.click(screen.getByText('It glows on purpose'));
  expect(state.time).toBe(200);
  expect(current()).toContain('It glows on purpose');
});

test('the transcript is one stop of the Tab key; its lines are walked with the arrows', async () => {
  serve(tape);
  await listen();
  arrive();
  sound(120);
  const stops = lines().map((item) => item.querySelector('button')?.tabIndex);
  expect(stops).toEqual([-1, 0, -1]);
  const [, second, third] = lines().map((item) => item.querySelector('button'));
  second?.focus();
  fireEvent.keyDown(second ?? document.body, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(third);
  fireEvent.keyDown(third ?? document.body, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(third);
});

test('a reader who scrolls away is left alone until "Back to now"', async () => {
  serve(tape);
  await listen();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  fireEvent.wheel(document.body);
  const before = scrolledTo.length;
  sound(120);
  expect(scrolledTo).toHaveLength(before);
  fireEvent.click(screen.getByRole('button', { name: 'Back to now' }));
  expect(scrolledTo.at(-1)?.textContent).toContain('Disturbed by a paddle');
  expect(screen.queryByRole('button', { name: 'Back to now' })).toBeNull();
});

test('the wave is a slider: keys move the sound and it says where it is', async () => {
  serve(tape);
  await listen();
  arrive();
  const slider = screen.getByRole('slider', { name: 'Place in the episode' });
  fireEvent.keyDown(slider, { key: 'PageUp' });
  expect(state.time).toBe(60);
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(slider.getAttribute('aria-valuetext')).toBe('1 minute 5 seconds of 10 minutes 0 seconds');
  fireEvent.keyDown(slider, { key: 'End' });
  expect(state.time).toBe(600);
});

test('the chapter being heard is named and any other can be gone to', async () => {
  serve(tape);
  await listen();
  arrive();
  sound(160);
  fireEvent.click(screen.getByRole('button', { name: /The burglar alarm.*Chapter 2 of 2/ }));
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /The glow/ }));
  expect(state.time).toBe(0);
  expect(state.paused).toBe(false);
});

test('speed is chosen once and remembered on this device', async () => {
  serve(tape);
  const { unmount } = await listen();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Speed, 1×' }));
  fireEvent.click(screen.getByRole('radio', { name: '1.5×' }));
  fire('ratechange');
  expect(audio().playbackRate).toBe(1.5);
  unmount();
  await listen();
  expect(audio().playbackRate).toBe(1.5);
});

test('the place is remembered on this device, and a link may overrule it', async () => {
  serve(tape);
  const { unmount } = await listen();
  arrive();
  sound(250);
  unmount();
  state.readyState = 0;
  state.time = 0;
  const again = await listen();
  arrive();
  expect(state.time).toBe(250);
  again.unmount();
  state.readyState = 0;
  await listen('/listen?episode=tok&t=30');
  arrive();
  expect(state.time).toBe(30);
});

test('what was said can be found, and a found line leads to its second', async () => {
  serve(tape);
  await listen();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Search the transcript' }));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'PADDLE' } });
  expect(screen.getByText('1 line')).toBeTruthy();
  fireEvent.click(screen.getByText('paddle'));
  expect(state.time).toBe(100);
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('the sleep timer stops at the end of the chapter', async () => {
  serve(tape);
  await listen();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  fireEvent.click(screen.getByRole('button', { name: 'Sleep timer' }));
  fireEvent.click(screen.getByRole('radio', { name: 'End of chapter' }));
  sound(149);
  expect(state.paused).toBe(false);
  sound(150.1);
  expect(state.paused).toBe(true);
});

test('the link is copied, from here if wanted, and the file can be downloaded', async () => {
  serve(tape);
  const copied: string[] = [];
  Object.assign(navigator, { clipboard: { writeText: async (text: string) => copied.push(text) } });
  await listen();
  arrive();
  sound(90);
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  const sheet = within(screen.getByRole('dialog'));
  fireEvent.click(sheet.getByRole('checkbox', { name: 'Start at 1:30' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Copy the link' }));
  expect(await sheet.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(copied).toEqual([`${location.origin}/listen?episode=tok&t=90`]);
  const file = sheet.getByRole('link', { name: 'Download MP3' }).getAttribute('href');
  expect(file).toBe('/media/tok/episode.mp3?download=1');
});

test('the lock screen shows the episode and its keys work', async () => {
  const handlers = new Map<string, (details: object) => void>();
  const session = {
    metadata: null as { title?: string } | null,
    playbackState: 'none',
    setActionHandler: (action: string, handler: (details: object) => void) => {
      if (action === 'seekto') throw new TypeError('unknown here');
      handlers.set(action, handler);
    },
    setPositionState: vi.fn(),
  };
  Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true });
  Object.assign(globalThis, {
    MediaMetadata: function MediaMetadata(this: object, shown: object) {
      Object.assign(this, shown);
    },
  });
  serve(tape);
  await listen();
  arrive();
  expect(session.metadata).toMatchObject({
    title: 'Why the sea glows at night',
    artist: 'Brian and Lily',
    artwork: [{ src: '/media/tok/cover.jpg' }],
  });
  act(() => handlers.get('play')?.({}));
  expect(session.playbackState).toBe('playing');
  act(() => handlers.get('seekforward')?.({}));
  expect(session.setPositionState).toHaveBeenLastCalledWith({
    duration: 600,
    playbackRate: 1,
    position: 15,
  });
  Reflect.deleteProperty(navigator, 'mediaSession');
});

test('sound that stops arriving is said, and a retry goes on from there', async () => {
  serve(tape);
  await listen();
  arrive();
  sound(300);
  const broken = { configurable: true, get: () => ({ code: 2 }) };
  Object.defineProperty(audio(), 'error', broken);
  fire('error');
  expect(screen.getByRole('alert').textContent).toContain('The sound stopped arriving.');
  Reflect.deleteProperty(audio(), 'error');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(state.time).toBe(300);
});

test('without its transcript the episode still plays', async () => {
  const { 'GET /media/tok/transcript.json': _, ...rest } = tape;
  serve(rest);
  open('/listen?episode=tok', <ListenPage />);
  expect(await screen.findByText('The transcript has not arrived')).toBeTruthy();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect(state.paused).toBe(false);
});

test('an episode in the making appears by itself when it is done', async () => {
  vi.useFakeTimers();
  try {
    let status: 'processing' | 'completed' = 'processing';
    serve({
      ...tape,
      'GET /api/listen/tok': () => ({ status: 200, body: episode({ status, isOwner: true }) }),
    });
    open('/listen?episode=tok', <ListenPage />);
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByRole('heading', { name: 'They’re still talking' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See how far it is' })).toBeTruthy();
    status = 'completed';
    await act(() => vi.advanceTimersByTimeAsync(5100));
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

test('a link without a tape, a failed episode and no connection each have a way on', async () => {
  const answers: Record<string, unknown> = {
    ...tape,
    'GET /api/listen/gone': () => ({ status: 404, body: { message: 'no', code: 'not_found' } }),
    'GET /api/listen/bad': episode({ status: 'failed', audioUrl: null }),
  };
  serve(answers);
  const gone = open('/listen?episode=gone', <ListenPage />);
  expect(
    await screen.findByRole('heading', { name: 'There is no tape at this link' }),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create an episode' })).toBeTruthy();
  gone.unmount();
  const bad = open('/listen?episode=bad', <ListenPage />);
  expect(
    await screen.findByRole('heading', { name: 'This one could not be finished' }),
  ).toBeTruthy();
  bad.unmount();
  open('/listen?episode=lost', <ListenPage />);
  expect(await screen.findByText('We could not load this episode')).toBeTruthy();
  answers['GET /api/listen/lost'] = episode();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy());
});
