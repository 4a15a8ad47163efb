import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Listening, SpokenLines } from '#shared/episode.ts';
import { OnDeck } from '../../player/deck/OnDeck.tsx';
import { openStreams, Stream } from '../../player/fixtures.ts';
import { keepPosition } from '../../player/playbackStorage.ts';
import { aListening, aPodcast } from '../../testing/builders.ts';
import { open, serve } from '../../testing/screen.tsx';
import ListenPage from '../ListenPage.tsx';
// Loaded before a test's fake clock starts.
import '../../player/deck/Deck.tsx';

type Line = SpokenLines['lines'][number];
type Making = NonNullable<Listening['episode']['making']>;

const SAID = ['So they are tiny', 'Disturbed by a paddle', 'It glows on purpose', 'Right'];
/** The lines spoken so far, of which the first `playableCount` can be heard; each lasts ten seconds. */
const lines = (count: number, playableCount: number): Line[] =>
  Array.from({ length: count }, (_, index) => ({
    side: index % 2 ? 'B' : 'A',
    speaker: index % 2 ? 'Lily' : 'Brian',
    body: SAID[index] ?? `Line ${index + 1}`,
    startTime: index < playableCount ? index * 10 : null,
    endTime: index < playableCount ? index * 10 + 9 : null,
  }));
const making = (own: Partial<Making> = {}): Making => ({
  stage: 'speaking',
  progress: { linesWritten: 148, linesSpoken: 64, secondsSpoken: 380 },
  etaSeconds: 240,
  ...own,
});
const inProduction = (own: Partial<Listening['episode']> = {}) =>
  aListening({
    status: 'processing',
    duration: 15,
    durationSeconds: null,
    audioUrl: null,
    partsUrl: '/media/tok/parts.json',
    spokenUrl: '/media/tok/spoken.json',
    transcriptUrl: null,
    chaptersUrl: null,
    making: making(),
    ...own,
  });

/** What the server knows now; a test moves it on. */
let now: { page: Listening; lines: Line[]; whole: number; isDown: boolean };
let asked: ReturnType<typeof serve>;
let closeStreams = () => {};
/** jsdom plays nothing; the test says where the sound is. */
const sound = { paused: true, time: 0 };
const media = HTMLMediaElement.prototype;
const own = Object.getOwnPropertyDescriptors(media);
const scrolledTo: string[] = [];

