import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Preview } from '#shared/previews.ts';
import { mira } from '../../testing/builders.ts';
import { here, open, serve } from '../../testing/screen.tsx';
import { scrolls } from '../../testing/scrolls.ts';
import CreatePage from '../CreatePage.tsx';
import { type DraftValues, newDraft, readDraft, writeDraft } from '../draft.ts';
import { filled, placed, voices } from '../fixtures.ts';
// The page loads it on demand; here it is loaded before the fake clock of a test starts.
import './PreviewCard.tsx';

const TITLE = 'A Hive Is a Decision';
const LINES: Preview['lines'] = [
  { speaker: 'A', text: 'Who decides where a swarm goes?', start: null },
  { speaker: 'B', text: 'And what if they disagree?', start: null },
];
const CHAPTERS = ['The swarm', 'The vote', 'The new home'];
const PARTS = '/media/preview/pv1/parts.json';
const aPreview = (own: Partial<Preview> = {}): Preview => ({
  id: 'pv1',
  state: 'written',
  title: TITLE,
  lines: LINES,
  chapters: CHAPTERS,
  sound: { state: 'none', partsUrl: PARTS, seconds: null },
  failure: null,
  expiresAt: '2031-01-01T00:00:00.000Z',
  ...own,
});
const begun = aPreview({ state: 'writing', title: null, lines: [], chapters: null });
const making = { state: 'making', partsUrl: PARTS, seconds: null } as const;
const ready = { state: 'ready', partsUrl: PARTS, seconds: 32 } as const;

/** What the server knows of the preview now. */
let now: Preview;
let answers: Record<string, unknown>;
const reply = () => ({ status: 200, body: { preview: now } });
const refusal = (status: number, code: string, message: string, more = {}) => ({
  status,
  body: { message, code, ...more },
});

const media = HTMLMediaElement.prototype;
const own = Object.getOwnPropertyDescriptors(media);
const speaking = new Set<HTMLMediaElement>();

beforeEach(() => {
  localStorage.clear();
  speaking.clear();
  now = aPreview();
  answers = {
    'GET /api/auth/me': { user: mira },
    'GET /api/voices': { voices },
    'POST /api/previews': () => ({ ...reply(), status: 201 }),
    'GET /api/previews/pv1?minutes=10': reply,
    'GET /api/previews/pv1?minutes=20': reply,
    'POST /api/previews/pv1/sound': () => {
      now = { ...now, sound: making };
      return { ...reply(), status: 202 };
    },
    'POST /api/orders': placed({ hasPreview: true }),
  };
  const play = function (this: HTMLMediaElement) {
    speaking.add(this);
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  };
  const pause = function (this: HTMLMediaElement) {
    if (speaking.delete(this)) this.dispatchEvent(new Event('pause'));
  };
  Object.defineProperties(media, {
    load: { configurable: true, value: () => undefined },
    paused: {
      configurable: true,
      get(this: HTMLMediaElement) {
        return !speaking.has(this);
      },
    },
    play: { configurable: true, value: play },
    pause: { configurable: true, value: pause },
  });
});
afterEach(() => {
  setOnline(true);
  setVisible(true);
  Object.defineProperties(media, own);
});

