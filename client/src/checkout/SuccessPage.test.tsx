import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { openStreams, Stream } from '../onair/fixtures.ts';
import { here, mira, open, serve } from '../testing.tsx';
import SuccessPage from './SuccessPage.tsx';
// Loaded when they are wanted; here they are at hand before the clock of any test runs.
import '../ui/ToastStack.tsx';
import './LetterSheet.tsx';

const order = (own: Partial<Order>): Order => ({
  id: 'o1',
  status: 'open',
  topic: 'Why the sea glows',
  tone: 'Normal',
  style: 'Conversation',
  duration: 15,
  voice1Id: 'v1',
  voice1Name: 'Brian',
  voice2Id: 'v2',
  voice2Name: 'Lily',
  email: 'mira@example.com',
  discountCode: null,
  listPrice: 599,
  discountAmount: 0,
  total: 599,
  currency: 'USD',
  isBonus: false,
  transactionId: 'txn_1',
  podcast: null,
  createdAt: new Date().toISOString(),
  expiresAt: new Date().toISOString(),
  ...own,
});
const paid = order({
  status: 'paid',
  podcast: { publicId: 'p1', status: 'processing', stage: 'queued' },
});
const podcast = (own: Partial<Podcast>): Podcast => ({
  publicId: 'p1',
  title: 'Why the sea glows at night',
  topic: 'Why the sea glows',
  tone: 'Normal',
  style: 'Conversation',
  duration: 15,
  voice1Id: 'v1',
  voice1Name: 'Brian',
  voice2Id: 'v2',
  voice2Name: 'Lily',
  status: 'processing',
  stage: 'speaking',
  progress: { linesWritten: 148, linesSpoken: 64, secondsSpoken: 380 },
  lastLine: { speaker: 'B', text: 'It lights up, and the thief gets lit too.' },
  etaSeconds: 240,
  durationSeconds: null,
  amountPaid: 599,
  email: 'mira@example.com',
  audioUrl: null,
  partsUrl: null,
  listenUrl: '/listen?episode=token',
  failure: null,
  createdAt: new Date().toISOString(),
  completedAt: null,
  ...own,
});

