import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DEMO_NOTICE } from '#shared/demoNotice.ts';
import type { Listening, Podcast } from '#shared/episode.ts';
import { OnDeck } from '../player/deck/OnDeck.tsx';
import { openStreams, Stream } from '../player/fixtures.ts';
import { aListening, aPodcast, mira } from '../testing/builders.ts';
import { here, open, serve } from '../testing/screen.tsx';
import ListenPage from './ListenPage.tsx';
import { aClaim, someSources } from './sources/fixtures.ts';

const line = (side: 'A' | 'B', startTime: number, body: string) => ({
  speaker: side === 'A' ? 'Brian' : 'Lily',
  side,
  startTime,
  endTime: startTime + 100,
  body,
});
const tape = {
  'GET /api/auth/me': { user: null },
  'GET /api/listen/tok': aListening(),
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

/** jsdom does not play audio; these elements do, and the test moves their clock. */
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
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledTo.push(this);
  };
});

async function listen(path = '/listen?episode=tok') {
  const view = open(
    path,
    <>
      <ListenPage />
      <OnDeck />
    </>,
  );
  await waitFor(() => expect(lines()).toHaveLength(3));
  await screen.findByText(/^\d of 2$/);
  return view;
}
const lines = () =>
  within(screen.getByRole('list', { name: 'Transcript' })).queryAllByRole('listitem');
const current = () => lines().find((item) => item.getAttribute('aria-current') === 'true');

test('a listener is told where the script’s writer is a stand-in, and nowhere else', async () => {
  serve({ ...tape, 'GET /api/config': { standins: ['OpenAI', 'Paddle'] } });
  const { unmount } = await listen();
  expect(await screen.findByText(DEMO_NOTICE)).toBeInTheDocument();
  unmount();
  serve({ ...tape, 'GET /api/config': { standins: ['Paddle'] } });
  await listen();
  expect(screen.queryByText(DEMO_NOTICE)).toBeNull();
});

test('a listener plays, pauses and skips; the play button says what a press does', async () => {
  serve(tape);
  await listen();
  expect(audio().src).toContain('/media/tok/episode.mp3');
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect(screen.getByRole('button', { name: 'Pause' })).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: '15 seconds forward' }));
  expect(state.time).toBe(15);
  expect(screen.getByText('0:15')).toBeInTheDocument();
  expect(screen.getByText('−9:45')).toBeInTheDocument();
  fireEvent.keyDown(document.body, { key: 'k' });
  expect(state.paused).toBe(true);
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(state.time).toBe(0);
});

test('the line being spoken is marked and scrolled into view; pressing a line seeks to it', async () => {
  serve(tape);
  await listen();
  arrive();
  expect(scrolledTo).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  sound(120);
  expect(current()).toHaveTextContent('Disturbed by a paddle');
  expect(scrolledTo.at(-1)).toHaveTextContent('Disturbed by a paddle');
  fireEvent.click(screen.getByText('It glows on purpose'));
  expect(state.time).toBe(200);
  expect(current()).toHaveTextContent('It glows on purpose');
});

test('the transcript opens at the listener’s place, before anything plays, and not at the beginning', async () => {
  serve(tape);
  const { unmount } = await listen('/listen?episode=tok&t=130');
  expect(current()).toHaveTextContent('Disturbed by a paddle');
  expect(scrolledTo.at(-1)).toBe(current());
  expect(state.paused).toBe(true);
  unmount();
  scrolledTo.length = 0;
  await listen('/listen?episode=tok&t=2');
  expect(scrolledTo).toHaveLength(0);
});

test('a seek while the sound is paused takes the transcript with it', async () => {
  serve(tape);
  await listen();
  arrive();
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'End' });
  expect(scrolledTo.at(-1)).toHaveTextContent('It glows on purpose');
  expect(state.paused).toBe(true);
});

