import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { SampleList } from '#shared/samples.ts';
import { OnDeck } from '../../player/deck/OnDeck.tsx';
import { aSample } from '../../testing/builders.ts';
import { open, serve } from '../../testing/screen.tsx';
import SamplesPage from './SamplesPage.tsx';

const trains = aSample({
  token: 'trains',
  title: 'Arguing about night trains',
  tone: 'Skeptical',
  style: 'Debate',
  voice1Name: 'Bill',
  voice2Name: 'Alice',
  durationSeconds: 61,
});
const line = (side: 'A' | 'B', startTime: number, body: string) => ({
  speaker: side === 'A' ? 'Brian' : 'Matilda',
  side,
  startTime,
  endTime: startTime + 40,
  body,
});
const list = (own: Partial<SampleList> = {}): SampleList => ({
  samples: [aSample(), trains],
  recording: 0,
  ...own,
});
const replies = {
  'GET /api/auth/me': { user: null },
  'GET /api/config': { standins: [] },
  'GET /api/samples': list(),
  'GET /media/sea/transcript.json': {
    version: '1.0.0',
    segments: [
      line('A', 0, 'It glows on purpose?'),
      line('B', 40, 'It is a burglar alarm.'),
      line('A', 78, 'For whom?'),
    ],
  },
};

/** jsdom does not play audio; these elements do, and the test sets their clock. */
const clocks = new WeakMap<HTMLMediaElement, { paused: boolean; time: number; ready: number }>();
const clockOf = (element: HTMLMediaElement) => {
  const known = clocks.get(element) ?? { paused: true, time: 0, ready: 0 };
  clocks.set(element, known);
  return known;
};
const media = HTMLMediaElement.prototype;
const original = Object.getOwnPropertyDescriptors(media);
const audioOf = (token: string) => {
  const audio = [...document.querySelectorAll('audio')].find(({ src }) =>
    src.endsWith(`/media/${token}/episode.mp3`),
  );
  if (!audio) throw new Error(`there is no sound of ${token} on the page`);
  return audio;
};
const sound = (token: string, time: number) => {
  clockOf(audioOf(token)).time = time;
  act(() => void audioOf(token).dispatchEvent(new Event('timeupdate')));
};

beforeAll(() => {
  Object.defineProperties(media, {
    paused: {
      configurable: true,
      get(this: HTMLMediaElement) {
        return clockOf(this).paused;
      },
    },
    readyState: {
      configurable: true,
      get(this: HTMLMediaElement) {
        return clockOf(this).ready;
      },
    },
    currentTime: {
      configurable: true,
      get(this: HTMLMediaElement) {
        return clockOf(this).time;
      },
      set(this: HTMLMediaElement, time: number) {
        clockOf(this).time = time;
      },
    },
    load: { configurable: true, value: () => undefined },
    play: {
      configurable: true,
      async value(this: HTMLMediaElement) {
        clockOf(this).paused = false;
        this.dispatchEvent(new Event('play'));
        if (clockOf(this).ready > 0) return;
        clockOf(this).ready = 4;
        this.dispatchEvent(new Event('loadedmetadata'));
      },
    },
    pause: {
      configurable: true,
      value(this: HTMLMediaElement) {
        if (clockOf(this).paused) return;
        clockOf(this).paused = true;
        this.dispatchEvent(new Event('pause'));
      },
    },
  });
});
afterAll(() => void Object.defineProperties(media, original));
beforeEach(() => localStorage.clear());

async function visit(answers: Record<string, unknown> = replies) {
  const sent = serve(answers);
  const view = open(
    '/samples',
    <>
      <SamplesPage />
      <OnDeck />
    </>,
  );
  await screen.findAllByRole('listitem');
  return { sent, ...view };
}
const tape = (title: string) => {
  const row = screen.getByRole('heading', { name: title }).closest('li');
  if (!row) throw new Error(`${title} stands in no row`);
  return within(row);
};
const sea = () => tape('A long look at the glowing sea');
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('every demo shows its hosts, style and length, and loads no audio by itself', async () => {
  const { sent } = await visit();
  expect(sea().getByText('Brian')).toBeInTheDocument();
  expect(sea().getByText('Matilda')).toBeInTheDocument();
  expect(sea().getByText('Conversation, Funny')).toBeInTheDocument();
  expect(sea().getByText('2:00')).toBeInTheDocument();
  expect(tape('Arguing about night trains').getByText('1:01')).toBeInTheDocument();
  for (const audio of document.querySelectorAll('audio')) expect(audio.preload).toBe('none');
  expect(sent.filter(({ call }) => call.includes('/media/'))).toEqual([]);
  expect(screen.getByText(/The hosts are AI and can get things wrong/)).toBeInTheDocument();
  await waitFor(() => expect(document.title).toBe('Demos · Duologue'));
});

