import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { OnDeck } from '../player/deck/OnDeck.tsx';
import { openStreams, Stream } from '../player/fixtures.ts';
import { aListening, anOrder, aPodcast, mira } from '../testing/builders.ts';
import { here, open, serve } from '../testing/screen.tsx';
import SuccessPage from './SuccessPage.tsx';
// The page loads these on demand; here they are loaded before the fake clock of a test starts.
import '../ui/ToastStack.tsx';
import './EmailChangeSheet.tsx';
import '../player/deck/Deck.tsx';
import '../player/feed/FeedSheet.tsx';
import '../player/share/ShareSheet.tsx';

const FEED = 'https://duologue.example/feeds/secret.xml';
const paid = anOrder({
  status: 'paid',
  transactionId: 'txn_1',
  podcast: { publicId: 'p1', status: 'processing', stage: 'queued' },
});
/** An episode whose lines are being spoken. */
const podcast = (own: Partial<Podcast> = {}) =>
  aPodcast({
    status: 'processing',
    stage: 'speaking',
    lastLine: { speaker: 'B', text: 'It lights up, and the thief gets lit too.' },
    etaSeconds: 240,
    durationSeconds: null,
    audioUrl: null,
    ...own,
  });

/** What the server knows now; a test moves it on between two polls. */
let server: { order: Order; podcast: Podcast | null; isDown: boolean };
let asked: ReturnType<typeof serve>;
let answers: Record<string, unknown>;
let closeStreams = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  server = { order: anOrder({ transactionId: 'txn_1' }), podcast: null, isDown: false };
  const answer = (body: () => unknown) => () => {
    if (server.isDown) throw new TypeError('Failed to fetch');
    return { status: 200, body: body() };
  };
  answers = {
    'GET /api/auth/me': { user: mira },
    'GET /api/orders/o1': answer(() => ({ order: server.order })),
    'GET /api/podcasts/p1': answer(() => ({ podcast: server.podcast })),
    'GET /api/account/feed': { feedUrl: FEED },
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
  const view = open(
    path,
    <>
      <SuccessPage />
      <OnDeck />
    </>,
  );
  await pass(10);
  return view;
}

test('the success page follows the server from payment through production to the finished episode', async () => {
  await arrive();
  expect(heading()).toBe('Confirming your payment');
  await pass(3000);
  expect(calls('/api/orders/o1')).toBeGreaterThanOrEqual(3);
  expect(heading()).toBe('Confirming your payment');

  server.order = paid;
  server.podcast = podcast();
  await pass(1500);
  expect(heading()).toBe('They’re talking now. About 4 minutes left.');
  expect(screen.getByText('6:29')).toBeInTheDocument();
  expect(screen.getByText('15:00')).toBeInTheDocument();
  expect(screen.getByText('64 of 148')).toBeInTheDocument();
  expect(screen.getByText('Lily, right now')).toBeInTheDocument();
  expect(screen.getByText(/Close this tab/)).toHaveTextContent('mira@example.com');
  const bar = screen.getByRole('progressbar', { name: 'Minutes on tape' });
  expect(bar).toHaveAttribute('aria-valuenow', '389');
  expect(bar).toHaveAttribute('aria-valuetext', '6 minutes 29 seconds of 15 minutes');

  server.podcast = podcast({
    progress: { linesWritten: 148, linesSpoken: 90, secondsSpoken: 540 },
  });
  await pass(2100);
  expect(screen.getByText('90 of 148')).toBeInTheDocument();

  server.podcast = podcast({ status: 'completed', durationSeconds: 899 });
  await pass(2100);
  expect(heading()).toBe('Your episode is ready');
  expect(screen.getByRole('link', { name: 'Listen now' })).toHaveAttribute(
    'href',
    '/listen?episode=token',
  );
  const polls = calls('/api/podcasts/p1');
  await pass(60_000);
  expect(calls('/api/podcasts/p1')).toBe(polls);
});