test('while a reaction lies over a line both are marked, and the page follows the reaction', async () => {
  const transcript = tape['GET /media/tok/transcript.json'];
  const [first, second, third] = transcript.segments;
  const segments = [first, { ...second, endTime: 201 }, third];
  serve({ ...tape, 'GET /media/tok/transcript.json': { ...transcript, segments } });
  await listen();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  const marked = () => lines().filter((item) => item.getAttribute('aria-current') === 'true');
  sound(199);
  expect(marked()).toHaveLength(1);
  sound(200.5);
  expect(marked()).toHaveLength(2);
  expect(marked()[0]).toHaveTextContent('Disturbed by a paddle');
  expect(scrolledTo.at(-1)).toHaveTextContent('It glows on purpose');
  const scrolled = scrolledTo.length;
  sound(202);
  expect(marked()).toHaveLength(1);
  expect(current()).toHaveTextContent('It glows on purpose');
  expect(scrolledTo).toHaveLength(scrolled);
});

test('each chapter has a heading at its first line', async () => {
  serve(tape);
  await listen();
  const headingOf = (index: number) =>
    within(lines()[index] ?? document.body).getByRole('heading', { level: 2 });
  expect(headingOf(0)).toHaveTextContent('The glow 0:00');
  expect(headingOf(2)).toHaveTextContent('The burglar alarm 2:30');
  const list = within(screen.getByRole('list', { name: 'Transcript' }));
  expect(list.getAllByRole('heading')).toEqual([headingOf(0), headingOf(2)]);
  const second = within(lines()[2] ?? document.body).getByRole('button');
  expect(second).not.toContainElement(headingOf(2));
});

test('a host who goes on is named again only where the line is being spoken', async () => {
  const segments = [
    line('A', 0, 'So they are tiny'),
    line('A', 100, 'And they drift'),
    line('B', 200, 'It glows on purpose'),
  ];
  serve({ ...tape, 'GET /media/tok/transcript.json': { version: '1.2.0', segments } });
  await listen();
  arrive();
  const isNamed = () =>
    lines().map(
      (item) =>
        !within(item)
          .getByText(/Brian|Lily/)
          .matches('.sr-only'),
    );
  expect(isNamed()).toEqual([true, false, true]);
  sound(110);
  expect(isNamed()).toEqual([true, true, true]);
});

test('a receipt opens without a seek or a scroll, and the page follows again once it is closed', async () => {
  const sourcesUrl = '/media/tok/sources.json';
  serve({
    ...tape,
    'GET /api/listen/tok': aListening({ sourcesUrl }),
    [`GET ${sourcesUrl}`]: someSources({ claims: [aClaim({ line: 2 })] }),
  });
  await listen();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  sound(50);
  const before = scrolledTo.length;
  fireEvent.click(await screen.findByRole('button', { name: /^Source 1/ }));
  const receipt = await screen.findByRole('dialog', { name: 'Says who?' });
  expect(state).toMatchObject({ paused: false, time: 50 });
  sound(120);
  expect(scrolledTo).toHaveLength(before);
  fireEvent.click(within(receipt).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(receipt).not.toBeInTheDocument());
  expect(scrolledTo.at(-1)).toHaveTextContent('Disturbed by a paddle');
  expect(state).toMatchObject({ paused: false, time: 120 });
});

test('the transcript is one Tab stop, and the arrow keys move between its lines', async () => {
  serve(tape);
  await listen();
  arrive();
  sound(120);
  const stops = lines().map((item) => item.querySelector('button')?.tabIndex);
  expect(stops).toEqual([-1, 0, -1]);
  const [, second, third] = lines().map((item) => item.querySelector('button'));
  second?.focus();
  fireEvent.keyDown(second ?? document.body, { key: 'ArrowDown' });
  expect(third).toHaveFocus();
  fireEvent.keyDown(third ?? document.body, { key: 'ArrowDown' });
  expect(third).toHaveFocus();
});

test('the transcript stops following after a manual scroll until "Back to now" is pressed', async () => {
  serve(tape);
  await listen();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  fireEvent.wheel(document.body);
  const before = scrolledTo.length;
  sound(120);
  expect(scrolledTo).toHaveLength(before);
  fireEvent.click(screen.getByRole('button', { name: 'Back to now' }));
  expect(scrolledTo.at(-1)).toHaveTextContent('Disturbed by a paddle');
  expect(screen.queryByRole('button', { name: 'Back to now' })).not.toBeInTheDocument();
});

