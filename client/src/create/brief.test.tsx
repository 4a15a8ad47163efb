import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Brief } from '#shared/brief.ts';
import { mira } from '../testing/builders.ts';
import { here, open, serve } from '../testing/screen.tsx';
import CreatePage from './CreatePage.tsx';
import { DRAFT_KEY, newDraft, readDraft, writeDraft } from './draft.ts';
import { filled, placed, voices } from './fixtures.ts';

const CATS = 'Why do cats purr? Does it heal them? I am a nurse';
const aBrief = (own: Partial<Brief> = {}): { brief: Brief } => ({
  brief: {
    id: 'b1',
    questions: [
      { id: 'q1', text: 'Why do cats purr?' },
      { id: 'q2', text: 'Does it heal them?' },
    ],
    level: 'a nurse',
    avoid: ['anatomy'],
    language: 'en',
    notice: null,
    ...own,
  },
});
const server = {
  'GET /api/auth/me': { user: mira },
  'GET /api/voices': { voices },
  'POST /api/briefs': aBrief(),
  'POST /api/orders': placed(),
};

beforeEach(() => {
  localStorage.clear();
});

async function create(
  topic: string,
  answers: Record<string, unknown> = server,
  sources: string[] = [],
) {
  writeDraft(newDraft({ ...filled, topic, sources }));
  const sent = serve(answers);
  const view = open('/create', <CreatePage />);
  await screen.findByText('mira@example.com');
  return { sent, ...view };
}
const topic = () => screen.getByLabelText('What are we talking about?');
const type = (text: string) => fireEvent.change(topic(), { target: { value: text } });
const card = (name = 'We heard 2 questions') => screen.findByRole('region', { name });
const noCard = () => screen.queryByRole('region', { name: /^We heard/ });
const button = (name: string) => screen.getByRole('button', { name });
const goOn = () => fireEvent.click(screen.getByRole('button', { name: /Continue to checkout/ }));
const briefsOf = (sent: { call: string; body: unknown }[]) =>
  sent.filter(({ call }) => call === 'POST /api/briefs').map(({ body }) => body);
async function ordered(sent: Awaited<ReturnType<typeof create>>['sent']) {
  goOn();
  await waitFor(() => expect(here()).toBe('/checkout?order=o1'));
  return sent.find(({ call }) => call === 'POST /api/orders')?.body;
}

test('a topic that rests is read, and a card shows what was heard in it', async () => {
  const { sent } = await create('');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    type(CATS.slice(0, 20));
    await act(() => vi.advanceTimersByTimeAsync(500));
    type(`${CATS} `);
    await act(() => vi.advanceTimersByTimeAsync(900));
    expect(briefsOf(sent)).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(200));
    // The reply arrives.
    await act(() => vi.advanceTimersByTimeAsync(200));
  } finally {
    vi.useRealTimers();
  }
  const shown = within(await card());
  expect(shown.getByText('Why do cats purr?')).toBeInTheDocument();
  expect(shown.getByText('Does it heal them?')).toBeInTheDocument();
  expect(shown.getByText('a nurse').closest('p')).toHaveTextContent('For: a nurse');
  expect(shown.getByText('anatomy').closest('p')).toHaveTextContent('Leave out: anatomy');
  expect(briefsOf(sent)).toEqual([{ topic: CATS }]);
  expect(screen.getByText('We heard 2 questions', { selector: '[role=status]' })).toBeVisible();
});

test('a topic is read as soon as its field is left, and never one of seven characters', async () => {
  const { sent } = await create('');
  type('Why bee');
  fireEvent.blur(topic());
  type('Why bees?');
  fireEvent.blur(topic());
  await card();
  expect(briefsOf(sent)).toEqual([{ topic: 'Why bees?' }]);
});

