import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { EXAMPLE_TOPICS } from '#shared/exampleTopics.ts';
import type { Source } from '#shared/sources.ts';
import { carry } from '../../api/keptOrder.ts';
import { mira } from '../../testing/builders.ts';
import { here, open, serve } from '../../testing/screen.tsx';
import CreatePage from '../CreatePage.tsx';
import { type DraftValues, newDraft, writeDraft } from '../draft.ts';
import { filled, placed, voices } from '../fixtures.ts';
import { CHOOSE_FIRST } from './demoSubject.ts';

const source: Source = {
  id: 's1',
  kind: 'text',
  url: null,
  title: 'The lighthouse',
  site: null,
  words: 303,
  language: null,
};
const server = {
  'GET /api/auth/me': { user: mira },
  'GET /api/voices': { voices },
  'GET /api/config': { research: false, standins: ['OpenAI'] },
  'POST /api/orders': placed(),
  'POST /api/sources': { source },
};

beforeEach(() => localStorage.clear());

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const paste = () =>
  screen.findByRole('button', {
    name: 'Paste a paragraph or add a link, and they talk about that',
  });
const wikipedia = () => screen.getByRole('checkbox', { name: 'Look it up on Wikipedia' });
const topic = () => screen.getByLabelText('What are we talking about?');

async function create(
  values: Partial<DraftValues> = {},
  { answers = {}, state = null }: { answers?: Record<string, unknown>; state?: unknown } = {},
) {
  const draft = newDraft({ ...filled, ...values });
  writeDraft(draft);
  const sent = serve({ ...server, ...answers });
  const { unmount } = open('/create', <CreatePage />, state);
  await screen.findByText('mira@example.com');
  const bodies = (call: string) => sent.filter((one) => one.call === call).map(({ body }) => body);
  return { bodies, unmount, draft };
}
async function attach(text: string) {
  fireEvent.click(await paste());
  const field = screen.getByRole('textbox', { name: 'Text' });
  expect(field).toHaveFocus();
  fireEvent.change(field, { target: { value: text } });
  fireEvent.click(button('Add'));
}
const order = async () => {
  fireEvent.click(button(/Continue to checkout/));
  await waitFor(() => expect(here()).toBe('/checkout?order=o1'));
};