test('the wave is a slider: keys seek and its value text tells the position', async () => {
  serve(tape);
  await listen();
  arrive();
  const slider = screen.getByRole('slider', { name: 'Place in the episode' });
  fireEvent.keyDown(slider, { key: 'PageUp' });
  expect(state.time).toBe(60);
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(slider).toHaveAttribute('aria-valuetext', '1 minute 5 seconds of 10 minutes 0 seconds');
  fireEvent.keyDown(slider, { key: 'End' });
  expect(state.time).toBe(600);
});

test('the current chapter is named and another one can be chosen', async () => {
  serve(tape);
  await listen();
  arrive();
  sound(160);
  fireEvent.click(screen.getByRole('button', { name: /The burglar alarm.*Chapter 2 of 2/ }));
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /The glow/ }));
  expect(state.time).toBe(0);
  expect(state.paused).toBe(false);
});

test('the playback speed is remembered on the device', async () => {
  serve(tape);
  const { unmount } = await listen();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Speed, 1×' }));
  fireEvent.click(screen.getByRole('radio', { name: '1.5×' }));
  fire('ratechange');
  expect(audio().playbackRate).toBe(1.5);
  fireEvent.click(screen.getByRole('button', { name: 'Slower' }));
  fireEvent.click(screen.getByRole('button', { name: 'Slower' }));
  fire('ratechange');
  expect(audio().playbackRate).toBe(1.3);
  unmount();
  await listen();
  expect(audio().playbackRate).toBe(1.3);
  expect(screen.getByRole('button', { name: 'Speed, 1.3×' })).toBeInTheDocument();
});

test('the position is remembered on the device, and a link with a time overrules it', async () => {
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

const searchButton = () => screen.getByRole('button', { name: 'Search the transcript' });
const field = () => screen.getByRole('searchbox', { name: 'Search the transcript' });
const write = (value: string) => fireEvent.change(field(), { target: { value } });
const marked = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);

test('a search counts the places, leads from one to the next, and a line still seeks', async () => {
  serve(tape);
  await listen();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Search the transcript' }));
  expect(field()).toHaveFocus();
  write('LE');
  expect(await screen.findByText('1 match')).toBeInTheDocument();
  write('p');
  await screen.findByText('3 matches');
  expect(marked()).toEqual(['p', 'p', 'p']);
  expect(lines()).toHaveLength(3);
  expect(screen.getByText('1 of 3')).toBeInTheDocument();
  expect(scrolledTo.at(-1)).toBe(lines()[1]);
  fireEvent.click(screen.getByRole('button', { name: 'Next match' }));
  expect(screen.getByText('2 of 3')).toBeInTheDocument();
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(scrolledTo.at(-1)).toBe(lines()[2]);
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(screen.getByText('1 of 3')).toBeInTheDocument();
  fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
  expect(screen.getByText('3 of 3')).toBeInTheDocument();
  fireEvent.click(within(lines()[1] ?? document.body).getByRole('button'));
  expect(state).toMatchObject({ time: 100, paused: false });
});

test('Escape clears the search, and once more closes it, with the focus back at its button', async () => {
  serve(tape);
  await listen();
  fireEvent.keyDown(document.body, { key: '/' });
  write('paddle');
  await screen.findByText('1 match');
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(field()).toHaveValue('');
  expect(field()).toHaveFocus();
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  expect(searchButton()).toHaveFocus();
});

test('a search in vain says so kindly, and offers two words that were said', async () => {
  serve(tape);
  await listen();
  fireEvent.click(searchButton());
  write('qqqq');
  expect(await screen.findByText('They never said “qqqq”.')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Disturbed' }));
  expect(field()).toHaveValue('Disturbed');
  expect(await screen.findByText('1 match')).toBeInTheDocument();
  expect(marked()).toEqual(['Disturbed']);
});

test('the chapter buttons lead on and back, on the page and by N and P', async () => {
  serve(tape);
  await listen();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Next chapter' }));
  expect(state.time).toBe(150);
  sound(170);
  fireEvent.keyDown(document.body, { key: 'p' });
  expect(state.time).toBe(150);
  sound(151);
  fireEvent.click(screen.getByRole('button', { name: 'Previous chapter' }));
  expect(state.time).toBe(0);
  fireEvent.keyDown(document.body, { key: 'N' });
  expect(state.time).toBe(150);
});

test('a question mark shows which keys work, and < and > change the speed', async () => {
  serve(tape);
  await listen();
  fireEvent.keyDown(document.body, { key: '>' });
  fire('ratechange');
  expect(screen.getByRole('button', { name: 'Speed, 1.1×' })).toBeInTheDocument();
  fireEvent.keyDown(document.body, { key: '?' });
  const list = await screen.findByRole('dialog', { name: 'Which key does what?' });
  expect(list).toHaveTextContent('NNext chapter');
});

/** What reached the clipboard. */
function openClipboard(): string[] {
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => copied.push(text) },
  });
  return copied;
}