test.each([
  ['a failure', () => ({ status: 503, body: { message: 'away', code: 'unavailable' } })],
  ['a refusal', () => ({ status: 429, body: { message: 'too many', code: 'too_many' } })],
  ['nonsense', { brief: 7 }],
  ['a topic without a question', aBrief({ questions: [], level: null, avoid: [] })],
])('after %s there is no card, no word of it, and the order goes through', async (_what, reply) => {
  const { sent } = await create(CATS, { ...server, 'POST /api/briefs': reply });
  await waitFor(() => expect(briefsOf(sent)).toHaveLength(1));
  expect(await ordered(sent)).not.toHaveProperty('brief');
  expect(briefsOf(sent)).toHaveLength(1);
  expect(noCard()).not.toBeInTheDocument();
  expect(screen.queryByText(/away|too many/)).not.toBeInTheDocument();
});

test('a single question that only repeats the topic is not shown, and the order keeps it', async () => {
  const questions = [{ id: 'q1', text: `${CATS}?`.toLowerCase() }];
  const echo = aBrief({ questions, level: null, avoid: [] });
  const { sent } = await create(CATS, { ...server, 'POST /api/briefs': echo });
  await waitFor(() => expect(readDraft().values.brief?.questions).toEqual(questions));
  expect(noCard()).not.toBeInTheDocument();
  expect(screen.queryByText(/We heard/)).not.toBeInTheDocument();
  expect(await ordered(sent)).toMatchObject({ brief: { questions } });
});

test('an order does not wait for a topic that is still being read', async () => {
  const never = () => new Promise(() => undefined);
  const { sent } = await create(CATS, { ...server, 'POST /api/briefs': never });
  expect(await ordered(sent)).not.toHaveProperty('brief');
});

