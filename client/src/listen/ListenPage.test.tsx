import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Listening, Podcast } from '#shared/episode.ts';
import { openStreams, Stream } from '../onair/fixtures.ts';
import { here, mira, open, serve } from '../testing.tsx';
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
    partsUrl: null,
    position: null,
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

test('usability 21: whoever holds the link plays, pauses and skips; the key says what a press does', async () => {
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

test('usability 22: the line being spoken is marked and kept in sight; a press on a line goes there', async () => {
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

test('usability 21: the wave is a slider: keys move the sound and it says where it is', async () => {
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

test('usability 21: speed is chosen once and remembered on this device', async () => {
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

test('usability 21: the place is remembered on this device, and a link may overrule it', async () => {
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

test('who goes on to a later chapter is not stopped at the end of the one before', async () => {
  serve(tape);
  await listen();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  fireEvent.click(screen.getByRole('button', { name: 'Sleep timer' }));
  fireEvent.click(screen.getByRole('radio', { name: 'End of chapter' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.click(screen.getByText('It glows on purpose'));
  expect(state).toMatchObject({ time: 200, paused: false });
  expect(screen.getByRole('button', { name: 'Sleep timer' })).toBeTruthy();
  sound(201);
  expect(state.paused).toBe(false);
});

test('in the last chapter the sleep timer is over with the episode', async () => {
  serve(tape);
  await listen();
  arrive();
  sound(300);
  fireEvent.click(screen.getByRole('button', { name: 'Sleep timer' }));
  fireEvent.click(screen.getByRole('radio', { name: 'End of chapter' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  sound(599);
  expect(screen.getByRole('button', { name: 'Sleep timer, end of chapter' })).toBeTruthy();
  Object.defineProperty(audio(), 'ended', { configurable: true, value: true });
  fire('ended');
  expect(screen.getByRole('button', { name: 'Sleep timer' })).toBeTruthy();
});

test('the sleep timer of an episode in the making still stops it when it has become finished', async () => {
  vi.useFakeTimers();
  try {
    const partsUrl = '/media/tok/parts.json';
    const parts = [{ number: 1, url: '/media/tok/part-1.mp3', startTime: 0, duration: 130 }];
    let now = episode({ status: 'processing', audioUrl: null, partsUrl });
    serve({
      ...tape,
      'GET /api/listen/tok': () => ({ status: 200, body: now }),
      [`GET ${partsUrl}`]: { version: '1.0.0', parts },
    });
    open('/listen?episode=tok', <ListenPage />);
    await act(() => vi.advanceTimersByTimeAsync(100));
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    fireEvent.click(screen.getByRole('button', { name: 'Sleep timer' }));
    fireEvent.click(screen.getByRole('radio', { name: '5 min' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    now = episode();
    await act(() => vi.advanceTimersByTimeAsync(5100));
    expect(screen.getByRole('list', { name: 'Transcript' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sleep timer, 5 min' })).toBeTruthy();
    expect(state.paused).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(295_000));
    expect(state.paused).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('usability 22: the link is copied, from here if wanted, and the file can be downloaded', async () => {
  serve(tape);
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => copied.push(text) },
  });
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

test('a browser without a clipboard shows what to copy by hand', async () => {
  serve(tape);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
  await listen();
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  const sheet = within(screen.getByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'Copy the embed code' }));
  expect((await sheet.findByText(/^<iframe/)).textContent).toContain('embed=1');
  fireEvent.click(sheet.getByRole('button', { name: 'Copy the link' }));
  expect(await sheet.findByText(/does not let us copy/)).toBeTruthy();
});

test('usability 21: the lock screen shows the episode and its keys work', async () => {
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

test('usability 24: sound that stops arriving is said, and one tap goes on from there', async () => {
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

test('usability 24: after a failure the play key does what it says', async () => {
  serve(tape);
  await listen();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  sound(300);
  Object.defineProperty(audio(), 'error', { configurable: true, get: () => ({ code: 2 }) });
  fire('error');
  Reflect.deleteProperty(audio(), 'error');
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(state).toMatchObject({ paused: false, time: 300 });
});

test('usability 18: a key whose sound is on its way is busy', async () => {
  serve(tape);
  await listen();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  const busy = () => screen.getByRole('button', { name: 'Pause' }).getAttribute('aria-busy');
  expect(busy()).toBe('true');
  arrive();
  expect(busy()).toBeNull();
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

test('the owner is told when it is done and hardly asks; where nothing is told the page asks', async () => {
  vi.useFakeTimers();
  const closeStreams = openStreams();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  try {
    let now = episode({ status: 'processing', isOwner: true, publicId: 'p1', audioUrl: null });
    const sent = serve({
      ...tape,
      'GET /api/listen/tok': () => ({ status: 200, body: now }),
    });
    const asked = () => sent.filter(({ call }) => call === 'GET /api/listen/tok').length;
    open('/listen?episode=tok', <ListenPage />);
    await pass(10);
    const [stream] = Stream.opened;
    expect(stream?.url).toBe('/api/podcasts/p1/events');
    const { title } = now.episode;
    const making = { title, status: 'processing' } as Podcast;
    for (let second = 0; second < 12; second += 1) {
      await stream?.tell(making);
      await pass(1000);
    }
    expect(asked()).toBe(1);

    await stream?.fail(0);
    await pass(5100);
    expect(asked()).toBe(2);
    expect(screen.queryByRole('alert')).toBeNull();

    await stream?.tell(making);
    now = episode({ isOwner: true, publicId: 'p1' });
    await stream?.tell({ ...making, status: 'completed' });
    await pass(100);
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
    expect(stream?.readyState).toBe(Stream.CLOSED);
    const before = asked();
    await pass(60_000);
    expect(asked()).toBe(before);
  } finally {
    closeStreams();
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

test('usability 21: whoever is signed in goes on where another device stopped, and tells where this one does', async () => {
  const sent = serve({
    ...tape,
    'GET /api/auth/me': { user: mira },
    'GET /api/listen/tok': episode({ position: { seconds: 77, age: 60 } }),
    'PUT /api/podcasts/tok/position': () => ({ status: 200, body: '' }),
  });
  const told = () =>
    sent.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body as object);
  localStorage.setItem('duologue.place.tok', `300 ${Date.now() - 3_600_000}`);
  const { unmount } = await listen();
  arrive();
  expect(state.time).toBe(77);
  expect(told()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  for (let time = 78; time < 90; time += 1) sound(time);
  expect(told().length).toBeLessThanOrEqual(1);
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  expect(told().at(-1)).toEqual({ seconds: 89 });
  sound(140);
  unmount();
  expect(told().at(-1)).toEqual({ seconds: 140 });
});

test('usability 21: the newest place wins, and whoever only looks in leaves it to the other device', async () => {
  const answers = {
    ...tape,
    'GET /api/auth/me': { user: mira },
    'GET /api/listen/tok': episode({ position: { seconds: 77, age: 60 } }),
  };
  const sent = serve(answers);
  const first = await listen();
  arrive();
  expect(state.time).toBe(77);
  first.unmount();
  expect(localStorage.getItem('duologue.place.tok')).toBeNull();

  Object.assign(state, { readyState: 0, time: 0 });
  localStorage.setItem('duologue.place.tok', `300 ${Date.now() - 30_000}`);
  await listen();
  arrive();
  expect(state.time).toBe(300);
  expect(sent.some(({ call }) => call.startsWith('PUT'))).toBe(false);
});

test('the owner replaces the link after a question, and the page goes on under the new one', async () => {
  const own = { isOwner: true, publicId: 'p1' };
  const sent = serve({
    ...tape,
    'GET /api/listen/tok': episode(own),
    'GET /api/listen/new': episode({ ...own, token: 'new' }),
    'POST /api/podcasts/p1/share-link': { podcast: { listenUrl: '/listen?episode=new' } },
  });
  await listen();
  arrive();
  sound(90);
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  fireEvent.click(screen.getByRole('button', { name: 'Replace the link' }));
  expect(screen.getByText(/The old link stops working/)).toBeTruthy();
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
  state.readyState = 0;
  fireEvent.click(screen.getByRole('button', { name: 'Replace it' }));
  await waitFor(() => expect(here()).toBe('/listen?episode=new'));
  await waitFor(() => expect(lines()).toHaveLength(3));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(localStorage.getItem('duologue.place.new')).toMatch(/^90 \d+$/);
});

test('a stranger has no link to replace', async () => {
  serve(tape);
  await listen();
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  expect(screen.queryByRole('button', { name: 'Replace the link' })).toBeNull();
});

test('a report needs a reason and says what became of it', async () => {
  const sent = serve({ ...tape, 'POST /api/reports': { success: true } });
  await listen();
  fireEvent.click(screen.getByRole('button', { name: 'Report this episode' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send the report' }));
  expect(screen.getByText('Choose what is wrong').getAttribute('role')).toBe('alert');
  expect(document.activeElement?.getAttribute('name')).toBe('reason');
  fireEvent.click(screen.getByRole('radio', { name: 'Something else' }));
  fireEvent.change(screen.getByLabelText('In your own words (optional)'), {
    target: { value: 'The sea is not at night.' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Send the report' }));
  expect(await screen.findByText(/A person reads every report/)).toBeTruthy();
  expect(sent.find(({ call }) => call === 'POST /api/reports')?.body).toEqual({
    token: 'tok',
    reason: 'Something else',
    message: 'The sea is not at night.',
    email: '',
    website: '',
  });
});

test('what is there of an episode in the making can be heard by whoever has the link', async () => {
  const partsUrl = '/media/tok/parts.json';
  const parts = [{ number: 1, url: '/media/tok/part-1.mp3', startTime: 0, duration: 130 }];
  serve({
    ...tape,
    'GET /api/listen/tok': episode({ status: 'processing', audioUrl: null, partsUrl }),
    [`GET ${partsUrl}`]: { version: '1.0.0', parts },
  });
  open('/listen?episode=tok', <ListenPage />);
  expect(await screen.findByText('Hear the first 2 minutes')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect(audio().src).toContain('/media/tok/part-1.mp3');
  expect(state.paused).toBe(false);
});