test('only one demo plays at a time, and a demo resumes where it stopped', async () => {
  await visit();
  press('Play A long look at the glowing sea');
  sound('sea', 30);
  expect(sea().getByText('0:30')).toBeInTheDocument();
  press('Play Arguing about night trains');
  expect(sea().getByRole('button', { name: /^Play/ })).toBeInTheDocument();
  expect(sea().getByText('0:30')).toBeInTheDocument();
  expect(audioOf('trains').paused).toBe(false);
  expect(
    screen.getByRole('button', { name: 'Pause Arguing about night trains' }),
  ).toBeInTheDocument();
  press('Play A long look at the glowing sea');
  expect([audioOf('sea').paused, audioOf('trains').paused]).toEqual([false, true]);
  expect(audioOf('sea').currentTime).toBe(30);
  press('Pause A long look at the glowing sea');
  expect(audioOf('sea').paused).toBe(true);
});

test('a demo can be sought with the keyboard, even before it has played', async () => {
  await visit();
  const slider = sea().getByRole('slider', { name: 'Place in A long look at the glowing sea' });
  fireEvent.keyDown(slider, { key: 'PageUp' });
  expect(slider).toHaveAttribute('aria-valuetext', '1 minute 0 seconds of 2 minutes 0 seconds');
  press('Play A long look at the glowing sea');
  expect(audioOf('sea').currentTime).toBe(60);
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(audioOf('sea').currentTime).toBe(65);
});

test('the transcript of a demo follows the audio, and a click on a line jumps to it', async () => {
  await visit();
  const button = sea().getByRole('button', { name: /^Read along/ });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  fireEvent.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  const words = within(
    await sea().findByRole('list', { name: 'Transcript of A long look at the glowing sea' }),
  );
  const now = () =>
    words.getAllByRole('listitem').filter((item) => item.getAttribute('aria-current') === 'true');
  expect(words.getAllByText('Brian')).toHaveLength(2);
  expect(now()).toEqual([]);
  press('Play A long look at the glowing sea');
  sound('sea', 50);
  expect(now().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('It is a burglar alarm.'),
  ]);
  // The answer lies over the end of this question.
  sound('sea', 79);
  expect(now().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('It is a burglar alarm.'),
    expect.stringContaining('For whom?'),
  ]);
  fireEvent.click(words.getByText('For whom?'));
  expect(audioOf('sea').currentTime).toBe(78);
  fireEvent.click(button);
  expect(sea().queryByRole('list')).not.toBeInTheDocument();
});

test('a transcript that cannot be fetched can be retried, and the demo plays without it', async () => {
  const { 'GET /media/sea/transcript.json': script, ...rest } = replies;
  const answers: Record<string, unknown> = rest;
  await visit(answers);
  fireEvent.click(sea().getByRole('button', { name: /^Read along/ }));
  expect(await sea().findByText('The transcript didn’t load')).toBeInTheDocument();
  press('Play A long look at the glowing sea');
  expect(audioOf('sea').paused).toBe(false);
  answers['GET /media/sea/transcript.json'] = script;
  fireEvent.click(sea().getByRole('button', { name: 'Try again' }));
  expect(await sea().findByText('For whom?')).toBeInTheDocument();
});