test('the transcript and the show notes are copied as text from the menu', async () => {
  const sourcesUrl = '/media/tok/sources.json';
  serve({
    ...tape,
    'GET /api/listen/tok': aListening({ sourcesUrl }),
    [`GET ${sourcesUrl}`]: someSources(),
  });
  const copied = openClipboard();
  await listen();
  await screen.findByText('Sources');
  const menu = async (row: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'What else' }));
    fireEvent.click(await screen.findByRole('button', { name: row }));
  };
  await menu('Copy the transcript');
  expect(await screen.findByText('Transcript copied')).toBeInTheDocument();
  expect(copied[0]).toContain('Why the sea glows at night\nBrian and Lily, 10:00\n\n');
  expect(copied[0]).toContain('Lily (1:40)\nDisturbed by a paddle');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await menu('Copy the show notes');
  await waitFor(() => expect(copied).toHaveLength(2));
  expect(copied[1]).toContain('Chapters\n0:00 The glow\n2:30 The burglar alarm');
  expect(copied[1]).toContain(`Listen: ${location.origin}/listen?episode=tok`);
});

test('the line being spoken is shared with who said it and a link to it', async () => {
  serve(tape);
  const copied = openClipboard();
  await listen('/listen?episode=tok&t=130');
  fireEvent.click(screen.getByRole('button', { name: 'Share this line' }));
  expect(await screen.findByText('Line copied, with a link to it')).toBeInTheDocument();
  expect(copied).toEqual([
    `“Disturbed by a paddle” — Lily, Why the sea glows at night\n${location.origin}/listen?episode=tok&t=100`,
  ]);
});

test('where the system can share, it gets the line', async () => {
  serve(tape);
  const shared: unknown[] = [];
  Object.assign(navigator, { share: async (what: unknown) => shared.push(what) });
  await listen('/listen?episode=tok&t=130');
  fireEvent.click(screen.getByRole('button', { name: 'Share this line' }));
  expect(shared).toEqual([
    {
      text: '“Disturbed by a paddle” — Lily, Why the sea glows at night',
      url: `${location.origin}/listen?episode=tok&t=100`,
    },
  ]);
  Reflect.deleteProperty(navigator, 'share');
});