test('a question is changed, undone and removed, and the order sends what is left', async () => {
  const { sent } = await create(CATS);
  await card();
  fireEvent.click(button('Change “Does it heal them?”'));
  const field = () => screen.getByRole('textbox', { name: 'Question' });
  expect(field()).toHaveFocus();
  fireEvent.change(field(), { target: { value: 'Does purring  heal bones? ' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(button('Change “Does purring heal bones?”')).toHaveFocus();
  expect(here()).toBe('/create');

  fireEvent.click(button('Change “Why do cats purr?”'));
  fireEvent.change(field(), { target: { value: 'Why dogs?' } });
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(button('Change “Why do cats purr?”')).toHaveFocus();
  fireEvent.click(button('Change “Why do cats purr?”'));
  fireEvent.change(field(), { target: { value: ' ' } });
  fireEvent.blur(field());
  expect(await card('We heard one question')).toBeInTheDocument();

  fireEvent.click(button('Remove “Leave out: anatomy”'));
  expect(screen.getByRole('heading', { name: 'We heard one question' })).toHaveFocus();
  expect(await ordered(sent)).toMatchObject({
    topic: CATS,
    brief: {
      id: 'b1',
      questions: [{ id: 'q2', text: 'Does purring heal bones?' }],
      level: 'a nurse',
      avoid: [],
    },
  });
});

test('with everything removed the card is gone, and the order has no brief', async () => {
  const { sent } = await create(CATS, {
    ...server,
    'POST /api/briefs': aBrief({ avoid: [] }),
  });
  await card();
  for (const name of ['Why do cats purr?', 'Does it heal them?', 'For: a nurse']) {
    fireEvent.click(button(`Remove “${name}”`));
  }
  expect(noCard()).not.toBeInTheDocument();
  expect(await ordered(sent)).not.toHaveProperty('brief');
});

test('edits survive a reload without another reading, and are dropped with their topic', async () => {
  const { sent, unmount } = await create(CATS);
  await card();
  fireEvent.click(button('Remove “Why do cats purr?”'));
  unmount();
  open('/create', <CreatePage />);
  expect(await card('We heard one question')).toBeInTheDocument();
  await screen.findByText('mira@example.com');
  expect(briefsOf(sent)).toHaveLength(1);

  type(`${CATS}, on nights`);
  expect(noCard()).not.toBeInTheDocument();
  fireEvent.blur(topic());
  await card();
  expect(briefsOf(sent)).toHaveLength(2);
});

test('an order placed right after the topic was changed sends no brief of the old one', async () => {
  const { sent } = await create(CATS);
  await card();
  type('Why the sea glows');
  expect(await ordered(sent)).not.toHaveProperty('brief');
});

test('a topic is read again beside other sources, but not what the buyer has put right', async () => {
  const source = { kind: 'text', url: null, title: 'Notes', site: null, words: 9, language: 'en' };
  const ids = ['s1', 's2', 's3'];
  const { sent } = await create(
    CATS,
    {
      ...server,
      ...Object.fromEntries(
        ids.map((id) => [`GET /api/sources/${id}`, { source: { ...source, id, title: id } }]),
      ),
      'POST /api/briefs': (body: unknown) => {
        const { sources } = body as { sources: string[] };
        const questions = sources.map((id) => ({ id, text: `What does ${id} say?` }));
        return { status: 200, body: aBrief({ questions }) };
      },
    },
    ids,
  );
  await card('We heard 3 questions');
  fireEvent.click(await screen.findByRole('button', { name: 'Remove “s3”' }));
  // The old card stands until the reply.
  expect(screen.getByRole('region', { name: 'We heard 3 questions' })).toBeInTheDocument();
  await card('We heard 2 questions');
  expect(briefsOf(sent)).toEqual([
    { topic: CATS, sources: ids },
    { topic: CATS, sources: ['s1', 's2'] },
  ]);

  fireEvent.click(button('Remove “What does s1 say?”'));
  fireEvent.click(button('Remove “s2”'));
  fireEvent.blur(topic());
  expect(await ordered(sent)).toMatchObject({
    sources: ['s1'],
    brief: { questions: [{ text: 'What does s2 say?' }] },
  });
  expect(briefsOf(sent)).toHaveLength(2);
});

test('an order that is sent again has the same key and the same brief', async () => {
  let answers = 0;
  const { sent } = await create(CATS, {
    ...server,
    'POST /api/orders': () => {
      answers += 1;
      if (answers === 1) throw new TypeError('lost');
      return { status: 201, body: placed() };
    },
  });
  await card();
  goOn();
  await screen.findByText('Your order didn’t go through');
  await ordered(sent);
  const [first, second] = sent.filter(({ call }) => call === 'POST /api/orders');
  expect(second?.body).toEqual(first?.body);
  expect(first?.body).toHaveProperty('brief.id', 'b1');
  const key = (at: typeof first) => at?.headers.get('Idempotency-Key');
  expect(key(second)).toBe(key(first));
});

test('a topic in another language is told right under its field', async () => {
  const notice = "We'll talk about it in English.";
  await create('日本の発酵食品について', {
    ...server,
    'POST /api/briefs': aBrief({ language: 'ja', notice }),
  });
  const [said, shown] = await screen.findAllByText(new RegExp(notice));
  expect([said, shown].some((line) => line?.getAttribute('role') === 'status')).toBe(true);
  await card();
  type('Fermented food of Japan');
  expect(screen.queryByText(notice)).not.toBeInTheDocument();
});

test('a stored brief that cannot be understood is dropped', () => {
  const draft = newDraft(filled);
  for (const brief of [7, [], { topic: 7 }, { questions: [] }]) {
    localStorage.setItem(DRAFT_KEY, JSON.stringify({ ...draft, values: { ...filled, brief } }));
    expect(readDraft().values.brief).toBeUndefined();
  }
  const brief = {
    topic: 'Bees',
    id: 'b',
    questions: [{ id: 'q', text: 'Why?' }, 7],
    avoid: ['x', 1],
  };
  localStorage.setItem(DRAFT_KEY, JSON.stringify({ ...draft, values: { ...filled, brief } }));
  expect(readDraft().values.brief).toMatchObject({
    questions: [{ id: 'q', text: 'Why?' }],
    level: null,
    avoid: ['x'],
  });
});
