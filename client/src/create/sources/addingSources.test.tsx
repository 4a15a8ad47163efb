import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SOURCE_PDF_MAX, SOURCE_TEXT_MAX } from '#shared/sourceLimits.ts';
import type { Source } from '#shared/sources.ts';
import { mira } from '../../testing/builders.ts';
import { here, open, type Sent, serve } from '../../testing/screen.tsx';
import CreatePage from '../CreatePage.tsx';
import { type DraftValues, newDraft, readDraft, writeDraft } from '../draft.ts';
import { filled, placed, voices } from '../fixtures.ts';

const BEES = 'https://openpedia.org/honey-bee';
const aSource = (own: Partial<Source> = {}): Source => ({
  id: 's1',
  kind: 'link',
  url: BEES,
  title: 'Honey bee',
  site: 'Openpedia',
  words: 1240,
  language: 'en',
  ...own,
});
const read = (own?: Partial<Source>) => ({ source: aSource(own) });
/** Each link is a source of its own, named by its address. */
const readEach = (body: unknown) => {
  const { url } = body as { url: string };
  return { status: 201, body: read({ id: url.slice(-2), url, title: url }) };
};
const refuse = (status: number, message: string, code = 'invalid') => {
  return () => ({ status, body: { message, code } });
};
const never = () => new Promise(() => undefined);
const server = {
  'GET /api/auth/me': { user: mira },
  'GET /api/voices': { voices },
  'POST /api/orders': placed(),
};

afterEach(() => vi.useRealTimers());