/** What the server knows now; a test moves it on between two polls. */
let server: { order: Order; podcast: Podcast | null; isDown: boolean };
let asked: ReturnType<typeof serve>;
let answers: Record<string, unknown>;
let closeStreams = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  server = { order: order({}), podcast: null, isDown: false };
  const answer = (body: () => unknown) => () => {
    if (server.isDown) throw new TypeError('Failed to fetch');
    return { status: 200, body: body() };
  };
  answers = {
    'GET /api/auth/me': { user: mira },
    'GET /api/orders/o1': answer(() => ({ order: server.order })),
    'GET /api/podcasts/p1': answer(() => ({ podcast: server.podcast })),
    'GET /api/orders/o9': () => ({ status: 404, body: { message: 'no', code: 'not_found' } }),
  };
  asked = serve(answers);
});
afterEach(() => {
  vi.useRealTimers();
  closeStreams();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const calls = (path: string) => asked.filter(({ call }) => call === `GET ${path}`).length;
const heading = () => screen.getByRole('heading', { level: 1 }).textContent?.trim();

async function arrive(path = '/success?order=o1') {
  const view = open(path, <SuccessPage />);
  await pass(10);
  return view;
}

test('usability 15: the page believes the server alone: named stages, a real share, the time left, the episode', async () => {
  await arrive();
  expect(heading()).toBe('Confirming your payment');
  await pass(3000);
  expect(calls('/api/orders/o1')).toBeGreaterThanOrEqual(3);
  expect(heading()).toBe('Confirming your payment');

  server.order = paid;
  server.podcast = podcast({});
  await pass(1500);
  expect(heading()).toBe('They’re talking now. About 4 minutes left.');
  expect(screen.getByText('6:20')).toBeTruthy();
  expect(screen.getByText('15:00')).toBeTruthy();
  expect(screen.getByText('64 of 148')).toBeTruthy();
  expect(screen.getByText('Lily, right now')).toBeTruthy();
  expect(screen.getByText(/Close this tab/).textContent).toContain('mira@example.com');
  const bar = screen.getByRole('progressbar', { name: 'Minutes on tape' });
  expect(bar.getAttribute('aria-valuenow')).toBe('380');
  expect(bar.getAttribute('aria-valuetext')).toBe('6 minutes 20 seconds of 15 minutes');

  server.podcast = podcast({
    progress: { linesWritten: 148, linesSpoken: 90, secondsSpoken: 540 },
  });
  await pass(2100);
  expect(screen.getByText('90 of 148')).toBeTruthy();

  server.podcast = podcast({ status: 'completed', durationSeconds: 899 });
  await pass(2100);
  expect(heading()).toBe('Your episode is ready');
  expect(screen.getByRole('link', { name: 'Listen now' }).getAttribute('href')).toBe(
    '/listen?episode=token',
  );
  const polls = calls('/api/podcasts/p1');
  await pass(60_000);
  expect(calls('/api/podcasts/p1')).toBe(polls);
});

test('usability 18: a screen reader hears how things stand, politely, at most every 30 seconds', async () => {
  server.order = paid;
  server.podcast = podcast({});
  await arrive();
  const said = () => screen.getByRole('status').textContent;
  expect(said()).toContain('64 of 148 lines spoken');
  server.podcast = podcast({
    progress: { linesWritten: 148, linesSpoken: 70, secondsSpoken: 400 },
  });
  await pass(20_000);
  expect(screen.getByText('70 of 148')).toBeTruthy();
  expect(said()).toContain('64 of 148');
  await pass(10_500);
  expect(said()).toContain('70 of 148');
});

test('fault 30: an outage while it is made is sat out in silence, and the page goes on by itself', async () => {
  server.order = paid;
  server.podcast = podcast({});
  await arrive();
  server.isDown = true;
  await pass(20_000);
  expect(heading()).toBe('They’re talking now. About 4 minutes left.');
  expect(screen.queryByRole('alert')).toBeNull();
  server.isDown = false;
  server.podcast = podcast({ stage: 'mastering', etaSeconds: 20 });
  await pass(5000);
  expect(heading()).toBe('We’re mixing your tape. Under a minute left.');
});

test('fault 30: opened while nobody answers, it finds its way once somebody does', async () => {
  server.isDown = true;
  await arrive();
  expect(screen.getByText('Looking for the connection...')).toBeTruthy();
  server.isDown = false;
  server.order = paid;
  server.podcast = podcast({ stage: 'queued', lastLine: null, etaSeconds: null });
  await pass(5000);
  expect(heading()).toBe('The studio is getting ready.');
});

test('a payment that does not come leads back to checkout', async () => {
  await arrive();
  expect(screen.queryByRole('link', { name: 'Back to checkout' })).toBeNull();
  await pass(40_000);
  expect(screen.getByRole('link', { name: 'Back to checkout' }).getAttribute('href')).toBe(
    '/checkout?order=o1',
  );
});

test('usability 14 and 24: an episode that cannot be made says that the money is safe, and one tap orders it again', async () => {
  server.order = { ...paid, status: 'refund_pending' };
  server.podcast = podcast({ status: 'failed', failure: 'The voices did not answer.' });
  await arrive();
  await pass(10);
  expect(heading()).toBe('We couldn’t finish this one');
  expect(screen.getByText(/\$5.99 goes back by itself/)).toBeTruthy();
  expect(screen.getByText('The voices did not answer.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Order again' }).getAttribute('href')).toContain(
    'topic=Why+the+sea+glows',
  );
  server.order = { ...paid, status: 'refunded' };
  await pass(16_000);
  expect(screen.getByText(/\$5.99 went back to the card/)).toBeTruthy();
});

test('a payment of the last second is waited for before the order counts as lapsed', async () => {
  server.order = order({ status: 'expired' });
  const { unmount } = await arrive();
  await pass(5000);
  expect(heading()).toBe('Confirming your payment');
  server.order = paid;
  server.podcast = podcast({});
  await pass(1500);
  expect(heading()).toBe('They’re talking now. About 4 minutes left.');
  unmount();

  server.order = order({ status: 'expired' });
  await arrive();
  await pass(20_000);
  expect(here()).toBe('/success?order=o1');
  await pass(10_000);
  expect(here()).toBe('/checkout?order=o1');
});

test('an order that expired before anybody paid goes back to checkout, an unknown one has a way on', async () => {
  server.order = order({ status: 'expired', transactionId: null });
  const { unmount } = await arrive();
  expect(here()).toBe('/checkout?order=o1');
  unmount();
  const next = await arrive('/success?order=o9');
  expect(heading()).toBe('There is no such order');
  next.unmount();
  await arrive('/success');
  expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toBeTruthy();
});

test('an episode that is there no more leads to its receipt', async () => {
  server.order = paid;
  answers['GET /api/podcasts/p1'] = answers['GET /api/orders/o9'];
  const { unmount } = await arrive();
  await pass(10);
  expect(here()).toBe('/dashboard?receipt=o1');
  unmount();

  answers['GET /api/podcasts/p1'] = { podcast: podcast({}) };
  await arrive();
  await pass(10);
  expect(heading()).toBe('They’re talking now. About 4 minutes left.');
  answers['GET /api/podcasts/p1'] = answers['GET /api/orders/o9'];
  await pass(2100);
  expect(here()).toBe('/dashboard?receipt=o1');
});

/** Opens the page of an episode in the making in a browser that can be told. */
async function beTold() {
  closeStreams = openStreams();
  server.order = paid;
  server.podcast = podcast({});
  await arrive();
  await pass(10);
  const [stream] = Stream.opened;
  if (!stream) throw new Error('no stream was opened');
  return stream;
}
/** And the page has drawn it. */
async function tell(stream: Stream | undefined, now: Podcast) {
  await stream?.tell(now);
  await pass(10);
}
const spoken = (linesSpoken: number) =>
  podcast({ progress: { linesWritten: 148, linesSpoken, secondsSpoken: 400 } });

test('a browser that is told of each step asks for none', async () => {
  const stream = await beTold();
  expect(stream.url).toBe('/api/podcasts/p1/events');
  await tell(stream, spoken(65));
  const before = calls('/api/podcasts/p1');
  for (let line = 66; line < 80; line += 1) {
    await pass(1000);
    await tell(stream, spoken(line));
    expect(screen.getByText(`${line} of 148`)).toBeTruthy();
  }
  expect(calls('/api/podcasts/p1')).toBe(before);
  await tell(stream, podcast({ status: 'completed', durationSeconds: 899 }));
  expect(heading()).toBe('Your episode is ready');
  expect(stream.readyState).toBe(Stream.CLOSED);
});

test('usability 19: when the stream breaks off or falls silent the page asks instead, and says nothing of it', async () => {
  const stream = await beTold();
  await tell(stream, spoken(65));
  await stream.fail(0);
  server.podcast = spoken(70);
  await pass(2500);
  expect(screen.getByText('70 of 148')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();

  await tell(stream, spoken(71));
  server.podcast = spoken(90);
  await pass(9000);
  await pass(2500);
  expect(screen.getByText('90 of 148')).toBeTruthy();

  await stream.fail(Stream.CLOSED);
  await pass(31_000);
  expect(Stream.opened).toHaveLength(2);
  await tell(Stream.opened[1], spoken(99));
  expect(screen.getByText('99 of 148')).toBeTruthy();
});

test('usability 16: what is there can be heard while the rest is made, and the file takes over when it is', async () => {
  const media = HTMLMediaElement.prototype;
  const own = Object.getOwnPropertyDescriptors(media);
  Object.defineProperties(media, {
    load: { configurable: true, value: () => undefined },
    pause: { configurable: true, value: () => undefined },
    play: {
      configurable: true,
      value(this: HTMLMediaElement) {
        this.dispatchEvent(new Event('play'));
        return Promise.resolve();
      },
    },
  });
  try {
    const stream = await beTold();
    const partsUrl = '/media/p1/parts.json';
    const part = (number: number, startTime: number, duration: number) => ({
      number,
      url: `/media/p1/part-${number}.mp3`,
      startTime,
      duration,
    });
    let parts = [part(1, 0, 100)];
    Object.assign(answers, {
      [`GET ${partsUrl}`]: () => ({ status: 200, body: { version: '1.0.0', parts } }),
    });
    await tell(stream, podcast({ partsUrl }));
    await pass(100);
    expect(screen.getByRole('button', { name: 'Play the first minute' })).toBeTruthy();
    parts = [part(1, 0, 100), part(2, 100, 90)];
    await pass(3100);
    fireEvent.click(screen.getByRole('button', { name: 'Play the first 3 minutes' }));
    await pass(10);
    const files = () =>
      [...document.querySelectorAll('audio')].map(({ src }) => new URL(src).pathname);
    expect(files()).toEqual(['/media/p1/part-1.mp3', '/media/p1/part-2.mp3']);
    expect(screen.getByRole('slider', { name: 'Place in the episode' })).toBeTruthy();

    const audioUrl = '/media/p1/episode.mp3';
    await tell(stream, podcast({ status: 'completed', durationSeconds: 899, audioUrl }));
    expect(heading()).toBe('Your episode is ready');
    expect(files()).toEqual(['/media/p1/part-1.mp3', '/media/p1/episode.mp3']);
    expect(screen.getByRole('button', { name: 'Pause what is there' })).toBeTruthy();
  } finally {
    Object.defineProperties(media, own);
  }
});

const resends = 'POST /api/podcasts/p1/resend';
const writes = () =>
  asked.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body]);