beforeAll(() => {
  const set = (get: () => unknown, put: (value: never) => void = () => undefined) => ({
    configurable: true,
    get,
    set: put,
  });
  const act = (paused: boolean, name: string) => ({
    configurable: true,
    async value(this: HTMLMediaElement) {
      sound.paused = paused;
      this.dispatchEvent(new Event(name));
    },
  });
  Object.defineProperties(media, {
    paused: set(() => sound.paused),
    readyState: set(() => 4),
    currentTime: set(
      () => sound.time,
      (time: never) => {
        sound.time = time;
      },
    ),
    load: { configurable: true, value: () => undefined },
    play: act(false, 'play'),
    pause: act(true, 'pause'),
  });
});
afterAll(() => void Object.defineProperties(media, own));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(sound, { paused: true, time: 0 });
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledTo.push(this.textContent ?? '');
  };
  now = { page: inProduction(), lines: lines(3, 2), whole: 4, isDown: false };
  const reply = (body: () => unknown) => () => {
    if (now.isDown) throw new TypeError('Failed to fetch');
    return { status: 200, body: body() };
  };
  const parts = () => {
    const duration = now.lines.filter(({ startTime }) => startTime !== null).length * 10;
    const part = { number: 1, url: '/media/tok/part-1.mp3', startTime: 0, duration };
    return { version: '1.0.0', parts: duration ? [part] : [] };
  };
  asked = serve({
    'GET /api/auth/me': { user: null },
    'GET /api/listen/tok': reply(() => now.page),
    'GET /media/tok/parts.json': reply(parts),
    'GET /media/tok/spoken.json': reply(() => ({ version: '1.0.0', lines: now.lines })),
    'GET /media/tok/transcript.json': reply(() => ({
      version: '1.0.0',
      segments: lines(now.whole, now.whole),
    })),
    'GET /media/tok/chapters.json': { version: '1.2.0', chapters: [{ startTime: 0, title: 'It' }] },
    'GET /api/podcasts/p1': reply(() => ({
      podcast: aPodcast({
        status: 'processing',
        stage: 'reading',
        sources: [{ id: 1, kind: 'web', title: 'Why waves light up', site: 'Coastal Review' }],
      }),
    })),
  });
});
afterEach(() => {
  vi.useRealTimers();
  closeStreams();
  closeStreams = () => {};
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
async function arrive() {
  const view = open(
    '/listen?episode=tok',
    <>
      <ListenPage />
      <OnDeck />
    </>,
  );
  await pass(50);
  return view;
}
const items = () =>
  within(screen.getByRole('list', { name: 'Transcript' })).getAllByRole('listitem');
const said = () => items().map((item) => item.textContent);
const lit = () => items().find((item) => item.getAttribute('aria-current'))?.textContent ?? null;
const moveTo = (time: number) => {
  sound.time = time;
  act(() => void document.querySelector('audio')?.dispatchEvent(new Event('timeupdate')));
};
const calls = (path: string) => asked.filter(({ call }) => call === `GET ${path}`).length;

test('a listener reads each line as it is spoken, and how far the tape is', async () => {
  await arrive();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Why the sea glows at night');
  expect(screen.getByText('On air')).toBeInTheDocument();
  expect(screen.getByText('They’re talking now.')).toBeInTheDocument();
  expect(screen.getByText('6:29').parentElement).toHaveTextContent(
    '6:29 of 15:00, about 4 minutes left',
  );
  // One count; wide screens have the steps beside it.
  const steps = screen.getByRole('list', { name: 'Steps' }).textContent ?? '';
  const rest = screen.getByRole('main').textContent?.replace(steps, '');
  expect(rest).not.toMatch(/[0-9] (of [0-9]+ )?lines/);
  expect(said()).toHaveLength(3);
  now.lines = lines(4, 2);
  await pass(2100);
  expect(said()[3]).toContain('Right');
});

test('a line that can be heard leads to its place, and one that cannot says so', async () => {
  await arrive();
  const [, second, third] = items();
  if (!second || !third) throw new Error('there are too few lines');
  expect(within(third).queryByRole('button')).not.toBeInTheDocument();
  expect(third).toHaveTextContent('sound in a moment');
  expect(lit()).toBeNull();
  fireEvent.click(within(second).getByRole('button'));
  expect(sound).toEqual({ paused: false, time: 10 });
  await pass(10);
  expect(lit()).toContain('Disturbed by a paddle');

  now.lines = lines(4, 3);
  await pass(3100);
  expect(within(items()[2] as HTMLElement).getByRole('button')).toBeInTheDocument();
  expect(said()[2]).not.toContain('sound in a moment');
  expect(said()[3]).toContain('sound in a moment');
});

test('the page opens at the first line, however many there are, and follows the sound once it plays', async () => {
  await arrive();
  now.lines = lines(4, 2);
  await pass(2100);
  expect(scrolledTo).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  moveTo(1);
  expect(scrolledTo.at(-1)).toContain('So they are tiny');
  moveTo(11);
  expect(scrolledTo.at(-1)).toContain('Disturbed by a paddle');
});

test('whoever has heard some of it comes back to where the sound was left', async () => {
  keepPosition('tok', 12);
  await arrive();
  await pass(50);
  expect(scrolledTo.at(-1)).toContain('Disturbed by a paddle');
});

test('a page that is scrolled stays where it is, and a button leads back to the sound', async () => {
  await arrive();
  act(() => void dispatchEvent(new Event('touchmove')));
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  moveTo(11);
  expect(scrolledTo).toEqual([]);
  const back = () => fireEvent.click(screen.getByRole('button', { name: 'Back to now' }));
  back();
  expect(scrolledTo.at(-1)).toContain('Disturbed by a paddle');
  expect(screen.queryByRole('button', { name: 'Back to now' })).not.toBeInTheDocument();
  // Also while the same line is heard.
  act(() => void dispatchEvent(new Event('wheel')));
  scrolledTo.length = 0;
  back();
  expect(scrolledTo.at(-1)).toContain('Disturbed by a paddle');
});

test('whoever has heard all that there is reads that it goes on as they talk', async () => {
  await arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  moveTo(20);
  act(() => void document.querySelector('audio')?.dispatchEvent(new Event('ended')));
  const waits = screen.getByText('You’ve caught up. It goes on as they talk.');
  expect(waits).toHaveAttribute('role', 'status');
  await pass(4000);
  expect(screen.getByRole('button', { name: 'Pause' })).not.toHaveAttribute('aria-busy');
  expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
});

test('before the first line the page says what happens, and plays as soon as there is something', async () => {
  const nothing = { linesWritten: 0, linesSpoken: 0, secondsSpoken: 0 };
  now.lines = [];
  now.page = inProduction({ making: making({ stage: 'queued', progress: nothing }) });
  await arrive();
  expect(screen.getByText('The studio is getting ready.')).toBeInTheDocument();
  expect(screen.queryByRole('list', { name: 'Transcript' })).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect(screen.getByText('The sound starts with the first line.')).toBeInTheDocument();

  const progress = { ...nothing, linesWritten: 12 };
  now.page = inProduction({ making: making({ stage: 'writing', progress }) });
  await pass(2600);
  expect(screen.getByText('They’re writing the script.')).toBeInTheDocument();
  now.lines = lines(1, 1);
  await pass(3100);
  expect(document.querySelector('audio')?.src).toContain('/media/tok/part-1.mp3');
  expect(screen.getByText('They’re talking now.')).toBeInTheDocument();
});

test('the owner sees what is being read, and nobody else asks for it', async () => {
  now.lines = [];
  const progress = { linesWritten: 0, linesSpoken: 0, secondsSpoken: 0 };
  const reading = { making: making({ stage: 'reading', progress }) };
  now.page = inProduction({ ...reading, isOwner: true, publicId: 'p1' });
  const { unmount } = await arrive();
  expect(screen.getByText('They’re reading up on it.')).toBeInTheDocument();
  expect(screen.getByText('Why waves light up')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See progress' })).toHaveAttribute('href', '/dashboard');
  unmount();
  now.page = inProduction(reading);
  const before = calls('/api/podcasts/p1');
  await arrive();
  expect(screen.getByText('They’re reading up on it.')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Sources' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'See progress' })).not.toBeInTheDocument();
  expect(calls('/api/podcasts/p1')).toBe(before);
});

test('the owner’s page counts along with the event stream', async () => {
  closeStreams = openStreams();
  now.page = inProduction({ isOwner: true, publicId: 'p1' });
  await arrive();
  const progress = { linesWritten: 148, linesSpoken: 74, secondsSpoken: 440 };
  await Stream.opened[0]?.report(
    aPodcast({ ...now.page.episode, publicId: 'p1', stage: 'speaking', etaSeconds: 60, progress }),
  );
  expect(screen.getByText('7:30').parentElement).toHaveTextContent('about 1 minute left');
  expect(calls('/api/listen/tok')).toBe(1);
});

test('progress is announced to screen readers at most every 30 seconds', async () => {
  await arrive();
  const announced = () => screen.getByText(/^They’re talking now\. /);
  expect(announced()).toHaveAttribute('role', 'status');
  expect(announced()).toHaveTextContent('About 4 minutes left.');
  now.page = inProduction({ making: making({ etaSeconds: 120 }) });
  await pass(20_000);
  expect(screen.getByText('6:29').parentElement).toHaveTextContent('about 2 minutes left');
  expect(announced()).toHaveTextContent('About 4 minutes left.');
  await pass(10_500);
  expect(announced()).toHaveTextContent('About 2 minutes left.');
});

test('when all lines are recorded the page says so, and that the mix follows', async () => {
  now.page = inProduction({ making: making({ stage: 'mastering' }) });
  await arrive();
  expect(screen.getByText('All lines are recorded. The mix follows.')).toBeInTheDocument();
  expect(screen.getByText('That was the last line')).toBeInTheDocument();
});

test('a lost connection takes nothing away, and the page catches up', async () => {
  await arrive();
  now.isDown = true;
  await pass(20_000);
  expect(said()).toHaveLength(3);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  now.isDown = false;
  now.lines = lines(4, 3);
  await pass(3000);
  expect(said()).toHaveLength(4);
});

test('the finished episode takes over without a gap: all lines are there, and the sound goes on', async () => {
  Object.assign(now, { lines: lines(40, 38), whole: 41 });
  await arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  moveTo(11);
  const seen: number[] = [];
  const watch = new MutationObserver(() =>
    seen.push(document.querySelectorAll('ol[aria-label=Transcript] > li').length),
  );
  watch.observe(document.body, { childList: true, subtree: true });
  now.page = aListening({ duration: 15, durationSeconds: 900 });
  await pass(2600);
  watch.disconnect();
  expect(screen.queryByText('On air')).not.toBeInTheDocument();
  expect(said()).toHaveLength(41);
  // Also far beyond the sound, where somebody may be reading.
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(40);
  expect(lit()).toContain('Disturbed by a paddle');
  expect(sound.paused).toBe(false);
});

test('the line that is read stays where it is when the finished episode takes over', async () => {
  const tops = new Map<string, number>([['It glows on purpose', 400]]);
  const rect = Element.prototype.getBoundingClientRect;
  Element.prototype.getBoundingClientRect = function (this: Element) {
    const [, top = -900] = [...tops].find(([text]) => this.textContent?.includes(text)) ?? [];
    return new DOMRect(0, top, 300, 60);
  };
  const by: unknown[] = [];
  window.scrollBy = (...given: unknown[]) => void by.push(given[0]);
  try {
    await arrive();
    now.page = aListening({ duration: 15, durationSeconds: 900 });
    tops.set('It glows on purpose', 400);
    const finished = new MutationObserver(() => {
      // The heading of the finished page is higher.
      if (!screen.queryByText('On air')) tops.set('It glows on purpose', 460);
    });
    finished.observe(document.body, { childList: true, subtree: true });
    await pass(2600);
    finished.disconnect();
    expect(by).toContainEqual({ top: 60, behavior: 'instant' });
  } finally {
    Element.prototype.getBoundingClientRect = rect;
  }
});