test('the finished episode can be shared, put in a podcast app and downloaded', async () => {
  server.order = paid;
  server.podcast = aPodcast();
  await arrive();
  const file = screen.getByRole('link', { name: 'Download' });
  expect(file).toHaveAttribute('href', '/media/p1/episode.mp3?download=1');
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  await pass(100);
  const sheet = within(screen.getByRole('dialog', { name: 'Who should hear this?' }));
  expect(sheet.getByText(`${location.origin}/listen?episode=token`)).toBeInTheDocument();
  expect(sheet.queryByRole('button', { name: /Replace/ })).not.toBeInTheDocument();
});

test('the feed for a podcast app is on the ready page itself', async () => {
  server.order = paid;
  server.podcast = aPodcast();
  await arrive();
  const address = here();
  fireEvent.click(screen.getByRole('button', { name: 'Podcast app' }));
  await pass(100);
  const sheet = within(screen.getByRole('dialog', { name: 'Listen in your podcast app' }));
  // Its schema is loaded by the real clock.
  await act(() => vi.waitFor(() => sheet.getByText(FEED)));
  expect(sheet.getByRole('link', { name: /Apple Podcasts/ })).toBeInTheDocument();
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  expect(here()).toBe(address);
  expect(heading()).toBe('Your episode is ready');
});

test('an episode that begins with what was heard says so, and another does not', async () => {
  server.order = { ...paid, hasPreview: true };
  server.podcast = podcast();
  const { unmount } = await arrive();
  expect(screen.getByText('It carries on from what you heard.')).toBeInTheDocument();
  unmount();
  server.order = paid;
  await arrive();
  expect(heading()).toMatch(/^They’re talking now/);
  expect(screen.queryByText('It carries on from what you heard.')).not.toBeInTheDocument();
});

test('progress is announced to screen readers at most every 30 seconds', async () => {
  server.order = paid;
  server.podcast = podcast();
  await arrive();
  const said = () => screen.getByRole('status');
  expect(said()).toHaveTextContent('64 of 148 lines spoken');
  server.podcast = podcast({
    progress: { linesWritten: 148, linesSpoken: 70, secondsSpoken: 400 },
  });
  await pass(20_000);
  expect(screen.getByText('70 of 148')).toBeInTheDocument();
  expect(said()).toHaveTextContent('64 of 148');
  await pass(10_500);
  expect(said()).toHaveTextContent('70 of 148');
});

test('each source is shown and read out as it comes, and afterwards they fold into a line', async () => {
  const found = [
    { id: 1, kind: 'web' as const, title: 'Why waves light up', site: 'Coastal Review' },
    { id: 2, kind: 'text' as const, title: 'My notes', site: null },
  ];
  const reading = (count: number) =>
    podcast({ stage: 'reading', lastLine: null, sources: found.slice(0, count) });
  server.order = paid;
  server.podcast = reading(0);
  await arrive();
  expect(heading()).toBe('They’re reading up on it. About 4 minutes left.');
  const section = within(screen.getByRole('region', { name: 'Sources' }));
  expect(section.getByText('Looking for something to read...')).toBeInTheDocument();
  const list = section.getByRole('list');
  // Only what is added is read out.
  expect(list).toHaveAttribute('aria-live', 'polite');
  expect(list).toHaveAttribute('aria-relevant', 'additions');
  expect(list).toHaveAttribute('aria-atomic', 'false');

  server.podcast = reading(1);
  await pass(2100);
  expect(section.getByText('They’re reading up: 1 source')).toBeInTheDocument();
  const [first] = within(list).getAllByRole('listitem');
  expect(first).toHaveTextContent('Why waves light upCoastal Review');

  server.podcast = reading(2);
  await pass(2100);
  expect(section.getByText('They’re reading up: 2 sources')).toBeInTheDocument();
  expect(within(list).getAllByRole('listitem')[0]).toBe(first);
  expect(within(list).getAllByRole('listitem')[1]).toHaveTextContent('My notes');
  expect(within(screen.getByRole('list', { name: 'Steps' })).getByText('Reading up')).toBeVisible();

  server.podcast = podcast({ sources: found });
  await pass(2100);
  expect(list).not.toBeVisible();
  fireEvent.click(section.getByRole('button', { name: 'They read up: 2 sources' }));
  expect(list).toBeVisible();
  expect(screen.getByText('2 sources read')).toBeInTheDocument();
});