function setOnline(online: boolean) {
  Object.defineProperty(navigator, 'onLine', { value: online, configurable: true });
}
function setVisible(visible: boolean) {
  const value = visible ? 'visible' : 'hidden';
  Object.defineProperty(document, 'visibilityState', { value, configurable: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

async function create(values: Partial<DraftValues> = filled) {
  writeDraft(newDraft(values));
  const sent = serve(answers);
  const view = open('/create', <CreatePage />);
  await screen.findByText('mira@example.com');
  await screen.findByRole('button', { name: /^Mic 1/ });
  return { sent, ...view };
}
type Sent = Awaited<ReturnType<typeof create>>['sent'];

const hear = () => screen.getByRole('button', { name: 'Hear how it starts' });
const card = () => screen.findByRole('region', { name: 'How it starts' });
const noCard = () => screen.queryByRole('region', { name: 'How it starts' });
const says = async (sentence: string) =>
  expect(await screen.findByText(sentence, { selector: '[role=status]' })).toBeInTheDocument();
const GOES_ON = 'This is how your episode starts. Order it, and it picks up from here.';
const playing = () => [...speaking].map(({ src }) => new URL(src).pathname);
const bodies = (sent: Sent, call: string) =>
  sent.filter((one) => one.call === call).map(({ body }) => body);
const asked = (sent: Sent) => bodies(sent, 'POST /api/previews');
async function order(sent: Sent) {
  fireEvent.click(screen.getByRole('button', { name: /Continue to checkout/ }));
  await waitFor(() => expect(here()).toBe('/checkout?order=o1'));
  return bodies(sent, 'POST /api/orders')[0];
}
/** Opens the form and hears how it starts. */
async function openAndPreview(values: Partial<DraftValues> = filled) {
  const view = await create(values);
  fireEvent.click(hear());
  await says(GOES_ON);
  return view;
}
const swap = () => fireEvent.click(screen.getByRole('button', { name: 'Swap the voices' }));

test('without a topic the field says so, nothing is sent, and typing takes the error away', async () => {
  const { sent } = await create({});
  fireEvent.click(hear());
  const topic = screen.getByLabelText('What are we talking about?');
  expect(await screen.findByText('Topic is required')).toBeInTheDocument();
  expect(topic).toHaveFocus();
  expect(screen.queryByText('Valid email is required')).not.toBeInTheDocument();
  expect(asked(sent)).toEqual([]);
  expect(noCard()).not.toBeInTheDocument();
  fireEvent.change(topic, { target: { value: 'Bees' } });
  await waitFor(() => expect(screen.queryByText('Topic is required')).not.toBeInTheDocument());
});

test('title, lines with their hosts and chapters show as they come, and then it is asked no more', async () => {
  now = begun;
  const { sent } = await create();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    fireEvent.click(hear());
    const shown = within(await card());
    await says('Writing how it starts...');
    expect(scrolls).toHaveLength(1);
    const [request] = asked(sent);
    expect(request).toMatchObject({ ...filled, duration: 10 });
    expect(request).not.toHaveProperty('email');

    now = { ...begun, title: TITLE, lines: LINES.slice(0, 1) };
    expect(await shown.findByRole('heading', { name: TITLE })).toBeInTheDocument();
    const lines = within(shown.getByRole('list', { name: 'How it starts' }));
    expect(lines.getAllByRole('listitem')[0]).toHaveTextContent('BrianWho decides');
    expect(shown.queryByRole('button', { name: 'Play how it starts' })).not.toBeInTheDocument();

    now = aPreview({ chapters: null });
    expect(await lines.findByText('And what if they disagree?')).toBeInTheDocument();
    expect(lines.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())).toEqual([
      'BrianWho decides where a swarm goes?',
      'LilyAnd what if they disagree?',
    ]);
    await says(GOES_ON);
    expect(shown.getByText('20 to 40 seconds')).toBeInTheDocument();

    now = aPreview();
    expect(await shown.findByText('The vote')).toBeInTheDocument();
    const chapters = shown.getByRole('list', { name: 'The chapters of your 10 minutes' });
    expect(within(chapters).getAllByRole('listitem')).toHaveLength(3);
    const count = sent.length;
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(sent).toHaveLength(count);
  } finally {
    vi.useRealTimers();
  }
});

test('a hidden page asks no more, and goes on when it is shown again', async () => {
  now = begun;
  const { sent } = await create();
  fireEvent.click(hear());
  await says('Writing how it starts...');
  vi.useFakeTimers();
  try {
    setVisible(false);
    await act(() => vi.advanceTimersByTimeAsync(500));
    const count = sent.length;
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(sent).toHaveLength(count);
    now = aPreview();
    setVisible(true);
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(screen.getByText(GOES_ON)).toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});

test('a double tap asks once, and another press once it is known asks for nothing', async () => {
  const { sent } = await create();
  fireEvent.click(hear());
  fireEvent.click(hear());
  await says(GOES_ON);
  await act(async () => fireEvent.click(hear()));
  await waitFor(() => expect(scrolls).toHaveLength(2));
  expect(asked(sent)).toHaveLength(1);
});

test('what is heard in the topic is waited for, so that it is part of how it begins', async () => {
  const topic = 'Why do bees swarm?';
  const questions = [{ id: 'q1', text: 'Why do bees swarm?' }];
  answers['POST /api/briefs'] = {
    brief: { id: 'b1', questions, level: null, avoid: [], language: 'en', notice: null },
  };
  const { sent } = await create();
  fireEvent.change(screen.getByLabelText('What are we talking about?'), {
    target: { value: topic },
  });
  fireEvent.click(hear());
  await says(GOES_ON);
  const brief = { id: 'b1', questions, level: null, avoid: [] };
  expect(asked(sent)).toEqual([expect.objectContaining({ topic, brief })]);
  expect(await order(sent)).toMatchObject({ preview: 'pv1', brief });
});

test('the first press on play has the sound made and plays its first part, and no other sound', async () => {
  const part = (number: number, startTime: number, duration: number) => ({
    number,
    url: `/media/preview/pv1/part-${number}.mp3`,
    startTime,
    duration,
  });
  let parts = [part(1, 0, 14)];
  answers[`GET ${PARTS}`] = () => ({ status: 200, body: { version: '1.0.0', parts } });
  const { sent } = await openAndPreview();
  fireEvent.click(screen.getByRole('button', { name: 'Hear Brian' }));
  expect(playing()).toEqual(['/api/voices/Brian/sample.mp3']);
  fireEvent.click(screen.getByRole('button', { name: 'Play how it starts' }));
  await waitFor(() => expect(playing()).toEqual(['/media/preview/pv1/part-1.mp3']));
  expect(bodies(sent, 'POST /api/previews/pv1/sound')).toHaveLength(1);

  parts = [...parts, part(2, 14, 18)];
  now = aPreview({ sound: ready });
  const next = await waitFor(() => {
    const second = document.querySelector<HTMLAudioElement>('audio[src$="part-2.mp3"]');
    if (!second) throw new Error('the second part is not there yet');
    return second;
  });
  const end = async (audio: HTMLAudioElement) => {
    Object.defineProperty(audio, 'ended', { value: true, configurable: true });
    speaking.delete(audio);
    await act(async () => audio.dispatchEvent(new Event('ended')));
  };
  const [first] = speaking;
  if (first) await end(first);
  expect([...speaking]).toEqual([next]);
  await end(next);
  expect(await screen.findByRole('button', { name: 'Play how it starts' })).toBeInTheDocument();
  expect(screen.getByText('0:32 of 0:32')).toBeInTheDocument();
  expect(await order(sent)).toMatchObject({ preview: 'pv1' });
});

test('the line that is being spoken is marked, also while it rests, and none before or after', async () => {
  const url = '/media/preview/pv1/part-1.mp3';
  const parts = [{ number: 1, url, startTime: 0, duration: 32 }];
  answers[`GET ${PARTS}`] = () => ({ status: 200, body: { version: '1.0.0', parts } });
  await openAndPreview();
  const marked = () => document.querySelector('ol[aria-label="How it starts"] [aria-current=true]');
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  press('Play how it starts');
  const audio = await waitFor(() => {
    const [first] = speaking;
    if (!first) throw new Error('nothing plays yet');
    return first;
  });
  const reach = async (time: number, event = 'timeupdate') => {
    audio.currentTime = time;
    await act(async () => audio.dispatchEvent(new Event(event)));
  };
  // Nobody knows yet where the lines are in it.
  await reach(1);
  expect(marked()).toBeNull();
  const lines = LINES.map((line, place) => ({ ...line, start: place * 3 }));
  now = aPreview({ sound: ready, lines });
  await waitFor(() => expect(marked()).toHaveTextContent('Who decides'));
  await reach(3.5);
  expect(marked()).toHaveTextContent('And what if');
  press('Pause how it starts');
  expect(marked()).toHaveTextContent('And what if');
  await waitFor(() => expect(screen.getByText('0:03 of 0:32')).toBeInTheDocument());
  press('Play how it starts');
  Object.defineProperty(audio, 'ended', { value: true, configurable: true });
  speaking.delete(audio);
  await reach(32, 'ended');
  await waitFor(() => expect(marked()).toBeNull());
});

test.each([
  [
    refusal(429, 'too_many', 'That was a lot of sound.'),
    /^That was a lot of sound. You can ask again after \d+:\d\d [ap]m.$/,
  ],
  [refusal(503, 'unavailable', 'No more sound today.'), /^No more sound today.$/],
  [
    refusal(400, 'invalid', 'Please check', { fields: { voice1Id: 'This voice has left.' } }),
    /^This voice has left.$/,
  ],
])('a sound that is refused says why, and lines and play key stay', async (refused, sentence) => {
  answers['POST /api/previews/pv1/sound'] = () => ({
    ...refused,
    headers: { 'Retry-After': '600' },
  });
  await openAndPreview();
  fireEvent.click(screen.getByRole('button', { name: 'Play how it starts' }));
  expect(await screen.findByText(sentence, { selector: '[role=status]' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Play how it starts' })).toBeInTheDocument();
  expect(screen.getByText('And what if they disagree?')).toBeInTheDocument();
});

test('a sound that could not be made says why, and the next press has it made', async () => {
  const { sent } = await openAndPreview();
  fireEvent.click(screen.getByRole('button', { name: 'Play how it starts' }));
  expect(await screen.findByText('They step up to the mics...')).toBeInTheDocument();
  await waitFor(() => expect(now.sound.state).toBe('making'));
  now = aPreview({ failure: 'The voices did not answer.' });
  await says('The voices did not answer.');
  answers['POST /api/previews/pv1/sound'] = () => {
    now = aPreview({ sound: making });
    return { ...reply(), status: 202 };
  };
  fireEvent.click(await screen.findByRole('button', { name: 'Play how it starts' }));
  await says(GOES_ON);
  expect(bodies(sent, 'POST /api/previews/pv1/sound')).toHaveLength(2);
});

test('chapters that could not be planned say why, and can be asked for again', async () => {
  now = aPreview({ chapters: null, failure: 'The plan did not come.' });
  const { sent } = await openAndPreview();
  expect(screen.getByText('The plan did not come.')).toBeInTheDocument();
  now = aPreview();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The vote')).toBeInTheDocument();
  expect(asked(sent)).toHaveLength(2);
});

test('after a change the card says what was changed, the order begins anew, and one press hears it', async () => {
  const { sent } = await openAndPreview();
  swap();
  await says('You changed the voices. Hear how it starts now?');
  // It is shown with the voice that says it.
  const first = () => screen.getByText('Who decides where a swarm goes?').closest('li');
  expect(first()).toHaveTextContent('BrianWho decides');
  swap();
  await says(GOES_ON);
  swap();
  await says('You changed the voices. Hear how it starts now?');
  now = { ...aPreview(), id: 'pv2' };
  answers['GET /api/previews/pv2?minutes=10'] = reply;
  fireEvent.click(screen.getByRole('button', { name: 'Hear it' }));
  expect(screen.getByRole('heading', { name: 'How it starts' })).toHaveFocus();
  await says(GOES_ON);
  expect(asked(sent)[1]).toMatchObject({ voice1Id: 'v-lily', voice2Id: 'v-brian' });
  expect(first()).toHaveTextContent('LilyWho decides');
  fireEvent.click(screen.getByRole('button', { name: 'Swap the voices' }));
  expect(await order(sent)).not.toHaveProperty('preview');
});

test('what was refused is forgotten once the form is again as it was', async () => {
  await openAndPreview();
  swap();
  answers['POST /api/previews'] = () => refusal(503, 'unavailable', 'No more previews today.');
  fireEvent.click(await screen.findByRole('button', { name: 'Hear it' }));
  await says('No more previews today.');
  expect(screen.getByText('And what if they disagree?')).toBeInTheDocument();
  swap();
  await says(GOES_ON);
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('another length keeps the lines and asks for its chapters, and the order begins with them', async () => {
  const { sent } = await openAndPreview();
  const long = ['The swarm', 'The scouts', 'The vote', 'The flight', 'The new home'];
  now = aPreview({ chapters: null });
  fireEvent.click(screen.getByRole('radio', { name: '20 minutes, $7.49' }));
  const chapters = await screen.findByRole('list', { name: 'The chapters of your 20 minutes' });
  expect(within(chapters).queryByText('The vote')).not.toBeInTheDocument();
  expect(screen.getByText('And what if they disagree?')).toBeInTheDocument();
  await waitFor(() => expect(asked(sent)).toHaveLength(2));
  now = aPreview({ chapters: long });
  expect(await within(chapters).findByText('The flight')).toBeInTheDocument();
  expect(asked(sent)[1]).toMatchObject({ ...filled, duration: 20 });
  await says(GOES_ON);
  expect(await order(sent)).toMatchObject({ preview: 'pv1', duration: 20 });
});

test('an order whose beginning is no longer kept says so in one sentence', async () => {
  answers['POST /api/orders'] = placed({ hasPreview: false });
  const { sent } = await openAndPreview();
  expect(await order(sent)).toMatchObject({ preview: 'pv1' });
  expect(await screen.findByText('Your episode will have a new beginning')).toBeInTheDocument();
  expect(screen.getByText('We no longer have the one you heard.')).toBeInTheDocument();
});

test('it is there again after a reload, and goes without a word once it is gone', async () => {
  const { unmount } = await openAndPreview();
  unmount();
  const sent = serve(answers);
  const again = open('/create', <CreatePage />);
  await says(GOES_ON);
  expect(screen.getByText('And what if they disagree?')).toBeInTheDocument();
  expect(asked(sent)).toEqual([]);
  again.unmount();

  answers['GET /api/previews/pv1?minutes=10'] = () => refusal(404, 'not_found', 'no');
  open('/create', <CreatePage />);
  await screen.findByText('mira@example.com');
  await waitFor(() => expect(readDraft().values.keptPreview).toBeUndefined());
  expect(noCard()).not.toBeInTheDocument();
  expect(readDraft().values).toMatchObject(filled);
});

test.each([
  ['a limit', refusal(429, 'too_many', 'Ten beginnings an hour, please.'), /^Ten.* after \d+:\d\d/],
  ['the cap', refusal(503, 'unavailable', 'No more previews today.'), /^No more previews today.$/],
  ['a gateway', { status: 502, body: '<html>' }, /^That didn’t work. Try again in a moment.$/],
])(
  'after %s the place has a sentence, the order goes, and nothing is lost',
  async (_what, refused, sentence) => {
    answers['POST /api/previews'] = () => ({ ...refused, headers: { 'Retry-After': '900' } });
    const { sent } = await create();
    fireEvent.click(hear());
    expect(await screen.findByText(sentence, { selector: '[role=status]' })).toBeInTheDocument();
    expect(readDraft().values).toMatchObject(filled);
    expect(await order(sent)).not.toHaveProperty('preview');
  },
);

test.each([
  ['topic_refused', {}, 'What are we talking about?'],
  ['invalid', { fields: { topic: 'Not this one.' } }, 'What are we talking about?'],
])('%s is shown at its field and goes when that changes', async (code, more, label) => {
  answers['POST /api/previews'] = () => refusal(422, code, 'Not this one.', more);
  await create();
  fireEvent.click(hear());
  const field = screen.getByLabelText(label);
  await waitFor(() => expect(field).toHaveAccessibleDescription('Not this one.'));
  expect(field).toHaveFocus();
  expect(noCard()).not.toBeInTheDocument();
  fireEvent.change(field, { target: { value: 'Wasps' } });
  await waitFor(() => expect(field).not.toHaveAttribute('aria-invalid'));
});

test('while there are none there is no button for them, and what was heard stays', async () => {
  const { unmount } = await openAndPreview();
  unmount();
  answers['GET /api/config'] = { previews: false, standins: [] };
  serve(answers);
  open('/create', <CreatePage />);
  await says(GOES_ON);
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Hear how it starts' })).not.toBeInTheDocument(),
  );
  expect(screen.getByRole('button', { name: /Continue to checkout/ })).toBeInTheDocument();
  expect(screen.getByText('And what if they disagree?')).toBeInTheDocument();
});

test('without a connection it waits, and goes on once that is back', async () => {
  const { sent } = await create();
  setOnline(false);
  fireEvent.click(hear());
  await says('No connection. We’ll pick up once you’re back online.');
  expect(asked(sent)).toEqual([]);
  setOnline(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await says(GOES_ON);
  expect(asked(sent)).toHaveLength(1);
});

test('when nobody answers it can be asked again', async () => {
  const found = answers['POST /api/previews'];
  answers['POST /api/previews'] = () => {
    throw new TypeError('Failed to fetch');
  };
  await create();
  fireEvent.click(hear());
  await says('The studio isn’t answering right now. Try again in a minute.');
  answers['POST /api/previews'] = found;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await says(GOES_ON);
});

test('one that failed says why, is not ordered, and can be asked for again', async () => {
  now = begun;
  const { sent } = await create();
  fireEvent.click(hear());
  await says('Writing how it starts...');
  now = { ...begun, state: 'failed', failure: 'The writer did not answer.' };
  await says('The writer did not answer.');
  expect(readDraft().values.keptPreview).toBeUndefined();
  now = { ...aPreview(), id: 'pv2' };
  answers['GET /api/previews/pv2?minutes=10'] = reply;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await says(GOES_ON);
  expect(await order(sent)).toMatchObject({ preview: 'pv2' });
});

test('“Start over” takes it away, also one that is still on its way', async () => {
  const startOver = () => fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
  await openAndPreview();
  startOver();
  await waitFor(() => expect(noCard()).not.toBeInTheDocument());
  expect(readDraft().values.keptPreview).toBeUndefined();
  cleanup();

  const coming = Promise.withResolvers<{ status: number; body: unknown }>();
  answers['POST /api/previews'] = () => coming.promise;
  const { sent } = await create();
  fireEvent.click(hear());
  await waitFor(() => expect(asked(sent)).toHaveLength(1));
  startOver();
  await waitFor(() => expect(noCard()).not.toBeInTheDocument());
  await act(async () => coming.resolve(reply()));
  expect(noCard()).not.toBeInTheDocument();
  expect(readDraft().values.keptPreview).toBeUndefined();
});