const typed = (value: string) =>
  fireEvent.change(screen.getByLabelText('Letter goes to'), { target: { value } });

/** The form comes over the wire when it is first asked for. */
async function askFor(key: string, title: string) {
  fireEvent.click(screen.getByRole('button', { name: key }));
  await pass(50);
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
}
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(50);
};

test('while it is made the letter can be sent elsewhere, and the form stays when it is done', async () => {
  server.order = paid;
  server.podcast = podcast({});
  answers['PATCH /api/orders/o1'] = ({ email }: { email: string }) => {
    server.podcast = { ...podcast({}), email };
    return { status: 200, body: { order: paid } };
  };
  answers[resends] = () => ({ status: 200, body: { email: server.podcast?.email } });
  await arrive();
  await askFor('Change the address', 'Where should it go?');
  typed('work@');
  await press('Save the address');
  expect(screen.getByText('Valid email is required')).toBeTruthy();
  expect(writes()).toEqual([]);
  typed('work@example.com');
  await press('Save the address');
  expect(writes()).toEqual([['PATCH /api/orders/o1', { email: 'work@example.com' }]]);
  expect(screen.getByText('The letter goes to work@example.com.')).toBeTruthy();
  expect(screen.getByText(/Close this tab/).textContent).toContain('work@example.com');

  server.podcast = podcast({ status: 'completed', email: 'work@example.com' });
  await pass(2100);
  expect(screen.getByRole('dialog', { name: 'No letter yet?' })).toBeTruthy();
  await press('Send the letter again');
  expect(writes().slice(1)).toEqual([[resends, undefined]]);
  expect(screen.getByText('To work@example.com.')).toBeTruthy();
});

test('once it is made the letter is sent again, to another address when one is typed', async () => {
  server.order = paid;
  server.podcast = podcast({ status: 'completed', durationSeconds: 899 });
  answers['PATCH /api/orders/o1'] = { order: paid };
  answers[resends] = { email: 'work@example.com' };
  await arrive();
  await askFor('No letter? Send it again', 'No letter yet?');
  typed('work@example.com');
  await press('Send the letter again');
  expect(writes()).toEqual([
    ['PATCH /api/orders/o1', { email: 'work@example.com' }],
    [resends, undefined],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await pass(50);
  expect(screen.getByText(/also in your letter/).textContent).toContain('work@example.com');
  const message = 'We have sent it 3 times today.';
  answers[resends] = () => ({ status: 429, body: { message, code: 'too_many' } });
  await askFor('No letter? Send it again', 'No letter yet?');
  await press('Send the letter again');
  expect(screen.getByText(message)).toBeTruthy();
});
