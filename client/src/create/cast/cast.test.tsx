import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { anOrder, mira } from '../../testing/builders.ts';
import { here, open, serve } from '../../testing/screen.tsx';
import CreatePage from '../CreatePage.tsx';
import { newDraft, readDraft, writeDraft } from '../draft.ts';
import { tenVoices } from './fixtures.ts';
import { pairsFor } from './pairs.ts';

/* Who is on the mics when the form opens, and who comes when it is shuffled. */

const visitor = { 'GET /api/auth/me': { user: null }, 'GET /api/voices': { voices: tenVoices } };
const usual = { topic: '', tone: 'Normal', style: 'Conversation' } as const;
const namesFor = (criteria: Partial<Parameters<typeof pairsFor>[1]>) =>
  pairsFor(tenVoices, { ...usual, ...criteria })[0]?.map(({ name }) => name);

const mics = async () =>
  (await screen.findAllByRole('button', { name: /^Mic \d: / })).map((button) =>
    button.getAttribute('aria-label')?.replace(/^Mic \d: |\. .*$/g, ''),
  );
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
async function choose(label: RegExp, value: string) {
  fireEvent.click(await screen.findByRole('button', { name: label }));
  fireEvent.click(screen.getByRole('radio', { name: value }));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
}

beforeEach(() => {
  localStorage.clear();
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
});

test('the form opens with a pair that fits its topic, tone and style, the same after a reload', async () => {
  serve(visitor);
  const link = '/create?topic=Why%20is%20Italian%20coffee%20good&style=Debate&tone=Skeptical';
  const { unmount } = open(link, <CreatePage />);
  const pair = await mics();
  expect(pair).toEqual(
    namesFor({ topic: 'Why is Italian coffee good', style: 'Debate', tone: 'Skeptical' }),
  );
  expect(screen.getByText('Easy to tell apart')).toBeInTheDocument();
  unmount();
  open('/create', <CreatePage />);
  expect(await mics()).toEqual(pair);
});

test('voices of a link and of the kept draft stay on their mics', async () => {
  serve(visitor);
  const { unmount } = open('/create?voice1=v-gigi&voice2=v-adam&style=Debate', <CreatePage />);
  expect(await mics()).toEqual(['Gigi', 'Adam']);
  unmount();
  open('/create', <CreatePage />);
  expect(await mics()).toEqual(['Gigi', 'Adam']);
});

test('a link with one voice gets a partner that is easy to tell apart', async () => {
  serve(visitor);
  open('/create?voice2=v-adam', <CreatePage />);
  const [partner, adam] = await mics();
  expect(adam).toBe('Adam');
  expect(tenVoices.find(({ name }) => name === partner)?.gender).toBe('Female');
});

test('a chosen voice that has left is replaced, and the form says by whom', async () => {
  serve(visitor);
  writeDraft(newDraft({ voice1Id: 'v-nobody', voice2Id: 'v-lily' }));
  open('/create', <CreatePage />);
  const [partner, lily] = await mics();
  expect(lily).toBe('Lily');
  expect(
    screen.getByText(`A voice you had before is no longer available. ${partner} takes its place.`),
  ).toBeInTheDocument();
  press('Shuffle');
  expect(screen.queryByText(/stands in/)).not.toBeInTheDocument();
});

test('those who stand in for two voices stay, whatever style is chosen', async () => {
  serve(visitor);
  open('/create?voice1=v-nobody&voice2=v-noone', <CreatePage />);
  const pair = await mics();
  const note = `The voices you had before are no longer available. ${pair.join(' and ')} take their place.`;
  await choose(/^Style/, 'Debate');
  expect(await mics()).toEqual(pair);
  expect(screen.getByText(note)).toBeInTheDocument();
});

test('an untouched pair follows the style, and says so to a screen reader', async () => {
  serve(visitor);
  open('/create', <CreatePage />);
  expect(await mics()).toEqual(namesFor({}));
  await choose(/^Style/, 'Debate');
  const pair = namesFor({ style: 'Debate' });
  expect(pair).not.toEqual(namesFor({}));
  expect(await mics()).toEqual(pair);
  expect(screen.getByText(`${pair?.join(' and ')} are on the mics.`)).toBeInTheDocument();
});

test('an untouched pair still follows the style after a reload, and one of a link does not', async () => {
  serve(visitor);
  const { unmount } = open('/create', <CreatePage />);
  expect(await mics()).toEqual(namesFor({}));
  unmount();
  const again = open('/create', <CreatePage />);
  expect(await mics()).toEqual(namesFor({}));
  await choose(/^Style/, 'Debate');
  expect(await mics()).toEqual(namesFor({ style: 'Debate' }));
  again.unmount();

  open('/create?voice1=v-gigi&voice2=v-adam', <CreatePage />);
  expect(await mics()).toEqual(['Gigi', 'Adam']);
  await choose(/^Tone/, 'Calm');
  expect(await mics()).toEqual(['Gigi', 'Adam']);
});