test('an episode for which nothing is read has no list of sources', async () => {
  server.order = paid;
  server.podcast = podcast();
  await arrive();
  expect(screen.queryByRole('region', { name: 'Sources' })).not.toBeInTheDocument();
});

test('an outage during production shows no error, and the success page recovers by itself', async () => {
  server.order = paid;
  server.podcast = podcast();
  await arrive();
  server.isDown = true;
  await pass(20_000);
  expect(heading()).toBe('They’re talking now. About 4 minutes left.');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  server.isDown = false;
  server.podcast = podcast({ stage: 'mastering', etaSeconds: 20 });
  await pass(5000);
  expect(heading()).toBe('All lines are recorded. The mix follows. Under a minute left.');
});

test('a success page opened during an outage recovers once the server answers', async () => {
  server.isDown = true;
  await arrive();
  expect(screen.getByText('Waiting for the connection...')).toBeInTheDocument();
  server.isDown = false;
  server.order = paid;
  server.podcast = podcast({ stage: 'queued', lastLine: null, etaSeconds: null });
  await pass(5000);
  expect(heading()).toBe('The studio is getting ready.');
});

test('a payment not confirmed within 40 seconds gets a link back to checkout', async () => {
  await arrive();
  expect(screen.queryByRole('link', { name: 'Back to checkout' })).not.toBeInTheDocument();
  await pass(40_000);
  expect(screen.getByRole('link', { name: 'Back to checkout' })).toHaveAttribute(
    'href',
    '/checkout?order=o1',
  );
});

test('a failed episode says that the money goes back and has a link to order it again', async () => {
  server.order = { ...paid, status: 'refund_pending' };
  server.podcast = podcast({ status: 'failed', failure: 'The voices did not answer.' });
  await arrive();
  await pass(10);
  expect(heading()).toBe('We couldn’t finish this one');
  expect(screen.getByText(/\$5.99 goes back by itself/)).toBeInTheDocument();
  expect(screen.getByText('The voices did not answer.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Order again' })).toHaveAttribute(
    'href',
    expect.stringContaining('topic=Why+the+sea+glows'),
  );
  server.order = { ...paid, status: 'refunded' };
  await pass(16_000);
  expect(screen.getByText(/\$5.99 went back to the card/)).toBeInTheDocument();
});

test('an expired order waits for a last-second payment before it goes back to checkout', async () => {
  server.order = anOrder({ status: 'expired', transactionId: 'txn_1' });
  const { unmount } = await arrive();
  await pass(5000);
  expect(heading()).toBe('Confirming your payment');
  server.order = paid;
  server.podcast = podcast();
  await pass(1500);
  expect(heading()).toBe('They’re talking now. About 4 minutes left.');
  unmount();

  server.order = anOrder({ status: 'expired', transactionId: 'txn_1' });
  await arrive();
  await pass(20_000);
  expect(here()).toBe('/success?order=o1');
  await pass(10_000);
  expect(here()).toBe('/checkout?order=o1');
});