test('a typed topic leads to the three ways before anything is ordered or heard', async () => {
  const { bodies } = await create();
  const six = screen.getByRole('group', { name: 'This demo has six episodes of its own:' });
  expect(
    within(six)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(EXAMPLE_TOPICS);
  const opener = await paste();
  expect(wikipedia()).not.toBeChecked();
  for (const name of [/Continue to checkout/, 'Hear how it starts']) {
    fireEvent.click(button(name));
    await waitFor(() => expect(opener).toHaveFocus());
    expect(opener).toHaveAccessibleDescription(CHOOSE_FIRST);
    topic().focus();
  }
  expect(here()).toBe('/create');
  for (const call of ['orders', 'previews', 'sources'])
    expect(bodies(`POST /api/${call}`)).toEqual([]);

  fireEvent.click(button('Why we yawn when others do'));
  expect(screen.queryByText(CHOOSE_FIRST)).not.toBeInTheDocument();
  expect(screen.queryByText(/six episodes of its own/)).not.toBeInTheDocument();
  await order();
  expect(bodies('POST /api/orders')).toMatchObject([{ topic: 'Why we yawn when others do' }]);
});

test('an order kept from before the sign-in waits for one of the ways, too', async () => {
  const kept = { topic: 'Bees', duration: 10, total: 399 } as const;
  const { draft, bodies, unmount } = await create();
  unmount();
  open('/create', <CreatePage />, carry({ ...kept, draftId: draft.id }));
  expect(await screen.findByText(CHOOSE_FIRST)).toBeInTheDocument();
  expect(bodies('POST /api/orders')).toEqual([]);
});

test('a pasted text is a way: it is told how long it lasts, and what follows can be chosen and is ordered', async () => {
  const { bodies } = await create();
  await attach('The lighthouse stands on a rock.');
  const follows = await screen.findByLabelText('About 5 minutes of yours, then:');
  expect(screen.queryByText(/six episodes of its own/)).not.toBeInTheDocument();
  expect(within(follows).getAllByRole('option')).toHaveLength(6);
  expect(follows).toHaveValue('Why the sea glows at night');
  fireEvent.change(follows, { target: { value: 'What octopuses dream about' } });
  await order();
  expect(bodies('POST /api/orders')).toMatchObject([
    {
      sources: ['s1'],
      brief: { questions: [{ id: 'then', text: 'Then: What octopuses dream about' }] },
    },
  ]);
});

test('a text that fills all minutes is followed by nothing, and nothing is told of it', async () => {
  const sources = ['s1', 's2', 's3'];
  const long = (id: string) => ({ source: { ...source, id, words: 5_000 } });
  const answers = Object.fromEntries(sources.map((id) => [`GET /api/sources/${id}`, long(id)]));
  const { bodies } = await create({ sources, follows: 'What octopuses dream about' }, { answers });
  expect(await screen.findByText(/^All 10 minutes are about that/)).toBeInTheDocument();
  await order();
  expect(bodies('POST /api/orders')).not.toMatchObject([{ brief: expect.anything() }]);
});

test('a topic is looked up once that is asked for, then each one as its field is left, until it is turned off', async () => {
  const article = ({ topic }: { topic: string }) => ({
    status: 201,
    body: { source: { ...source, id: topic, title: `${topic}: an article` } },
  });
  const answers = { 'POST /api/sources': article, 'DELETE /api/sources/Bees': null };
  const { bodies, unmount } = await create({}, { answers });
  await paste();
  expect(bodies('POST /api/sources')).toEqual([]);
  fireEvent.click(wikipedia());
  expect(await screen.findByText('Bees: an article')).toBeInTheDocument();

  const leave = (typed: string) => {
    fireEvent.change(topic(), { target: { value: typed } });
    fireEvent.blur(topic());
  };
  leave('Wasps');
  expect(await screen.findByText('Wasps: an article')).toBeInTheDocument();
  expect(screen.queryByText('Bees: an article')).not.toBeInTheDocument();
  unmount();

  const again = await create({ topic: '' }, { answers });
  await screen.findByRole('button', { name: 'Add a source' });
  leave('Ants');
  expect(await screen.findByText('Ants: an article')).toBeInTheDocument();
  fireEvent.click(wikipedia());
  fireEvent.click(button('Remove “Ants: an article”'));
  leave('Moths');
  await paste();
  expect(again.bodies('POST /api/sources')).toEqual([{ topic: 'Ants' }]);
});

test('where Wikipedia cannot be reached the two other ways are left', async () => {
  const message = 'Wikipedia can’t be reached from here.';
  const refusal = { message, code: 'source_refused', fields: { topic: message } };
  const answers = { 'POST /api/sources': () => ({ status: 422, body: refusal }) };
  await create({}, { answers });
  await paste();
  fireEvent.click(wikipedia());
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(button('Try again: “Bees” on Wikipedia')).toBeInTheDocument();
  expect(await paste()).toBeInTheDocument();
  expect(screen.getByText('This demo has six episodes of its own:')).toBeInTheDocument();
});

test('with a real writer any topic is ordered as it is typed', async () => {
  const answers = { 'GET /api/config': { research: true, standins: ['Paddle'] } };
  const { bodies } = await create({}, { answers });
  await screen.findByRole('button', { name: 'Add a source' });
  expect(screen.queryByText(/six episodes of its own|Wikipedia/)).not.toBeInTheDocument();
  await order();
  expect(bodies('POST /api/orders')).toMatchObject([{ topic: 'Bees' }]);
});
