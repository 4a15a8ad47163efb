import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { followUpPath } from '#shared/reorderLink.ts';
import { PREVIEW_AT_ONCE } from '../../api/previewAtOnce.ts';
import { anOrder, mira } from '../../testing/builders.ts';
import { here, open, serve } from '../../testing/screen.tsx';
import { scrolls } from '../../testing/scrolls.ts';
import CreatePage from '../CreatePage.tsx';
import { newDraft, readDraft, writeDraft } from '../draft.ts';
import { filled, voices, preview as written } from '../fixtures.ts';

const hosts = { voice1Id: 'v-lily', voice2Id: 'v-adam', tone: 'Calm', style: 'Interview' };
const TOPIC = 'Why do bees swarm?';
const LINK = followUpPath(TOPIC, hosts, 'shared');
const GOES_ON = 'This is how your episode starts. Order it, and it picks up from here.';
const refusal = (status: number, code: string, message: string) => () => ({
  status,
  body: { message, code },
});

let answers: Record<string, unknown>;
beforeEach(() => {
  answers = {
    'GET /api/auth/me': { user: null },
    'GET /api/voices': { voices },
    'POST /api/previews': { preview: written },
    'GET /api/previews/pv1?minutes=10': { preview: written },
  };
});

type Sent = ReturnType<typeof serve>;
const asked = (sent: Sent) =>
  sent.filter(({ call }) => call === 'POST /api/previews').map(({ body }) => body);
function arrive(path = LINK, state: unknown = PREVIEW_AT_ONCE): Sent {
  const sent = serve(answers);
  open(path, <CreatePage />, state);
  return sent;
}
/** What the card of the preview says. */
const says = async (sentence: string | RegExp) => {
  const card = within(await screen.findByRole('region', { name: 'How it starts' }));
  expect(await card.findByText(sentence, { selector: '[role=status]' })).toBeInTheDocument();
};
const noCard = () =>
  expect(screen.queryByRole('region', { name: 'How it starts' })).not.toBeInTheDocument();
const hear = () => screen.getByRole('button', { name: 'Hear how it starts' });
const topic = () => screen.findByLabelText('What are we talking about?');

/** A reply that the test holds back. */
function heldBack() {
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown }>();
  return {
    reply: () => promise,
    send: (status: number, body: unknown) => resolve({ status, body }),
  };
}

test('whoever comes to hear it is shown it without a press, and the wish is spent', async () => {
  const sent = arrive();
  await says(GOES_ON);
  expect(screen.getByText('Who decides where a swarm goes?')).toBeInTheDocument();
  expect(asked(sent)).toEqual([
    expect.objectContaining({ topic: TOPIC, ...hosts, duration: 10, channel: 'shared' }),
  ]);
  expect(scrolls).toHaveLength(1);
  expect(here()).toBe('/create');
  expect(window.history.state).toBeNull();
  expect(readDraft().values).toMatchObject({ topic: TOPIC, ...hosts, channel: 'shared' });
});

test('a link from elsewhere, or one opened in a new tab, fills in the form and starts nothing', async () => {
  const sent = arrive(LINK, null);
  expect(await topic()).toHaveValue(TOPIC);
  await screen.findByRole('button', { name: /^Mic 1: Lily/ });
  await waitFor(() => expect(here()).toBe('/create'));
  noCard();
  expect(asked(sent)).toEqual([]);
});

test('effects that run twice ask once', async () => {
  const sent = serve(answers);
  open(
    LINK,
    <StrictMode>
      <CreatePage />
    </StrictMode>,
    PREVIEW_AT_ONCE,
  );
  await says(GOES_ON);
  expect(asked(sent)).toHaveLength(1);
});

test('the wish waits for a draft whose order is not known yet', async () => {
  const order = heldBack();
  answers['GET /api/auth/me'] = { user: mira };
  answers['GET /api/orders/o7'] = order.reply;
  writeDraft({ ...newDraft(filled), orderId: 'o7' });
  const sent = arrive();
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('GET /api/orders/o7'));
  expect(window.history.state).toEqual(PREVIEW_AT_ONCE);
  order.send(200, { order: anOrder({ id: 'o7', status: 'paid' }) });
  await says(GOES_ON);
  expect(asked(sent)).toEqual([expect.objectContaining({ topic: TOPIC, ...hosts })]);
});

test('coming back to the entry, or the same wish again, asks for nothing that is known', async () => {
  const first = serve(answers);
  const { unmount } = open(LINK, <CreatePage />, PREVIEW_AT_ONCE);
  await says(GOES_ON);
  expect(asked(first)).toHaveLength(1);
  const { state } = window.history;
  unmount();

  const reloaded = serve(answers);
  const again = open('/create', <CreatePage />, state);
  await says(GOES_ON);
  expect(asked(reloaded)).toEqual([]);
  expect(scrolls).toHaveLength(1);
  again.unmount();

  const sent = arrive();
  await says(GOES_ON);
  await waitFor(() => expect(scrolls).toHaveLength(2));
  expect(asked(sent)).toEqual([]);
});