test('the sleep timer pauses playback at the end of the chapter', async () => {
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

test('the sleep timer counts down, and one tap adds five minutes', async () => {
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  try {
    serve(tape);
    open('/listen?episode=tok', <ListenPage />);
    await pass(100);
    arrive();
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    fireEvent.click(screen.getByRole('button', { name: 'Sleep timer' }));
    fireEvent.click(screen.getByRole('radio', { name: '15 min' }));
    await pass(28_000);
    const button = screen.getByRole('button', { name: 'Sleep timer, 14 minutes 32 seconds left' });
    expect(button).toHaveTextContent('14:32');
    fireEvent.click(button);
    fireEvent.click(screen.getByRole('button', { name: '5 more minutes' }));
    await pass(19 * 60_000);
    expect(state.paused).toBe(false);
    await pass(33_000);
    expect(state.paused).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('jumping to a later chapter cancels a sleep timer for the end of the earlier one', async () => {
  serve(tape);
  await listen();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  fireEvent.click(screen.getByRole('button', { name: 'Sleep timer' }));
  fireEvent.click(screen.getByRole('radio', { name: 'End of chapter' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.click(screen.getByText('It glows on purpose'));
  expect(state).toMatchObject({ time: 200, paused: false });
  expect(screen.getByRole('button', { name: 'Sleep timer' })).toBeInTheDocument();
  sound(201);
  expect(state.paused).toBe(false);
});

test('a sleep timer for the last chapter is cleared when the episode ends', async () => {
  serve(tape);
  await listen();
  arrive();
  sound(300);
  fireEvent.click(screen.getByRole('button', { name: 'Sleep timer' }));
  fireEvent.click(screen.getByRole('radio', { name: 'End of chapter' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  sound(599);
  expect(screen.getByRole('button', { name: 'Sleep timer, end of chapter' })).toBeInTheDocument();
  Object.defineProperty(audio(), 'ended', { configurable: true, value: true });
  fire('ended');
  expect(screen.getByRole('button', { name: 'Sleep timer' })).toBeInTheDocument();
});

test('a sleep timer set during production still pauses the finished episode', async () => {
  vi.useFakeTimers();
  try {
    const partsUrl = '/media/tok/parts.json';
    const parts = [{ number: 1, url: '/media/tok/part-1.mp3', startTime: 0, duration: 130 }];
    let now = aListening({ status: 'processing', audioUrl: null, partsUrl });
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
    now = aListening();
    await act(() => vi.advanceTimersByTimeAsync(5100));
    expect(screen.getByRole('list', { name: 'Transcript' })).toBeInTheDocument();
    expect(
      screen.getByRole('button', { name: /^Sleep timer, 4 minutes 5\d seconds left$/ }),
    ).toBeInTheDocument();
    expect(state.paused).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(295_000));
    expect(state.paused).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('the share sheet copies the link, with the current time if wanted, and offers the MP3', async () => {
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
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('checkbox', { name: 'Start at 1:30' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Copy the link' }));
  expect(await sheet.findByRole('button', { name: 'Copied' })).toBeInTheDocument();
  expect(copied).toEqual([`${location.origin}/listen?episode=tok&t=90`]);
  const file = sheet.getByRole('link', { name: 'Download MP3' });
  expect(file).toHaveAttribute('href', '/media/tok/episode.mp3?download=1');
});

test('where the browser can share, that is the main button, and the link can still be copied', async () => {
  serve(tape);
  const shared: unknown[] = [];
  Object.defineProperty(navigator, 'share', {
    configurable: true,
    value: async (what: unknown) => void shared.push(what),
  });
  try {
    await listen();
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    const sheet = within(await screen.findByRole('dialog'));
    fireEvent.click(sheet.getByRole('button', { name: 'Share...' }));
    expect(shared).toEqual([
      { title: expect.any(String), url: `${location.origin}/listen?episode=tok` },
    ]);
    expect(sheet.getByRole('button', { name: 'Copy the link' })).toBeInTheDocument();
  } finally {
    Reflect.deleteProperty(navigator, 'share');
  }
});

test('a browser without a clipboard shows what to copy by hand', async () => {
  serve(tape);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
  await listen();
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'Copy the embed code' }));
  expect(await sheet.findByText(/^<iframe/)).toHaveTextContent('embed=1');
  fireEvent.click(sheet.getByRole('button', { name: 'Copy the link' }));
  expect(await sheet.findByText(/won’t let us copy/)).toBeInTheDocument();
});

test('the lock screen shows the episode and its controls work', async () => {
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
  // What another page plays keeps the controls until this one is played.
  expect(session.metadata).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(session.metadata).not.toBeNull());
  expect(session.metadata).toMatchObject({
    title: 'Why the sea glows at night',
    artist: 'Brian and Lily',
    artwork: [{ src: '/media/tok/cover.jpg' }],
  });
  act(() => handlers.get('pause')?.({}));
  expect(session.playbackState).toBe('paused');
  act(() => handlers.get('play')?.({}));
  expect(session.playbackState).toBe('playing');
  act(() => handlers.get('seekforward')?.({}));
  expect(session.setPositionState).toHaveBeenLastCalledWith({
    duration: 600,
    playbackRate: 1,
    position: 15,
  });
  await waitFor(() => expect(handlers.get('nexttrack')).toBeTypeOf('function'));
  act(() => handlers.get('nexttrack')?.({}));
  expect(state.time).toBe(150);
  act(() => handlers.get('previoustrack')?.({}));
  expect(state.time).toBe(0);
  Reflect.deleteProperty(navigator, 'mediaSession');
});

test('a network error during playback shows an alert, and "Try again" keeps the position', async () => {
  serve(tape);
  await listen();
  arrive();
  sound(300);
  const broken = { configurable: true, get: () => ({ code: 2 }) };
  Object.defineProperty(audio(), 'error', broken);
  fire('error');
  expect(screen.getByRole('alert')).toHaveTextContent('The sound stopped.');
  Reflect.deleteProperty(audio(), 'error');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(state.time).toBe(300);
});

test('after a network error the play button plays on from the same second', async () => {
  serve(tape);
  await listen();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  sound(300);
  Object.defineProperty(audio(), 'error', { configurable: true, get: () => ({ code: 2 }) });
  fire('error');
  Reflect.deleteProperty(audio(), 'error');
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(state).toMatchObject({ paused: false, time: 300 });
});

test('the play button is busy while its sound is loading', async () => {
  serve(tape);
  await listen();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  const button = () => screen.getByRole('button', { name: 'Pause' });
  expect(button()).toHaveAttribute('aria-busy', 'true');
  arrive();
  expect(button()).not.toHaveAttribute('aria-busy');
});

test('an episode plays even if its transcript does not load', async () => {
  const { 'GET /media/tok/transcript.json': _, ...rest } = tape;
  serve(rest);
  open('/listen?episode=tok', <ListenPage />);
  expect(await screen.findByText('The transcript didn’t load')).toBeInTheDocument();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect(state.paused).toBe(false);
});

test('an episode in production becomes playable by itself when it is done', async () => {
  vi.useFakeTimers();
  try {
    let status: 'processing' | 'completed' = 'processing';
    serve({
      ...tape,
      'GET /api/listen/tok': () => ({ status: 200, body: aListening({ status, isOwner: true }) }),
    });
    open('/listen?episode=tok', <ListenPage />);
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByText('On air')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See progress' })).toBeInTheDocument();
    status = 'completed';
    await act(() => vi.advanceTimersByTimeAsync(5100));
    expect(screen.queryByText('On air')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Play' })).toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});

test('the owner’s page follows the event stream and polls only while the stream is broken', async () => {
  vi.useFakeTimers();
  const closeStreams = openStreams();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  try {
    let now = aListening({ status: 'processing', isOwner: true, publicId: 'p1', audioUrl: null });
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
      await stream?.report(making);
      await pass(1000);
    }
    expect(asked()).toBe(1);

    await stream?.fail(0);
    await pass(2600);
    expect(asked()).toBe(2);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();

    await stream?.report(making);
    now = aListening({ isOwner: true, publicId: 'p1' });
    await stream?.report({ ...making, status: 'completed' });
    await pass(100);
    expect(screen.getByRole('button', { name: 'Play' })).toBeInTheDocument();
    expect(stream?.readyState).toBe(Stream.CLOSED);
    const before = asked();
    await pass(60_000);
    expect(asked()).toBe(before);
  } finally {
    closeStreams();
    vi.useRealTimers();
  }
});

test('an unknown or replaced link, a failed episode and a lost connection each have their own message', async () => {
  const answers: Record<string, unknown> = {
    ...tape,
    'GET /api/listen/gone': () => ({ status: 404, body: { message: 'no', code: 'not_found' } }),
    'GET /api/listen/moved': () => ({ status: 410, body: { message: 'no', code: 'expired' } }),
    'GET /api/listen/bad': aListening({ status: 'failed', audioUrl: null }),
  };
  serve(answers);
  const gone = open('/listen?episode=gone', <ListenPage />);
  expect(
    await screen.findByRole('heading', { name: 'There’s no episode at this link' }),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Create an episode' })).toBeInTheDocument();
  gone.unmount();
  const moved = open('/listen?episode=moved', <ListenPage />);
  expect(
    await screen.findByRole('heading', { name: 'There’s no episode at this link' }),
  ).toBeInTheDocument();
  moved.unmount();
  const bad = open('/listen?episode=bad', <ListenPage />);
  expect(
    await screen.findByRole('heading', { name: 'We couldn’t finish this one' }),
  ).toBeInTheDocument();
  bad.unmount();
  open('/listen?episode=lost', <ListenPage />);
  expect(await screen.findByText('We couldn’t load this episode')).toBeInTheDocument();
  answers['GET /api/listen/lost'] = aListening();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Play' })).toBeInTheDocument());
});

test('a signed-in listener resumes where another device stopped, and the new position is saved', async () => {
  const sent = serve({
    ...tape,
    'GET /api/auth/me': { user: mira },
    'GET /api/listen/tok': aListening({ position: { seconds: 77, age: 60 } }),
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
  expect(told().at(-1)).toEqual({ seconds: 89, ended: false });
  sound(140);
  unmount();
  expect(told().at(-1)).toEqual({ seconds: 140, ended: false });
});

test('the newest position wins, and opening the page without playing saves nothing', async () => {
  const answers = {
    ...tape,
    'GET /api/auth/me': { user: mira },
    'GET /api/listen/tok': aListening({ position: { seconds: 77, age: 60 } }),
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

test('the owner replaces the link after a confirmation, and the page moves to the new one', async () => {
  const own = { isOwner: true, publicId: 'p1' };
  const sent = serve({
    ...tape,
    'GET /api/listen/tok': aListening(own),
    'GET /api/listen/new': aListening({ ...own, token: 'new' }),
    'POST /api/podcasts/p1/share-link': { podcast: aPodcast({ listenUrl: '/listen?episode=new' }) },
  });
  await listen();
  arrive();
  sound(90);
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  const button = await screen.findByRole('button', { name: /^Replace the link/ });
  expect(screen.getByText(/The old one stops working for everyone/)).toBeInTheDocument();
  fireEvent.click(button);
  expect(sent.some(({ call }) => call.startsWith('POST /api/podcasts'))).toBe(false);
  state.readyState = 0;
  fireEvent.click(screen.getByRole('button', { name: 'Replace it' }));
  await waitFor(() => expect(here()).toBe('/listen?episode=new'));
  await waitFor(() => expect(lines()).toHaveLength(3));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(localStorage.getItem('duologue.place.new')).toMatch(/^90 \d+$/);
});

test('a listener who is not the owner is not offered to replace the link', async () => {
  serve(tape);
  await listen();
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  await screen.findByRole('button', { name: 'Copy the link' });
  expect(screen.queryByRole('button', { name: /^Replace the link/ })).not.toBeInTheDocument();
});

test('a report is sent only with a reason, and is then acknowledged', async () => {
  const sent = serve({ ...tape, 'POST /api/reports': { success: true } });
  await listen();
  fireEvent.click(screen.getByRole('button', { name: 'Report this episode' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Send the report' }));
  expect(screen.getByText('Choose what’s wrong')).toHaveAttribute('role', 'alert');
  expect(document.activeElement).toHaveAttribute('name', 'reason');
  fireEvent.click(screen.getByRole('radio', { name: 'Something else' }));
  fireEvent.change(screen.getByLabelText('In your own words (optional)'), {
    target: { value: 'The sea is not at night.' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Send the report' }));
  expect(await screen.findByText(/A person reads every report/)).toBeInTheDocument();
  expect(sent.find(({ call }) => call === 'POST /api/reports')?.body).toEqual({
    token: 'tok',
    reason: 'Something else',
    message: 'The sea is not at night.',
    email: '',
    website: '',
  });
});

test('anyone with the link can play the finished parts of an episode in production', async () => {
  const partsUrl = '/media/tok/parts.json';
  const parts = [{ number: 1, url: '/media/tok/part-1.mp3', startTime: 0, duration: 130 }];
  serve({
    ...tape,
    'GET /api/listen/tok': aListening({ status: 'processing', audioUrl: null, partsUrl }),
    [`GET ${partsUrl}`]: { version: '1.0.0', parts },
  });
  open('/listen?episode=tok', <ListenPage />);
  expect(await screen.findByText('2:10')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect(audio().src).toContain('/media/tok/part-1.mp3');
  expect(state.paused).toBe(false);
});

const answered = {
  questions: [
    { text: 'Why does the sea glow?', start: 130.4, end: 180 },
    { text: 'Can I swim in it?', open: true },
  ],
};
const withAnswers = (own: Partial<Listening['episode']> = {}) => ({
  ...tape,
  'GET /api/listen/tok': aListening({ answersUrl: '/media/tok/answers.json', ...own }),
  'GET /media/tok/answers.json': answered,
});

test('the owner finds each question: an answered one plays at its time, an open one says so', async () => {
  serve(withAnswers({ isOwner: true, publicId: 'p1' }));
  await listen();
  arrive();
  const questions = within(await screen.findByRole('region', { name: 'Your questions' }));
  const [first = document.body, second = document.body] = questions.getAllByRole('listitem');
  expect(first).toHaveTextContent('Why does the sea glow?2:10');
  expect(within(first).getByRole('img', { name: 'Answered' })).toBeInTheDocument();
  expect(second).toHaveTextContent('Can I swim in it? Not answered in this episode');
  expect(within(second).queryByRole('button')).not.toBeInTheDocument();
  fireEvent.click(
    questions.getByRole('button', { name: 'Play from 2:10: Why does the sea glow?' }),
  );
  expect(state).toMatchObject({ time: 130.4, paused: false });
});

test('a stranger reads what was asked, and an episode without answers shows no such list', async () => {
  serve(withAnswers());
  const { unmount } = await listen();
  expect(await screen.findByRole('region', { name: 'What was asked' })).toBeInTheDocument();
  unmount();
  serve(tape);
  await listen();
  expect(screen.queryByRole('region', { name: /asked|questions/ })).not.toBeInTheDocument();
});

test('what to ask next stands below the transcript, and the end adds to it', async () => {
  const followUps = ['Do fish glow, too?', 'What is plankton & who eats it?'];
  serve({ ...tape, 'GET /api/listen/tok': aListening({ followUps, isOwner: true }) });
  const { unmount } = await listen();
  const next = within(screen.getByRole('region', { name: 'Ask next' }));
  expect(next.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(followUps);
  expect(screen.queryByRole('button', { name: 'Share it' })).not.toBeInTheDocument();
  arrive();
  sound(590);
  fireEvent.click(screen.getByRole('button', { name: 'Share it' }));
  expect(await screen.findByRole('dialog', { name: 'Who should hear this?' })).toBeInTheDocument();
  unmount();
  serve(tape);
  await listen();
  expect(screen.queryByRole('region', { name: 'Ask next' })).not.toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Wondering something yourself?' })).toBeInTheDocument();
});

test('30 seconds of an episode count as a listen, once, also while it is made', async () => {
  const counted = 'POST /api/listen/tok/listens';
  const partsUrl = '/media/tok/parts.json';
  const parts = [{ number: 1, url: '/media/tok/part-1.mp3', startTime: 0, duration: 130 }];
  let now = aListening({ status: 'processing', audioUrl: null, partsUrl });
  const sent = serve({
    ...tape,
    'GET /api/listen/tok': () => ({ status: 200, body: now }),
    [`GET ${partsUrl}`]: { version: '1.0.0', parts },
    [counted]: () => ({ status: 204, body: '' }),
  });
  const listens = () => sent.filter(({ call }) => call === counted).map(({ body }) => body);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    open('/listen?episode=tok', <ListenPage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Play' }));
    arrive();
    sound(29);
    expect(listens()).toEqual([]);
    sound(30);
    expect(listens()).toEqual([{ embedded: false }]);
    now = aListening();
    await act(() => vi.advanceTimersByTimeAsync(5100));
    await screen.findByRole('list', { name: 'Transcript' });
    sound(90);
    expect(listens()).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