test('a demo whose audio breaks off says so, and play resumes from there', async () => {
  await visit();
  press('Play A long look at the glowing sea');
  sound('sea', 30);
  const broken = { configurable: true, get: () => ({ code: 2 }) };
  Object.defineProperty(audioOf('sea'), 'error', broken);
  act(() => void audioOf('sea').dispatchEvent(new Event('error')));
  expect(sea().getByRole('alert')).toHaveTextContent('The sound stopped.');
  Reflect.deleteProperty(audioOf('sea'), 'error');
  press('Play A long look at the glowing sea');
  expect(sea().queryByRole('alert')).not.toBeInTheDocument();
  expect(audioOf('sea').currentTime).toBe(30);
});

test('a demo links to its page and to the form filled in with its choices, except the length', async () => {
  await visit();
  const page = sea().getByRole('link', { name: 'A long look at the glowing sea' });
  expect(page).toHaveAttribute('href', '/listen?episode=sea');
  const form = sea().getByRole('link', { name: 'Make one like this' }).getAttribute('href');
  const { pathname, searchParams } = new URL(String(form), 'http://x');
  expect(pathname).toBe('/create');
  expect(Object.fromEntries(searchParams)).toEqual({
    topic: 'The glowing sea',
    voice1: 'v1',
    voice2: 'v2',
    tone: 'Funny',
    style: 'Conversation',
    from: 'samples',
  });
});

test('30 seconds of a demo count as a listen of it, once', async () => {
  const counted = 'POST /api/listen/sea/listens';
  const { sent } = await visit({ ...replies, [counted]: () => ({ status: 204, body: '' }) });
  for (const time of [15, 29, 30, 90]) sound('sea', time);
  sound('trains', 29);
  const listens = sent.filter(({ call }) => call.endsWith('/listens'));
  expect(listens.map(({ call, body }) => [call, body])).toEqual([[counted, { embedded: false }]]);
});

test.each([
  [['OpenAI', 'ElevenLabs'], /its scripts and voices stand in for better ones/],
  [['ElevenLabs', 'S3'], /its voices stand in/],
  [['OpenAI'], /its scripts stand in/],
])(
  'with built-in stand-ins for %o the demos page says how the demos were made',
  async (standins, words) => {
    await visit({ ...replies, 'GET /api/config': { standins } });
    expect(screen.getByText(words)).toBeInTheDocument();
  },
);

test('with real or unknown providers the demos page mentions nothing built-in', async () => {
  const { unmount } = await visit();
  expect(screen.queryByText(/built-in/)).not.toBeInTheDocument();
  unmount();
  const { 'GET /api/config': _, ...silent } = replies;
  await visit(silent);
  expect(screen.queryByText(/built-in/)).not.toBeInTheDocument();
});

test('while the first demos are recorded the page says so, and they appear by themselves', async () => {
  vi.useFakeTimers();
  try {
    let reply = list({ samples: [], recording: 3 });
    serve({ ...replies, 'GET /api/samples': () => ({ status: 200, body: reply }) });
    open('/samples', <SamplesPage />);
    expect(screen.getByText('Loading...')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByText(/The first demos are being recorded/)).toBeInTheDocument();
    const link = screen.getByRole('link', { name: 'Create an episode' });
    expect(link).toHaveAttribute('href', '/create');
    reply = list({ samples: [aSample()], recording: 2 });
    await act(() => vi.advanceTimersByTimeAsync(4100));
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByText('2 more are being recorded.')).toBeInTheDocument();
    reply = list();
    await act(() => vi.advanceTimersByTimeAsync(4100));
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(screen.queryByText(/being recorded/)).not.toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});

test('the demos page without any demos links to the form', async () => {
  serve({ ...replies, 'GET /api/samples': list({ samples: [] }) });
  open('/samples', <SamplesPage />);
  expect(await screen.findByText('No demos on the shelf right now.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Create an episode' })).toBeInTheDocument();
});

test('the list of demos can be retried after a lost connection', async () => {
  const { 'GET /api/samples': reply, ...rest } = replies;
  const answers: Record<string, unknown> = rest;
  serve(answers);
  open('/samples', <SamplesPage />);
  expect(await screen.findByText('We couldn’t fetch the demos')).toBeInTheDocument();
  expect(screen.getByText(/Try again in a minute/)).toBeInTheDocument();
  answers['GET /api/samples'] = reply;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
});