test.each([
  ['previews are off', 'There are no previews at the moment. You can order without one.'],
  ['sales are paused', 'Our studio is full. We are back in an hour.'],
])('while %s the card says so, and the form is filled in', async (_why, sentence) => {
  answers['POST /api/previews'] = refusal(503, 'unavailable', sentence);
  answers['GET /api/config'] = { previews: false, standins: [] };
  arrive();
  await says(sentence);
  expect(await topic()).toHaveValue(TOPIC);
  expect(screen.getByRole('button', { name: /^Mic 2: Adam/ })).toBeInTheDocument();
  expect(window.history.state).toBeNull();
});

test('a topic that is refused is shown at its field', async () => {
  answers['POST /api/previews'] = refusal(422, 'topic_refused', 'Not this one.');
  arrive();
  await waitFor(async () => expect(await topic()).toHaveAccessibleDescription('Not this one.'));
  expect(await topic()).toHaveFocus();
  noCard();
});

test('a press before the voices goes on by itself once they are here', async () => {
  const catalogue = heldBack();
  answers['GET /api/voices'] = catalogue.reply;
  writeDraft(newDraft({ topic: 'Bees' }));
  const sent = arrive('/create', null);
  await topic();
  await act(async () => fireEvent.click(hear()));
  await says('Writing how it starts...');
  expect(scrolls).toHaveLength(1);
  expect(asked(sent)).toEqual([]);
  expect(screen.queryByText(/required/)).not.toBeInTheDocument();
  await act(async () => fireEvent.click(hear()));
  catalogue.send(200, { voices });
  await says(GOES_ON);
  const { voice1Id, voice2Id } = readDraft().values;
  expect(new Set([voice1Id, voice2Id, ''])).toHaveProperty('size', 3);
  expect(asked(sent)).toEqual([expect.objectContaining({ topic: 'Bees', voice1Id, voice2Id })]);
  expect(scrolls).toHaveLength(1);
});

test('a wish waits for the voices, too: a host who has left gets a stand-in first', async () => {
  const catalogue = heldBack();
  answers['GET /api/voices'] = catalogue.reply;
  const sent = arrive(followUpPath(TOPIC, { ...hosts, voice2Id: 'v-gone' }, 'shared'));
  await says('Writing how it starts...');
  expect(asked(sent)).toEqual([]);
  catalogue.send(200, { voices });
  await says(GOES_ON);
  const [request] = asked(sent);
  expect(request).toMatchObject({ topic: TOPIC, voice1Id: 'v-lily' });
  expect(request).not.toHaveProperty('voice2Id', 'v-gone');
  expect(asked(sent)).toHaveLength(1);
});

test('a press without a topic says so at once, whatever is still on its way', async () => {
  answers['GET /api/voices'] = heldBack().reply;
  arrive('/create', null);
  await topic();
  fireEvent.click(hear());
  expect(await screen.findByText('Topic is required')).toBeInTheDocument();
  noCard();
});

test('voices that do not come say so at their place, and the press is over', async () => {
  const catalogue = heldBack();
  answers['GET /api/voices'] = catalogue.reply;
  writeDraft(newDraft({ topic: 'Bees' }));
  const sent = arrive('/create', null);
  await topic();
  await act(async () => fireEvent.click(hear()));
  await says('Writing how it starts...');
  catalogue.send(503, { message: 'The catalogue is closed.', code: 'unavailable' });
  expect(await screen.findByText('We couldn’t load the voices')).toBeInTheDocument();
  await waitFor(noCard);
  expect(screen.getByRole('alert').parentElement).toHaveFocus();
  answers['GET /api/voices'] = { voices };
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: /^Mic 1/ });
  noCard();
  expect(asked(sent)).toEqual([]);
});

test('“Start over” ends a press that still waits', async () => {
  const catalogue = heldBack();
  answers['GET /api/voices'] = catalogue.reply;
  writeDraft(newDraft({ topic: 'Bees' }));
  const sent = arrive('/create', null);
  await topic();
  await act(async () => fireEvent.click(hear()));
  await says('Writing how it starts...');
  fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
  await waitFor(noCard);
  catalogue.send(200, { voices });
  await screen.findByRole('button', { name: /^Mic 1/ });
  noCard();
  expect(screen.queryByText('Topic is required')).not.toBeInTheDocument();
  expect(asked(sent)).toEqual([]);
});

test('what is shown stays in view while the page above it grows, until the visitor moves', async () => {
  let grow = () => {};
  const { ResizeObserver } = globalThis;
  globalThis.ResizeObserver = class {
    constructor(report: ResizeObserverCallback) {
      grow = () => report([], this);
    }
    observe() {}
    unobserve() {}
    disconnect() {
      grow = () => {};
    }
  };
  const { getBoundingClientRect } = Element.prototype;
  let top = 900;
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, top, 350, 0);
  try {
    arrive();
    await says(GOES_ON);
    grow();
    expect(scrolls).toEqual([[{ top: 820, behavior: 'smooth' }]]);
    top = 1060;
    grow();
    expect(scrolls[1]).toEqual([{ top: 980, behavior: 'smooth' }]);
    fireEvent.wheel(document.body);
    top = 1200;
    grow();
    expect(scrolls).toHaveLength(2);
  } finally {
    Object.assign(globalThis, { ResizeObserver });
    Object.assign(Element.prototype, { getBoundingClientRect });
  }
});