async function create(answers: Record<string, unknown> = {}, values: Partial<DraftValues> = {}) {
  writeDraft(newDraft({ ...filled, ...values }));
  const sent = serve({ ...server, ...answers });
  const view = open('/create', <CreatePage />);
  await screen.findByText('mira@example.com');
  await screen.findByRole('button', { name: /^Add a(nother)? source$/ });
  return { sent, ...view };
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const opener = () => button(/^Add a(nother)? source$/);
const rows = () => {
  const list = within(screen.getByRole('region', { name: 'Your sources' })).queryByRole('list');
  return list ? within(list).getAllByRole('listitem') : [];
};
const link = () => screen.getByRole('textbox', { name: 'Link' });
const chooseKind = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
function addLink(url: string) {
  fireEvent.click(opener());
  fireEvent.change(link(), { target: { value: url } });
  fireEvent.keyDown(link(), { key: 'Enter' });
}
function choosePdf(file: File) {
  fireEvent.change(screen.getByLabelText(/^Choose a PDF/), { target: { files: [file] } });
}
const posts = (sent: Sent[]) => sent.filter(({ call }) => call === 'POST /api/sources');
async function ordered(sent: Awaited<ReturnType<typeof create>>['sent']) {
  fireEvent.click(button(/Continue to checkout/));
  await waitFor(() => expect(here()).toBe('/checkout?order=o1'));
  return sent.find(({ call }) => call === 'POST /api/orders')?.body;
}

test('a link is added with Enter, read, kept in the draft and ordered', async () => {
  const { sent } = await create({ 'POST /api/sources': read() });
  expect(screen.queryByRole('group', { name: /rests on/ })).not.toBeInTheDocument();
  addLink('openpedia.org/honey-bee');
  expect(rows()[0]).toHaveTextContent('openpedia.org/honey-beeReading…');
  expect(opener()).toHaveFocus();

  expect(await screen.findByText('Openpedia, 1,240 words')).toBeInTheDocument();
  expect(rows()[0]).toHaveTextContent('Honey bee');
  expect(posts(sent)[0]?.body).toEqual({ url: BEES });
  expect(here()).toBe('/create');
  expect(readDraft().values.sources).toEqual(['s1']);
  expect(screen.getByRole('radio', { name: 'These and the web' })).toBeChecked();
  chooseKind('Only from these');
  expect(await ordered(sent)).toMatchObject({ sources: ['s1'], onlyTheseSources: true });
});

test('where nothing is looked up there is no choice, and the order goes as it is', async () => {
  const { sent } = await create({
    'GET /api/config': { research: false, standins: [] },
    'POST /api/sources': read(),
  });
  addLink(BEES);
  await screen.findByText('The episode rests on these alone: nothing else is looked up.');
  expect(screen.queryByRole('group', { name: /rests on/ })).not.toBeInTheDocument();
  expect(await ordered(sent)).toMatchObject({ sources: ['s1'], onlyTheseSources: false });
});

test('a PDF is sent as it is, even where the phone gives it no type', async () => {
  const { sent } = await create({
    'POST /api/sources': read({ kind: 'pdf', url: null, site: null, title: 'Lights', words: 1 }),
  });
  const bodies: unknown[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    bodies.push(init?.body);
    return fetch(input, init);
  };
  fireEvent.click(opener());
  chooseKind('PDF');
  choosePdf(new File(['%PDF-1.7'], 'lights.pdf'));
  expect(rows()[0]).toHaveTextContent('lights.pdfReading…');
  expect(await screen.findByText('PDF, 1 word')).toBeInTheDocument();
  expect(posts(sent)[0]?.headers.get('content-type')).toBe('application/pdf');
  expect(bodies[0]).toBeInstanceOf(Blob);
  expect((bodies[0] as Blob).size).toBe(8);
});

test('what is no PDF, empty or too large is refused at its field and never sent', async () => {
  const { sent } = await create();
  fireEvent.click(opener());
  chooseKind('PDF');
  const large = new File(['%PDF'], 'large.pdf');
  Object.defineProperty(large, 'size', { value: SOURCE_PDF_MAX + 1 });
  for (const [file, sentence] of [
    [new File(['x'], 'bees.jpg', { type: 'image/jpeg' }), '“bees.jpg” isn’t a PDF.'],
    [new File([], 'none.pdf'), '“none.pdf” is empty.'],
    [large, '“large.pdf” is larger than 10 MB.'],
  ] as const) {
    choosePdf(file);
    expect(screen.getByLabelText(/^Choose a PDF/)).toHaveAccessibleDescription(
      expect.stringContaining(sentence),
    );
  }
  expect(rows()).toHaveLength(0);
  expect(posts(sent)).toHaveLength(0);
});

test('a text is counted, and one that is blank or too long stays in its field', async () => {
  const { sent } = await create({
    'POST /api/sources': read({ kind: 'text', url: null, site: null, title: 'My notes' }),
  });
  fireEvent.click(opener());
  chooseKind('Text');
  const field = () => screen.getByRole('textbox', { name: 'Text' });
  const type = (value: string) => fireEvent.change(field(), { target: { value } });
  type('   ');
  fireEvent.click(button('Add'));
  expect(field()).toHaveAccessibleDescription(expect.stringContaining('Paste some text first.'));
  type('x'.repeat(SOURCE_TEXT_MAX + 1));
  expect(screen.getByText('50,001 of 50,000')).toBeInTheDocument();
  fireEvent.click(button('Add'));
  expect(field()).toHaveAccessibleDescription(
    expect.stringContaining('At most 50,000 characters, please.'),
  );
  expect(posts(sent)).toHaveLength(0);
  type(' What the bees told me ');
  fireEvent.click(button('Add'));
  expect(await screen.findByText('Your text, 1,240 words')).toBeInTheDocument();
  expect(posts(sent)[0]?.body).toEqual({ text: 'What the bees told me' });
});

test('what is no link is refused at its field, and what was typed stays', async () => {
  const { sent } = await create();
  fireEvent.click(opener());
  expect(link()).toHaveFocus();
  fireEvent.click(button('Add'));
  expect(link()).toHaveAccessibleDescription('Type or paste a link first.');
  fireEvent.change(link(), { target: { value: 'about bees' } });
  expect(link()).not.toHaveAttribute('aria-invalid');
  fireEvent.click(button('Add'));
  expect(link()).toHaveAccessibleDescription(/doesn’t look like a link/);
  expect(link()).toHaveValue('about bees');
  fireEvent.change(link(), { target: { value: `bees.org/${'x'.repeat(2000)}` } });
  fireEvent.click(button('Add'));
  expect(link()).toHaveAccessibleDescription('That link is too long for us.');
  expect(posts(sent)).toHaveLength(0);
  fireEvent.keyDown(link(), { key: 'Escape' });
  expect(opener()).toHaveFocus();
});

test('a file that cannot be read says why at its row, and the order goes on without it', async () => {
  const { sent } = await create({
    'POST /api/sources': () => ({
      status: 422,
      body: {
        message: 'Please check what is marked',
        code: 'source_refused',
        fields: { pdf: 'This file is damaged.' },
      },
    }),
  });
  fireEvent.click(opener());
  chooseKind('PDF');
  choosePdf(new File(['%PDF'], 'broken.pdf'));
  await screen.findByText('This file is damaged.');
  expect(screen.queryByRole('button', { name: /^Try again/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('group', { name: /rests on/ })).not.toBeInTheDocument();
  expect(await ordered(sent)).toMatchObject({ sources: [], onlyTheseSources: false });
});

test.each([
  ['no connection', () => Promise.reject(new TypeError('lost')), 'The studio isn’t answering'],
  ['too many', refuse(429, 'Twenty an hour are enough.', 'too_many'), 'Twenty an hour'],
  ['switched off', refuse(503, 'Sources are off for now.', 'unavailable'), 'off for now'],
  ['a page that is down', refuse(422, 'It could not be reached.', 'source_refused'), 'be reached'],
  ['a gateway', () => ({ status: 502, body: '<html>' }), 'We couldn’t read it just now'],
])(
  'after %s the row of a link has a sentence, and it can be read again',
  async (_what, fail, sentence) => {
    let tries = 0;
    await create({
      'POST /api/sources': () => {
        tries += 1;
        return tries === 1 ? fail() : { status: 201, body: read() };
      },
    });
    addLink(BEES);
    await screen.findByText(new RegExp(sentence));
    fireEvent.click(button('Try again: openpedia.org/honey-bee'));
    expect(screen.getByRole('heading', { name: 'Your sources' })).toHaveFocus();
    await screen.findByText('Openpedia, 1,240 words');
    expect(screen.queryByText(new RegExp(sentence))).not.toBeInTheDocument();
    expect(readDraft().values.sources).toEqual(['s1']);
  },
);

test('a double tap adds once, and the same source again stays one row with a sentence', async () => {
  const { sent } = await create({ 'POST /api/sources': read() });
  fireEvent.click(opener());
  fireEvent.change(link(), { target: { value: BEES } });
  const add = button('Add');
  fireEvent.click(add);
  fireEvent.click(add);
  await screen.findByText('Openpedia, 1,240 words');
  addLink(`${BEES}#dance`);
  expect(link()).toHaveAccessibleDescription('You have that one already.');
  // Another address that leads to the same page.
  fireEvent.change(link(), { target: { value: 'https://short.example/b' } });
  fireEvent.keyDown(link(), { key: 'Enter' });
  await screen.findByText('You have that one already.', { selector: '[role=status]' });
  expect(rows()).toHaveLength(1);
  expect(posts(sent)).toHaveLength(2);
  expect(readDraft().values.sources).toEqual(['s1']);
});

test('removing a source while it is read aborts it, and its reply changes nothing', async () => {
  const { sent } = await create({ 'POST /api/sources': never });
  const signals: (AbortSignal | null | undefined)[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    signals.push(init?.signal);
    return fetch(input, init);
  };
  addLink(BEES);
  await waitFor(() => expect(posts(sent)).toHaveLength(1));
  expect(signals[0]?.aborted).toBe(false);
  fireEvent.click(button('Remove “openpedia.org/honey-bee”'));
  await waitFor(() => expect(signals[0]?.aborted).toBe(true));
  expect(rows()).toHaveLength(0);
  expect(opener()).toHaveFocus();
  // It can be added again.
  addLink(BEES);
  await waitFor(() => expect(posts(sent)).toHaveLength(2));
});

test('what is taken out is taken back, quietly, before the same is sent again', async () => {
  let finish: (reply: unknown) => void = () => undefined;
  const { sent } = await create(
    {
      'GET /api/sources/s1': read(),
      'POST /api/sources': read({ id: 's2' }),
      'DELETE /api/sources/s1': () => new Promise((resolve) => (finish = resolve)),
      'DELETE /api/sources/s2': refuse(409, 'An order rests on it.', 'conflict'),
    },
    { sources: ['s1'] },
  );
  await screen.findByText('Openpedia, 1,240 words');
  const calls = () => sent.map(({ call }) => call).filter((call) => / .*\/sources/.test(call));
  fireEvent.click(button('Remove “Honey bee”'));
  addLink(BEES);
  await waitFor(() => expect(calls().at(-1)).toBe('DELETE /api/sources/s1'));
  expect(rows()[0]).toHaveTextContent('Reading…');
  await act(async () => finish({ status: 204, body: '' }));
  await screen.findByText('Openpedia, 1,240 words');
  fireEvent.click(button('Remove “Honey bee”'));
  await waitFor(() =>
    expect(calls()).toEqual([
      'GET /api/sources/s1',
      'DELETE /api/sources/s1',
      'POST /api/sources',
      'DELETE /api/sources/s2',
    ]),
  );
  expect(rows()).toHaveLength(0);
  expect(screen.queryByText(/rests on it/)).not.toBeInTheDocument();
  expect(await ordered(sent)).toMatchObject({ sources: [] });
});

test('with the fifth source the controls go, and return with room', async () => {
  const { sent } = await create({ 'POST /api/sources': readEach });
  for (let n = 1; n <= 5; n++) addLink(`https://example.com/p${n}`);
  expect(rows()).toHaveLength(5);
  expect(screen.queryByRole('button', { name: /^Add a.* source/ })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Your sources' })).toHaveFocus();
  expect(screen.getByText(/the most an episode can take/)).toBeInTheDocument();
  await waitFor(() => expect(readDraft().values.sources).toEqual(['p1', 'p2', 'p3', 'p4', 'p5']));
  fireEvent.click(button('Remove “https://example.com/p2”'));
  expect(opener()).toHaveFocus();
  expect(screen.queryByText(/as many as/)).not.toBeInTheDocument();
  expect(await ordered(sent)).toMatchObject({ sources: ['p1', 'p3', 'p4', 'p5'] });
});

test('a visitor’s sources are sent one after another, so that all are of one session', async () => {
  const replies: ((reply: unknown) => void)[] = [];
  const { sent } = await create({
    'POST /api/sources': () => new Promise((resolve) => replies.push(resolve)),
  });
  for (let n = 1; n <= 4; n++) addLink(`https://example.com/p${n}`);
  expect(screen.getAllByText('Reading…')).toHaveLength(4);
  const urls = () => posts(sent).map(({ body }) => (body as { url: string }).url.slice(-2));
  await waitFor(() => expect(urls()).toEqual(['p1']));
  // One that is taken out before its turn is never sent.
  fireEvent.click(button('Remove “example.com/p3”'));
  await act(async () => replies[0]?.(readEach(posts(sent)[0]?.body)));
  await waitFor(() => expect(urls()).toEqual(['p1', 'p2']));
  // Nor do the others wait for one that cannot be read.
  await act(async () => replies[1]?.(refuse(422, 'Not to be read.', 'source_refused')()));
  await screen.findByText('Not to be read.');
  await waitFor(() => expect(urls()).toEqual(['p1', 'p2', 'p4']));
  await act(async () => replies[2]?.(readEach(posts(sent)[2]?.body)));
  await waitFor(() => expect(readDraft().values.sources).toEqual(['p1', 'p4']));
});

test('after a reload each is asked for again, and one that is gone leaves with a sentence', async () => {
  const { sent } = await create(
    { 'GET /api/sources/s1': read(), 'GET /api/sources/s2': refuse(404, 'gone', 'not_found') },
    { sources: ['s1', 's2'], onlyTheseSources: true },
  );
  await screen.findByText('Openpedia, 1,240 words');
  await screen.findByText('A source you added is gone. Add it again if you need it.');
  expect(rows()).toHaveLength(1);
  expect(screen.getByRole('radio', { name: 'Only from these' })).toBeChecked();
  expect(posts(sent)).toHaveLength(0);
  expect(await ordered(sent)).toMatchObject({ sources: ['s1'], onlyTheseSources: true });
});

test('one that cannot be asked for right now stays in the draft and in the order', async () => {
  const { sent } = await create(
    { 'GET /api/sources/s1': refuse(503, 'Back soon.', 'unavailable') },
    { sources: ['s1'] },
  );
  await screen.findByText('Back soon.');
  expect(await ordered(sent)).toMatchObject({ sources: ['s1'] });
});

test('an order does not wait for a source that is being read: it says so, and Back reads it', async () => {
  let answer: (reply: unknown) => void = () => undefined;
  const { sent, unmount } = await create({
    'POST /api/sources': () => new Promise((resolve) => (answer = resolve)),
    'GET /api/orders/o1': placed(),
  });
  addLink(BEES);
  expect(screen.getByText(/You can order right away/)).toBeInTheDocument();
  expect(await ordered(sent)).toMatchObject({ sources: [] });
  expect(await screen.findByText('Ordered without one source')).toBeInTheDocument();
  unmount();
  open('/create', <CreatePage />);
  await waitFor(() => expect(rows()).toHaveLength(1));
  await waitFor(() => expect(posts(sent)).toHaveLength(2));
  await act(async () => answer({ status: 201, body: read() }));
  await screen.findByText('Openpedia, 1,240 words');
  expect(readDraft().values.sources).toEqual(['s1']);
});

test('what the server says against the sources is shown at them, and they are asked for again', async () => {
  let asked = 0;
  const { sent } = await create(
    {
      'GET /api/sources/s1': () => {
        asked += 1;
        return asked === 1 ? { status: 200, body: read() } : refuse(410, 'gone', 'expired')();
      },
      'POST /api/sources': readEach,
      'GET /api/sources/p2': read({ id: 'p2', url: 'https://example.com/p2', title: 'Tea' }),
      'POST /api/orders': () => ({
        status: 400,
        body: {
          message: 'Please check what is marked',
          code: 'invalid',
          fields: { sources: 'A source is not there any more.' },
        },
      }),
    },
    { sources: ['s1'] },
  );
  await screen.findByText('Openpedia, 1,240 words');
  addLink('https://example.com/p2');
  await waitFor(() => expect(readDraft().values.sources).toEqual(['s1', 'p2']));
  fireEvent.click(button(/Continue to checkout/));
  await screen.findByText('A source is not there any more.');
  await waitFor(() => expect(opener()).toHaveFocus());
  await screen.findByText(/A source you added is gone/);
  await screen.findByText('Tea');
  expect(rows()).toHaveLength(1);
  expect(readDraft().values.sources).toEqual(['p2']);
  expect(sent.filter(({ call }) => call === 'POST /api/orders')).toHaveLength(1);
});

test('“Start over” removes the sources, and so does a link to another topic', async () => {
  const { unmount } = await create({ 'GET /api/sources/s1': read() }, { sources: ['s1'] });
  await screen.findByText('Openpedia, 1,240 words');
  unmount();
  open('/create?topic=Bees&tone=Calm', <CreatePage />);
  await screen.findByText('Openpedia, 1,240 words');
  fireEvent.click(button('Start over'));
  await waitFor(() => expect(rows()).toHaveLength(0));
  expect(readDraft().values.sources).toEqual([]);

  writeDraft(newDraft({ ...filled, sources: ['s1'] }));
  open('/create?topic=Tea', <CreatePage />);
  await waitFor(() => expect(readDraft().values.topic).toBe('Tea'));
  expect(readDraft().values.sources).toEqual([]);
});