test('an unpaid expired order goes back to checkout, and an unknown order says so', async () => {
  server.order = anOrder({ status: 'expired' });
  const { unmount } = await arrive();
  expect(here()).toBe('/checkout?order=o1');
  unmount();
  const next = await arrive('/success?order=o9');
  expect(heading()).toBe('We can’t find that order');
  expect(screen.getByText(/If you’ve just paid, nothing is lost/)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Create an episode' })).not.toBeInTheDocument();
  next.unmount();
  await arrive('/success');
  expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toBeInTheDocument();
});

test('the success page of a deleted episode leads to its receipt', async () => {
  server.order = paid;
  answers['GET /api/podcasts/p1'] = answers['GET /api/orders/o9'];
  const { unmount } = await arrive();
  await pass(10);
  expect(here()).toBe('/dashboard?receipt=o1');
  unmount();

  answers['GET /api/podcasts/p1'] = { podcast: podcast() };
  await arrive();
  await pass(10);
  expect(heading()).toBe('They’re talking now. About 4 minutes left.');
  answers['GET /api/podcasts/p1'] = answers['GET /api/orders/o9'];
  await pass(2100);
  expect(here()).toBe('/dashboard?receipt=o1');
});

/** Opens the page of an unfinished episode in a browser with event streams. */
async function openStreaming() {
  closeStreams = openStreams();
  server.order = paid;
  server.podcast = podcast();
  await arrive();
  await pass(10);
  const [stream] = Stream.opened;
  if (!stream) throw new Error('no stream was opened');
  return stream;
}
/** Sends an event and waits until the page has rendered it. */
async function report(stream: Stream | undefined, now: Podcast) {
  await stream?.report(now);
  await pass(10);
}
const spoken = (linesSpoken: number) =>
  podcast({ progress: { linesWritten: 148, linesSpoken, secondsSpoken: 400 } });

test('the success page does not poll while the event stream reports progress', async () => {
  const stream = await openStreaming();
  expect(stream.url).toBe('/api/podcasts/p1/events');
  await report(stream, spoken(65));
  const before = calls('/api/podcasts/p1');
  for (let line = 66; line < 80; line += 1) {
    await pass(1000);
    await report(stream, spoken(line));
    expect(screen.getByText(`${line} of 148`)).toBeInTheDocument();
  }
  expect(calls('/api/podcasts/p1')).toBe(before);
  await report(stream, podcast({ status: 'completed', durationSeconds: 899 }));
  expect(heading()).toBe('Your episode is ready');
  expect(stream.readyState).toBe(Stream.CLOSED);
});

test('when the event stream breaks or stalls, the success page polls without showing an error', async () => {
  const stream = await openStreaming();
  await report(stream, spoken(65));
  await stream.fail(0);
  server.podcast = spoken(70);
  await pass(2500);
  expect(screen.getByText('70 of 148')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();

  await report(stream, spoken(71));
  server.podcast = spoken(90);
  await pass(9000);
  await pass(2500);
  expect(screen.getByText('90 of 148')).toBeInTheDocument();

  await stream.fail(Stream.CLOSED);
  await pass(31_000);
  expect(Stream.opened).toHaveLength(2);
  await report(Stream.opened[1], spoken(99));
  expect(screen.getByText('99 of 148')).toBeInTheDocument();
});

test('finished parts can be played while the rest is made, and the complete file takes over', async () => {
  const paused: string[] = [];
  const media = HTMLMediaElement.prototype;
  const own = Object.getOwnPropertyDescriptors(media);
  Object.defineProperties(media, {
    load: { configurable: true, value: () => undefined },
    pause: {
      configurable: true,
      value(this: HTMLMediaElement) {
        if (this.src) paused.push(this.src);
      },
    },
    play: {
      configurable: true,
      value(this: HTMLMediaElement) {
        this.dispatchEvent(new Event('play'));
        return Promise.resolve();
      },
    },
  });
  try {
    const stream = await openStreaming();
    const partsUrl = '/media/p1/parts.json';
    const part = (number: number, startTime: number, duration: number) => ({
      number,
      url: `/media/p1/part-${number}.mp3`,
      startTime,
      duration,
    });
    const art = () => screen.getByRole('region', { name: 'Your tape' });
    const tape = () =>
      [within(art()).getByText(/on tape/), ...within(art()).getAllByRole('listitem')].map(
        ({ textContent }) => textContent,
      );
    /** Per cent of the wave that are drawn in full colour and down to the fainter one. */
    const drawn = () =>
      [...art().querySelectorAll('clipPath rect')].map((rect) =>
        Math.round(Number.parseFloat(rect.getAttribute('width') ?? '')),
      );
    let parts = [part(1, 0, 100)];
    Object.assign(answers, {
      [`GET ${partsUrl}`]: () => ({ status: 200, body: { version: '1.0.0', parts } }),
    });
    await report(stream, podcast({ partsUrl }));
    await pass(100);
    expect(screen.getByRole('link', { name: 'Play the first minute' })).toBeInTheDocument();
    expect(tape()).toEqual(['6:29 on tape', '1:40 ready to hear', '4:49 more in a moment']);
    expect(drawn()).toEqual([11, 43]);
    parts = [part(1, 0, 100), part(2, 100, 90)];
    await pass(3100);
    await report(stream, podcast({ partsUrl, stage: 'mastering' }));
    expect(tape()).toEqual(['15:00 on tape', '3:10 ready to hear', '11:50 being mixed']);
    expect(drawn()).toEqual([21, 100]);
    expect(screen.getByText('Lily has the last word')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('link', { name: 'Play the first 3 minutes' }));
    await pass(10);
    expect(here()).toBe('/listen?episode=token');
    // The listener goes back to see how far it is.
    act(() => window.history.replaceState(null, '', '/success?order=o1'));
    await pass(100);
    const files = () =>
      [...document.querySelectorAll('audio')].map(({ src }) => new URL(src).pathname);
    expect(files()).toEqual(['/media/p1/part-1.mp3', '/media/p1/part-2.mp3']);
    const deck = within(screen.getByRole('region', { name: 'Now playing' }));
    expect(deck.getByRole('button', { name: 'Pause the sound' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Keep listening' })).toBeInTheDocument();

    const audioUrl = '/media/p1/episode.mp3';
    await report(stream, podcast({ status: 'completed', durationSeconds: 899, audioUrl }));
    expect(heading()).toBe('Your episode is ready');
    expect(files()).toEqual(['/media/p1/part-1.mp3', '/media/p1/episode.mp3']);
    expect(deck.getByRole('button', { name: 'Pause the sound' })).toBeInTheDocument();
    expect(deck.getByText('14:59')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('link', { name: 'Listen now' }));
    expect(here()).toBe('/listen?episode=token');
    expect(paused).toEqual([]);
  } finally {
    Object.defineProperties(media, own);
  }
});

const resends = 'POST /api/podcasts/p1/resend';
const writes = () =>
  asked.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body]);
const typed = (value: string) =>
  fireEvent.change(screen.getByLabelText('Email goes to'), { target: { value } });

/** The form is loaded when it is first asked for. */
async function askFor(buttonName: string, title: string) {
  fireEvent.click(screen.getByRole('button', { name: buttonName }));
  await pass(50);
  expect(screen.getByRole('dialog', { name: title })).toBeInTheDocument();
}
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(50);
};

test('the email address can be changed during production, and its form stays open at the end', async () => {
  server.order = paid;
  server.podcast = podcast();
  answers['PATCH /api/orders/o1'] = ({ email }: { email: string }) => {
    server.podcast = { ...podcast(), email };
    return { status: 200, body: { order: paid } };
  };
  answers[resends] = () => ({ status: 200, body: { email: server.podcast?.email } });
  await arrive();
  await askFor('Change the address', 'Where should it go?');
  typed('work@');
  await press('Save the address');
  expect(screen.getByText('Valid email is required')).toBeInTheDocument();
  expect(writes()).toEqual([]);
  typed('work@example.com');
  await press('Save the address');
  expect(writes()).toEqual([['PATCH /api/orders/o1', { email: 'work@example.com' }]]);
  expect(screen.getByText('We’ll email work@example.com.')).toBeInTheDocument();
  expect(screen.getByText(/Close this tab/)).toHaveTextContent('work@example.com');

  server.podcast = podcast({ status: 'completed', email: 'work@example.com' });
  await pass(2100);
  expect(screen.getByRole('dialog', { name: 'No email yet?' })).toBeInTheDocument();
  await press('Send the email again');
  expect(writes().slice(1)).toEqual([[resends, undefined]]);
  expect(screen.getByText('To work@example.com.')).toBeInTheDocument();
});

test('the email of a finished episode can be sent again, also to a new address', async () => {
  server.order = paid;
  server.podcast = podcast({ status: 'completed', durationSeconds: 899 });
  answers['PATCH /api/orders/o1'] = { order: paid };
  answers[resends] = { email: 'work@example.com' };
  await arrive();
  await askFor('No email? Send it again', 'No email yet?');
  typed('work@example.com');
  await press('Send the email again');
  expect(writes()).toEqual([
    ['PATCH /api/orders/o1', { email: 'work@example.com' }],
    [resends, undefined],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await pass(50);
  expect(screen.getByText(/emailed the link/)).toHaveTextContent('work@example.com');
  const message = 'We have sent it 3 times today.';
  answers[resends] = () => ({ status: 429, body: { message, code: 'too_many' } });
  await askFor('No email? Send it again', 'No email yet?');
  await press('Send the email again');
  expect(screen.getByText(message)).toBeInTheDocument();
});

test('the finished episode lists the questions, with links to where they are answered', async () => {
  server.order = paid;
  server.podcast = podcast({ status: 'completed', durationSeconds: 899 });
  asked = serve({
    ...answers,
    'GET /api/listen/token': { episode: { answersUrl: '/media/token/answers.json' } },
    'GET /media/token/answers.json': {
      questions: [
        { text: 'Why does it glow?', start: 130.4, end: 150 },
        { text: 'Can I swim in it?', open: true },
      ],
    },
  });
  await arrive();
  await pass(100);
  const link = screen.getByRole('link', { name: 'Play from 2:10: Why does it glow?' });
  expect(link).toHaveTextContent('2:10');
  expect(link).toHaveAttribute('href', '/listen?episode=token&t=130');
  expect(screen.getByText('Not answered in this episode')).toBeInTheDocument();
});

test('the finished episode says how much was read, and leads to it', async () => {
  server.order = paid;
  server.podcast = podcast({ status: 'completed', durationSeconds: 899 });
  const sourcesUrl = '/media/token/sources.json';
  let sources = [{ title: 'Why waves light up' }, { title: 'My notes' }];
  answers['GET /api/listen/token'] = aListening({ token: 'token', sourcesUrl });
  answers[`GET ${sourcesUrl}`] = () => ({ status: 200, body: { sources, claims: [], counts: {} } });
  const { unmount } = await arrive();
  await pass(100);
  expect(screen.getByRole('link', { name: 'They read up: 2 sources' })).toHaveAttribute(
    'href',
    '/listen?episode=token&sources=all',
  );
  unmount();

  sources = [];
  await arrive();
  await pass(100);
  expect(calls(sourcesUrl)).toBe(2);
  expect(screen.queryByText(/They read up/)).not.toBeInTheDocument();
});

test('a finished episode without answers shows no list of questions', async () => {
  server.order = paid;
  server.podcast = podcast({ status: 'completed', durationSeconds: 899 });
  asked = serve({ ...answers, 'GET /api/listen/token': { episode: { answersUrl: null } } });
  await arrive();
  await pass(100);
  expect(heading()).toBe('Your episode is ready');
  expect(screen.queryByRole('region', { name: 'Your questions' })).not.toBeInTheDocument();
});
