import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mira } from '../testing/builders.ts';
import { here, open, serve } from '../testing/screen.tsx';
import CreatePage from './CreatePage.tsx';
import { newDraft, readDraft, writeDraft } from './draft.ts';
import { filled, placed, voices } from './fixtures.ts';

/* What makes the form easy to use: prices, hints, samples, focus and lost connections. */

const visitor = { 'GET /api/auth/me': { user: null }, 'GET /api/voices': { voices } };
const signedIn = { ...visitor, 'GET /api/auth/me': { user: mira } };

const ready = () => screen.findByRole('button', { name: /^Mic 1/ });
const goOn = () => screen.getByRole('button', { name: /Continue to checkout|Placing|Waiting/ });
const topic = () => screen.getByLabelText('What are we talking about?');

/** An audio element without sound: it only reports that it plays or has stopped. */
class Speaker extends EventTarget {
  static all: Speaker[] = [];
  paused = true;
  readonly src: string;
  constructor(src: string) {
    super();
    this.src = src;
    Speaker.all.push(this);
  }
  async play() {
    this.paused = false;
    this.dispatchEvent(new Event('playing'));
  }
  pause() {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
  removeAttribute() {}
}
const playingSources = () => Speaker.all.filter(({ paused }) => !paused).map(({ src }) => src);

const { Audio } = globalThis;
beforeEach(() => {
  localStorage.clear();
  Speaker.all = [];
  Object.assign(globalThis, { Audio: Speaker });
});
afterEach(() => {
  Object.assign(globalThis, { Audio });
  setOnline(true);
});

function setOnline(online: boolean) {
  Object.defineProperty(navigator, 'onLine', { value: online, configurable: true });
}

async function pickerFor(mic: 1 | 2) {
  await ready();
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^Mic ${mic}`) }));
  return within(screen.getByRole('dialog', { name: `Who’s on mic ${mic}?` }));
}

test('the form shows the price and the tax note before anything is typed', async () => {
  serve(visitor);
  open('/create', <CreatePage />);
  await ready();
  expect(goOn()).toHaveTextContent('$3.99');
  expect(screen.getByText(/Tax included\./)).toBeInTheDocument();
});

test('a visitor has to fill in only a topic and an email address', async () => {
  const sent = serve(visitor);
  open('/create', <CreatePage />);
  await ready();
  expect(screen.getAllByRole('textbox')).toHaveLength(2);
  fireEvent.change(topic(), { target: { value: 'Bees' } });
  fireEvent.change(screen.getByLabelText('Where should we send it?'), {
    target: { value: 'mira@example.com' },
  });
  fireEvent.click(goOn());
  await waitFor(() => expect(here()).toContain('/auth?next=%2Fcreate'));
  expect(sent.every(({ call }) => call.startsWith('GET'))).toBe(true);
});

test('the inputs of the form have the right keyboard and autofill hints for phones', async () => {
  serve(visitor);
  open('/create', <CreatePage />);
  const sheet = await pickerFor(1);
  const search = sheet.getByLabelText('Search voices');
  expect([search.getAttribute('type'), search.getAttribute('enterkeyhint')]).toEqual([
    'search',
    'search',
  ]);
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  const email = screen.getByLabelText('Where should we send it?');
  expect(['type', 'inputmode', 'autocomplete'].map((name) => email.getAttribute(name))).toEqual([
    'email',
    'email',
    'email',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Add a code' }));
  const code = screen.getByLabelText('Discount code');
  expect(['autocomplete', 'autocapitalize'].map((name) => code.getAttribute(name))).toEqual([
    'off',
    'characters',
  ]);
});

test('every voice has a sample, and only one sample plays at a time', async () => {
  writeDraft(newDraft(filled));
  serve(visitor);
  open('/create', <CreatePage />);
  await ready();
  fireEvent.click(screen.getByRole('button', { name: 'Hear Brian' }));
  await screen.findByRole('button', { name: 'Pause Brian' });
  expect(playingSources()).toEqual(['/api/voices/Brian/sample.mp3']);

  const sheet = await pickerFor(2);
  for (const { name } of voices) {
    expect(
      sheet.getByRole('button', { name: new RegExp(`^(Play|Pause) ?${name}`) }),
    ).toBeInTheDocument();
  }
  fireEvent.click(sheet.getByRole('button', { name: /^Play ?Adam/ }));
  await sheet.findByRole('button', { name: /^Pause ?Adam/ });
  expect(playingSources()).toEqual(['/api/voices/Adam/sample.mp3']);
  expect(sheet.getByText('Adam is playing.')).toHaveAttribute('aria-live', 'polite');
  expect(sheet.getByRole('button', { name: /^Play ?Brian/ })).toBeInTheDocument();
  expect(readDraft().values).toMatchObject(filled);
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  expect(playingSources()).toEqual([]);
});

test('each length shows its minutes, its price and when the episode will be ready', async () => {
  serve(visitor);
  open('/create', <CreatePage />);
  await ready();
  const dial = screen.getByRole('radiogroup', { name: 'How long?' });
  const said = () => document.getElementById(dial.getAttribute('aria-describedby') ?? '');
  const stops = within(dial).getAllByRole('radio');
  expect(stops.map((stop) => stop.getAttribute('aria-label'))).toEqual([
    '10 minutes, $3.99',
    '15 minutes, $5.99',
    '20 minutes, $7.49',
    '25 minutes, $8.99',
  ]);
  const times = stops.map((stop) => {
    fireEvent.click(stop);
    return said()?.textContent;
  });
  for (const time of times) expect(time).toMatch(/^Ready around \d{1,2}:\d\d [ap]m$/);
  expect(new Set(times).size).toBe(4);
});

test('a discount code that cannot be checked right now is kept, and the form says so', async () => {
  serve({
    ...visitor,
    'POST /api/quotes': () => {
      throw new TypeError('no connection');
    },
  });
  open('/create', <CreatePage />);
  await ready();
  fireEvent.click(screen.getByRole('button', { name: 'Add a code' }));
  const code = screen.getByLabelText('Discount code');
  fireEvent.change(code, { target: { value: 'OWL' } });
  expect(await screen.findByText(/We can’t check the code right now/)).toBeInTheDocument();
  expect(code).toHaveValue('OWL');
  expect(code).not.toHaveAttribute('aria-invalid');
});

test('the checkout button is busy while the order is placed, and more presses do nothing', async () => {
  writeDraft(newDraft(filled));
  let answer: (reply: { status: number; body: unknown }) => void = () => undefined;
  const sent = serve({
    ...signedIn,
    'POST /api/orders': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  open('/create', <CreatePage />);
  await ready();
  await screen.findByText('mira@example.com');
  fireEvent.click(goOn());
  const busy = await screen.findByRole('button', { name: 'Placing your order...' });
  expect(busy).toHaveAttribute('aria-busy', 'true');
  fireEvent.click(busy);
  fireEvent.click(busy);
  await act(async () => answer({ status: 201, body: placed() }));
  expect(here()).toBe('/checkout?order=o1');
  expect(sent.filter(({ call }) => call === 'POST /api/orders')).toHaveLength(1);
});

test('a refused voice is reported at its mic, which gets the focus', async () => {
  writeDraft(newDraft(filled));
  const refusal = 'This voice is gone. Choose another.';
  serve({
    ...signedIn,
    'POST /api/orders': () => ({
      status: 400,
      body: { message: 'Please look again', code: 'invalid', fields: { voice2Id: refusal } },
    }),
  });
  open('/create', <CreatePage />);
  await ready();
  await screen.findByText('mira@example.com');
  fireEvent.click(goOn());
  await screen.findByText(refusal);
  const mic = screen.getByRole('button', { name: /^Mic 2/ });
  expect(mic).toHaveAccessibleDescription(refusal);
  await waitFor(() => expect(mic).toHaveFocus());
});

test('the errors of a refused order are shown at their fields', async () => {
  writeDraft(newDraft(filled));
  serve({
    ...signedIn,
    'POST /api/orders': () => ({
      status: 400,
      body: {
        message: 'Please check what is marked',
        code: 'invalid',
        fields: { voice2Id: 'Choose two different voices', email: 'Valid email is required' },
      },
    }),
  });
  open('/create', <CreatePage />);
  await ready();
  await screen.findByText('mira@example.com');
  fireEvent.click(goOn());
  expect(await screen.findByText('Choose two different voices')).toBeInTheDocument();
  const email = screen.getByLabelText('Where should we send it?');
  expect(email).toHaveAccessibleDescription(expect.stringContaining('Valid email is required'));
});

test('an order sent without a connection is kept and placed once the connection is back', async () => {
  writeDraft(newDraft(filled));
  const sent = serve({ ...signedIn, 'POST /api/orders': () => ({ status: 201, body: placed() }) });
  open('/create', <CreatePage />);
  await ready();
  await screen.findByText('mira@example.com');
  setOnline(false);
  fireEvent.click(goOn());
  expect(await screen.findByText(/Your order is safe and continues/)).toBeInTheDocument();
  expect(goOn()).toHaveAttribute('aria-busy', 'true');
  fireEvent.click(goOn());
  expect(sent.some(({ call }) => call === 'POST /api/orders')).toBe(false);

  setOnline(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(here()).toBe('/checkout?order=o1'));
  expect(sent.filter(({ call }) => call === 'POST /api/orders')).toHaveLength(1);
});

test('an order interrupted by a lost connection is sent again under the same idempotency key', async () => {
  writeDraft(newDraft(filled));
  let answers = 0;
  const sent = serve({
    ...signedIn,
    'POST /api/orders': () => {
      answers += 1;
      if (answers > 1) return { status: 201, body: placed() };
      setOnline(false);
      throw new TypeError('lost');
    },
  });
  open('/create', <CreatePage />);
  await ready();
  await screen.findByText('mira@example.com');
  fireEvent.click(goOn());
  expect(await screen.findByText(/Your order is safe/)).toBeInTheDocument();
  setOnline(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(here()).toBe('/checkout?order=o1'));
  const keys = sent
    .filter(({ call }) => call === 'POST /api/orders')
    .map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('the form warns of two voices that sound alike and names the similar one', async () => {
  writeDraft(newDraft({ ...filled, voice2Id: 'v-adam' }));
  serve(visitor);
  open('/create', <CreatePage />);
  await ready();
  expect(
    screen.getByText('Sounds close to Brian. Two different voices are easier to follow.'),
  ).toBeInTheDocument();
});

test('filters narrow the voice catalogue, and an empty result offers every voice again', async () => {
  serve(visitor);
  open('/create', <CreatePage />);
  const sheet = await pickerFor(1);
  const names = () => sheet.queryAllByRole('listitem').length;
  const chip = (name: string) => sheet.getByRole('button', { name });
  fireEvent.click(chip('Male'));
  expect(chip('Male')).toHaveAttribute('aria-pressed', 'true');
  expect(names()).toBe(2);
  fireEvent.click(chip('Deep'));
  expect(names()).toBe(1);
  fireEvent.click(chip('British'));
  expect(names()).toBe(0);
  expect(sheet.getByRole('status')).toHaveTextContent('0 of 3 voices');
  fireEvent.click(sheet.getByRole('button', { name: 'Show every voice' }));
  expect(names()).toBe(3);
});

test('a voice can be heard and chosen by keyboard, and the focus returns to its mic', async () => {
  writeDraft(newDraft({ ...filled, voice2Id: 'v-adam' }));
  serve(visitor);
  open('/create', <CreatePage />);
  const sheet = await pickerFor(2);
  const rows = () => sheet.getAllByRole('listitem');
  const stops = () =>
    rows().flatMap((row) =>
      [...row.querySelectorAll('button')].filter((button) => button.tabIndex === 0),
    );
  const go = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  // The list is entered at the voice that is on the mic.
  expect(stops()).toHaveLength(1);
  expect(stops()[0]).toHaveAccessibleName(/^Play ?Adam/);

  act(() => stops()[0]?.focus());
  go('Home');
  const lily = sheet.getByRole('button', { name: /^Play ?Lily/ });
  expect(lily).toHaveFocus();
  expect(stops()).toEqual([lily]);
  go('End');
  expect(document.activeElement).toHaveAccessibleName(/^Play ?Adam/);
  go('ArrowUp');
  expect(document.activeElement).toHaveAccessibleName(/^Play ?Brian/);
  go('ArrowUp');
  expect(lily).toHaveFocus();
  fireEvent.click(lily);
  fireEvent.click(sheet.getByRole('button', { name: 'Put Lily on mic 2' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(readDraft().values.voice2Id).toBe('v-lily');
  await waitFor(() => expect(screen.getByRole('button', { name: /^Mic 2: Lily/ })).toHaveFocus());
});

test('the form says that episodes are in English and that the hosts are AI', async () => {
  serve(visitor);
  open('/create', <CreatePage />);
  await ready();
  expect(
    screen.getByText(/Episodes are in English\. The hosts are AI and can get things wrong\./),
  ).toBeInTheDocument();
});