test.each<[how: string, touch: (pair: string[]) => void]>([
  ['swapped', () => press('Swap the voices')],
  ['shuffled', () => press('Shuffle')],
  ['heard', ([one]) => press(`Hear ${one}`)],
])('a pair that was %s does not follow the style, nor after a reload', async (_how, touch) => {
  serve(visitor);
  const { unmount } = open('/create', <CreatePage />);
  touch((await mics()).map(String));
  const pair = await mics();
  unmount();
  open('/create', <CreatePage />);
  expect(await mics()).toEqual(pair);
  await choose(/^Style/, 'Debate');
  await choose(/^Tone/, 'Calm');
  expect(await mics()).toEqual(pair);
});

test('each press on Shuffle puts another pair on the mics, named to a screen reader and kept', async () => {
  serve(visitor);
  open('/create', <CreatePage />);
  let before = await mics();
  for (let time = 0; time < 6; time += 1) {
    press('Shuffle');
    const pair = await mics();
    expect(pair.toSorted()).not.toEqual(before.toSorted());
    expect(screen.getByText(`${pair.join(' and ')} are on the mics.`)).toHaveAttribute(
      'aria-live',
      'polite',
    );
    const { voice1Id, voice2Id } = readDraft().values;
    expect([voice1Id, voice2Id]).toEqual(pair.map((name) => `v-${name?.toLowerCase()}`));
    before = pair;
  }
});

test('starting over puts the usual pair back on the mics', async () => {
  serve(visitor);
  open('/create?topic=Bees&voice1=v-gigi&voice2=v-adam', <CreatePage />);
  expect(await mics()).toEqual(['Gigi', 'Adam']);
  press('Start over');
  await waitFor(async () => expect(await mics()).toEqual(namesFor({})));
});

test.each([
  ['the session comes last', ['voices', 'session']],
  ['the voices come last', ['session', 'voices']],
] as const)('an order that lacks only what is on its way is placed once: %s', async (_, order) => {
  type Reply = { status: number; body: unknown };
  const come = { session: Promise.withResolvers<Reply>(), voices: Promise.withResolvers<Reply>() };
  const bodies = { session: { user: mira }, voices: { voices: tenVoices } };
  const sent = serve({
    'GET /api/auth/me': () => come.session.promise,
    'GET /api/voices': () => come.voices.promise,
    'POST /api/orders': { order: anOrder({ id: 'o7' }) },
  });
  open('/create?topic=Bees', <CreatePage />);
  fireEvent.click(await screen.findByRole('button', { name: /Continue to checkout/ }));
  expect(await screen.findByRole('button', { name: 'Placing your order...' })).toBeInTheDocument();
  for (const what of order) {
    expect(here()).toBe('/create');
    expect(screen.queryByText(/required/)).not.toBeInTheDocument();
    await act(async () => come[what].resolve({ status: 200, body: bodies[what] }));
  }
  await waitFor(() => expect(here()).toBe('/checkout?order=o7'));
  const orders = sent.filter(({ call }) => call === 'POST /api/orders');
  expect(orders.map(({ body }) => body)).toMatchObject([
    {
      email: mira.email,
      voice1Id: expect.stringMatching(/^v-/),
      voice2Id: expect.stringMatching(/^v-/),
    },
  ]);
});

test('a form that is sent before the voices have come says so, and has a pair once they are there', async () => {
  const come = Promise.withResolvers<{ status: number; body: unknown }>();
  serve({ ...visitor, 'GET /api/voices': () => come.promise });
  open('/create', <CreatePage />);
  fireEvent.click(await screen.findByRole('button', { name: /Continue to checkout/ }));
  const note = 'The voices are on their way. Press again once they’re here.';
  expect(await screen.findByText(note)).toBeInTheDocument();
  await act(async () => come.resolve({ status: 200, body: { voices: tenVoices } }));
  expect(await mics()).toEqual(namesFor({}));
  expect(screen.queryByText(note)).not.toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/Voice \d is required/)).not.toBeInTheDocument());
});

test('without a catalogue the form says that both voices are required', async () => {
  serve({ ...visitor, 'GET /api/voices': { voices: [] } });
  open('/create', <CreatePage />);
  expect(await screen.findByText('Our hosts aren’t in the studio yet')).toBeInTheDocument();
  press(/Continue to checkout/);
  expect(await screen.findByText('Voice 1 is required')).toBeInTheDocument();
  expect(screen.getByText('Voice 2 is required')).toBeInTheDocument();
});
