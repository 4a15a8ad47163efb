import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { priceOf } from '#shared/pricing.ts';
import { anAccount, mira } from '../testing/builders.ts';
import { here, open, serve } from '../testing/screen.tsx';
import CreatePage from './CreatePage.tsx';
import { DRAFT_KEY, newDraft, readDraft, writeDraft } from './draft.ts';
import { filled, placed, voices } from './fixtures.ts';

const visitor = { 'GET /api/auth/me': { user: null }, 'GET /api/voices': { voices } };
const signedIn = { ...visitor, 'GET /api/auth/me': { user: mira } };

const ready = () => screen.findByRole('button', { name: /^Mic 1/ });
const goOn = () => screen.getByRole('button', { name: /Continue to checkout/ });
const topic = () => screen.getByLabelText('What are we talking about?');

beforeEach(() => {
  localStorage.clear();
});

test('an empty form shows an error beside each field and focuses the first one', async () => {
  serve(visitor);
  open('/create', <CreatePage />);
  await ready();
  fireEvent.click(goOn());
  expect(await screen.findByText('Topic is required')).toBeInTheDocument();
  expect(screen.getByText('Valid email is required')).toBeInTheDocument();
  expect(topic()).toHaveFocus();
  expect(topic()).toHaveAttribute('aria-invalid', 'true');
  fireEvent.change(topic(), { target: { value: 'Bees' } });
  await waitFor(() => expect(screen.queryByText('Topic is required')).not.toBeInTheDocument());
});

test('a topic of 501 characters is counted and refused before anything is sent', async () => {
  writeDraft(newDraft({ ...filled, topic: 'x'.repeat(501) }));
  const sent = serve(signedIn);
  open('/create', <CreatePage />);
  await ready();
  expect(screen.getByText('501 of 500')).toBeInTheDocument();
  fireEvent.click(goOn());
  expect(await screen.findByText('Topic must be at most 500 characters')).toBeInTheDocument();
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
});

test('an example topic is filled in with one tap', async () => {
  serve(visitor);
  open('/create', <CreatePage />);
  await ready();
  fireEvent.click(screen.getByRole('button', { name: 'Why the sea glows at night' }));
  expect(topic()).toHaveValue('Why the sea glows at night');
  expect(readDraft().values.topic).toBe('Why the sea glows at night');
});

test('two voices can be chosen from the catalogue and swapped, and similar ones are marked', async () => {
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  serve(visitor);
  open('/create?voice1=v-lily&voice2=v-adam', <CreatePage />);
  fireEvent.click(await ready());
  fireEvent.click(screen.getByRole('button', { name: /^Play ?Brian/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Put Brian on mic 1' }));
  expect(screen.getByText(/^Sounds close to Brian/)).toBeInTheDocument();

  fireEvent.click(screen.getByRole('button', { name: /^Mic 2/ }));
  const sheet = within(screen.getByRole('dialog'));
  // Brian is on the other mic, where he can only be heard.
  fireEvent.click(sheet.getByRole('button', { name: /^Play ?Brian.*On mic 1/ }));
  expect(sheet.getByRole('button', { name: 'Keep Adam on mic 2' })).toBeInTheDocument();
  expect(
    sheet.getByRole('button', { name: /^Play ?Adam.*On mic 2 ?Sounds close to Brian/ }),
  ).toBeInTheDocument();
  fireEvent.change(sheet.getByLabelText('Search voices'), { target: { value: 'brit' } });
  expect(sheet.getByRole('status')).toHaveTextContent('1 of 3 voices');
  const lily = sheet.getByRole('button', { name: /^Play ?Lily/ });
  fireEvent.click(lily);
  expect(lily).toHaveAttribute('aria-current', 'true');
  fireEvent.click(sheet.getByRole('button', { name: 'Put Lily on mic 2' }));

  expect(screen.getByText('Easy to tell apart')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Swap the voices' }));
  expect(readDraft().values).toMatchObject({ voice1Id: 'v-lily', voice2Id: 'v-brian' });
});

test('the chosen length sets the price on the checkout button', async () => {
  serve(visitor);
  open('/create', <CreatePage />);
  await ready();
  expect(goOn()).toHaveTextContent('$3.99');
  fireEvent.click(screen.getByRole('radio', { name: '25 minutes, $8.99' }));
  expect(goOn()).toHaveTextContent('$8.99');
});

test('a discount code changes the price at once, and a refused code stays with the reason', async () => {
  const sent = serve({
    ...visitor,
    'POST /api/quotes': (asked: unknown) =>
      JSON.stringify(asked).includes('owl')
        ? { status: 200, body: priceOf(10, 20) }
        : { status: 422, body: { message: 'There is no such code', code: 'discount_refused' } },
  });
  open('/create', <CreatePage />);
  await ready();
  fireEvent.click(screen.getByRole('button', { name: 'Add a code' }));
  const code = screen.getByLabelText('Discount code');
  fireEvent.change(code, { target: { value: 'owl' } });
  expect(await screen.findByText('OWL: $0.80 off')).toBeInTheDocument();
  // Enter would place the order; it has been applied already.
  expect(fireEvent.keyDown(code, { key: 'Enter' })).toBe(false);
  // The dial, the button and the total say the same, and beside it what it would be without the code.
  expect(screen.getByRole('radio', { checked: true })).toHaveAccessibleName(
    '10 minutes, $3.19 instead of $3.99',
  );
  expect(goOn()).toHaveTextContent('$3.99$3.19');
  expect(goOn()).toHaveAccessibleName(/^Continue to checkout ?\$3\.19$/);
  expect(screen.getByText('Total').nextSibling).toHaveTextContent('$3.99$3.19');

  fireEvent.change(code, { target: { value: 'NOPE' } });
  expect(await screen.findByText('There is no such code')).toBeInTheDocument();
  expect(code).toHaveValue('NOPE');
  expect(goOn()).toHaveTextContent('$3.99');
  const asked = sent.filter(({ call }) => call === 'POST /api/quotes');
  expect(asked.map(({ body }) => body)).toEqual([
    { duration: 10, discountCode: 'owl' },
    { duration: 10, discountCode: 'NOPE' },
  ]);

  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(readDraft().values.discountCode).toBe('');
});

test('a code refused for one length is checked again when the length changes', async () => {
  writeDraft(newDraft({ ...filled, discountCode: 'LONG' }));
  const short = {
    status: 422,
    body: { message: 'This code is for 20 minutes or more', code: 'discount_refused' },
  };
  const long = { status: 200, body: priceOf(20, 20) };
  serve({
    ...signedIn,
    'POST /api/quotes': (asked: unknown) => (JSON.stringify(asked).includes('20') ? long : short),
  });
  open('/create', <CreatePage />);
  await screen.findByText('mira@example.com');
  await screen.findByText(short.body.message);
  fireEvent.click(goOn());
  await waitFor(() => expect(screen.getByLabelText('Discount code')).toHaveFocus());
  fireEvent.click(screen.getByRole('radio', { name: '20 minutes, $7.49' }));
  expect(await screen.findByText('LONG: $1.50 off')).toBeInTheDocument();
  expect(screen.queryByText(short.body.message)).not.toBeInTheDocument();
});

test('the error of a code refused with the order disappears when the length changes', async () => {
  writeDraft(newDraft({ ...filled, discountCode: 'OWL' }));
  const message = 'This code has been used up';
  serve({
    ...signedIn,
    'POST /api/quotes': priceOf(10, 20),
    'POST /api/orders': () => ({ status: 422, body: { message, code: 'discount_refused' } }),
  });
  open('/create', <CreatePage />);
  await screen.findByText('mira@example.com');
  await screen.findByText('OWL: $0.80 off');
  fireEvent.click(goOn());
  await screen.findByText(message);
  fireEvent.click(screen.getByRole('radio', { name: '15 minutes, $5.99' }));
  await waitFor(() => expect(screen.queryByText(message)).not.toBeInTheDocument());
});

test('an order refused as one too many says so, and everything typed stays', async () => {
  writeDraft(newDraft(filled));
  const message = 'You’ve placed a lot of orders in a short time.';
  serve({
    ...signedIn,
    'POST /api/orders': () => ({ status: 429, body: { message, code: 'too_many' } }),
  });
  open('/create', <CreatePage />);
  await screen.findByText('mira@example.com');
  fireEvent.click(goOn());
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(here()).toBe('/create');
  expect(readDraft().values).toMatchObject(filled);
});

test('an email field that an error opened stays open while the address is corrected', async () => {
  writeDraft(newDraft({ ...filled, email: 'mira@' }));
  serve(signedIn);
  open('/create', <CreatePage />);
  await ready();
  await screen.findByText('mira@');
  fireEvent.click(goOn());
  const field = await screen.findByLabelText('Where should we send it?');
  fireEvent.change(field, { target: { value: 'mira@example.co' } });
  await waitFor(() =>
    expect(screen.queryByText('Valid email is required')).not.toBeInTheDocument(),
  );
  expect(screen.getByLabelText('Where should we send it?')).toBe(field);
});

test('a visitor is sent to sign in with the email filled in, and the draft is kept', async () => {
  writeDraft(newDraft(filled));
  const sent = serve(visitor);
  const { unmount } = open('/create', <CreatePage />);
  await ready();
  fireEvent.change(screen.getByLabelText('Where should we send it?'), {
    target: { value: 'Mira+tapes@example.com ' },
  });
  fireEvent.click(goOn());
  await waitFor(() =>
    expect(here()).toBe('/auth?next=%2Fcreate&email=Mira%2Btapes%40example.com&tab=register'),
  );
  expect(sent.some(({ call }) => call === 'POST /api/orders')).toBe(false);

  unmount();
  serve(signedIn);
  open('/create', <CreatePage />);
  await ready();
  expect(topic()).toHaveValue('Bees');
  expect(screen.getByRole('button', { name: /^Mic 2: Lily/ })).toBeInTheDocument();
});

test('a double tap and a retry after a lost reply send the order with the same idempotency key', async () => {
  writeDraft(newDraft(filled));
  let answers = 0;
  const sent = serve({
    ...signedIn,
    'POST /api/orders': () => {
      answers += 1;
      if (answers === 1) throw new TypeError('lost');
      return { status: 201, body: placed() };
    },
  });
  open('/create', <CreatePage />);
  await ready();
  await screen.findByText('mira@example.com');
  fireEvent.click(goOn());
  expect(await screen.findByText('Your order didn’t go through')).toBeInTheDocument();
  await waitFor(goOn);
  const button = goOn();
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(here()).toBe('/checkout?order=o1'));

  const orders = sent.filter(({ call }) => call === 'POST /api/orders');
  const keys = new Set(orders.map(({ headers }) => headers.get('Idempotency-Key')));
  expect(orders.length).toBeGreaterThan(1);
  expect(keys.size).toBe(1);
  expect(orders[0]?.body).toEqual({
    ...filled,
    tone: 'Normal',
    style: 'Conversation',
    duration: 10,
    email: 'mira@example.com',
    useBonus: false,
    stings: true,
    sources: [],
    onlyTheseSources: false,
    channel: 'direct',
  });
  expect(readDraft().orderId).toBe('o1');
});

test('an expired order is placed again under a new idempotency key', async () => {
  writeDraft(newDraft(filled));
  let answers = 0;
  const sent = serve({
    ...signedIn,
    'POST /api/orders': () => {
      answers += 1;
      return {
        status: 200,
        body: answers === 1 ? placed({ status: 'expired' }) : placed({ id: 'o2' }),
      };
    },
  });
  open('/create', <CreatePage />);
  await ready();
  await screen.findByText('mira@example.com');
  fireEvent.click(goOn());
  await waitFor(() => expect(here()).toBe('/checkout?order=o2'));
  const keys = sent
    .filter(({ call }) => call === 'POST /api/orders')
    .map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(2);
});

test('the sounds between chapters can be switched off, and the order says so', async () => {
  writeDraft(newDraft(filled));
  const sent = serve({
    ...signedIn,
    'POST /api/orders': () => ({ status: 201, body: placed() }),
  });
  open('/create', <CreatePage />);
  await screen.findByText('mira@example.com');
  const choice = screen.getByRole('checkbox', { name: 'Sounds between chapters' });
  expect(choice).toBeChecked();
  expect(choice).toHaveAccessibleDescription(/count toward the minutes/);
  fireEvent.click(screen.getByText('Sounds between chapters'));
  expect(choice).not.toBeChecked();
  expect(readDraft().values.stings).toBe(false);
  fireEvent.click(goOn());
  await waitFor(() => expect(here()).toBe('/checkout?order=o1'));
  expect(sent.find(({ call }) => call === 'POST /api/orders')?.body).toMatchObject({
    stings: false,
  });
});

test('a refused topic shows the reason at its field and keeps the typed text', async () => {
  writeDraft(newDraft(filled));
  serve({
    ...signedIn,
    'POST /api/orders': () => ({
      status: 422,
      body: { message: 'We cannot make an episode about this topic', code: 'topic_refused' },
    }),
  });
  open('/create', <CreatePage />);
  await ready();
  await screen.findByText('mira@example.com');
  fireEvent.click(goOn());
  const message = 'We cannot make an episode about this topic';
  await screen.findByText(message);
  expect(topic()).toHaveAccessibleDescription(message);
  expect(topic()).toHaveFocus();
  expect(topic()).toHaveValue('Bees');
});

test.each([
  ['paid', ''],
  ['open', 'Bees'],
  ['expired', 'Bees'],
] as const)(
  'going back to the form of an order that is %s shows the topic "%s"',
  async (status, left) => {
    const before = { ...newDraft(filled), orderId: 'o1' };
    writeDraft(before);
    serve({ ...signedIn, 'GET /api/orders/o1': placed({ status }) });
    open('/create', <CreatePage />);
    await ready();
    expect(topic()).toHaveValue(left);
    expect(readDraft().id === before.id).toBe(status === 'open');
  },
);

test('a link fills in the form once, and a reload keeps later changes', async () => {
  serve(visitor);
  const { unmount } = open('/create?topic=Knots&duration=20', <CreatePage />);
  await ready();
  expect(topic()).toHaveValue('Knots');
  expect(goOn()).toHaveTextContent('$7.49');
  expect(here()).toBe('/create');
  fireEvent.change(topic(), { target: { value: 'Knots of sailors' } });
  unmount();
  open(here(), <CreatePage />);
  await ready();
  expect(topic()).toHaveValue('Knots of sailors');
});

test('the free episode after the first purchase can be ordered from the form', async () => {
  writeDraft(newDraft({ ...filled, duration: 20, discountCode: 'OWL' }));
  const sent = serve({
    ...signedIn,
    'GET /api/auth/me': { user: anAccount({ hasMadeFirstPurchase: true }) },
    'POST /api/quotes': () => ({ status: 422, body: { message: 'no', code: 'discount_refused' } }),
    'POST /api/orders': placed(),
  });
  open('/create', <CreatePage />);
  await ready();
  fireEvent.click(await screen.findByRole('button', { name: 'Use it' }));
  expect(goOn()).toHaveTextContent('Free');
  fireEvent.click(goOn());
  await waitFor(() => expect(here()).toBe('/checkout?order=o1'));
  const order = sent.find(({ call }) => call === 'POST /api/orders')?.body;
  expect(order).toMatchObject({ duration: 10, useBonus: true });
  expect(order).not.toHaveProperty('discountCode');
});

test('"Start over" empties the form and begins another draft', async () => {
  const before = newDraft(filled);
  writeDraft(before);
  serve(signedIn);
  open('/create', <CreatePage />);
  await ready();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Start over' })));
  expect(topic()).toHaveValue('');
  expect(readDraft().id).not.toBe(before.id);
  expect(localStorage.getItem(DRAFT_KEY)).not.toContain('Bees');
});

test('with fewer than two voices the form says so kindly, and keeps the draft until there are', async () => {
  let catalogue = voices.slice(0, 1);
  serve({
    ...visitor,
    'GET /api/voices': () => ({ status: 200, body: { voices: catalogue } }),
  });
  open('/create', <CreatePage />);
  expect(await screen.findByText('Our hosts aren’t in the studio yet')).toBeInTheDocument();
  expect(screen.queryByText(/\d voices/)).not.toBeInTheDocument();
  catalogue = voices;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await ready()).toBeInTheDocument();
  expect(screen.getByText('3 voices')).toBeInTheDocument();
});

test('the list of voices can be retried after an error', async () => {
  let asked = 0;
  serve({
    ...visitor,
    'GET /api/voices': () => {
      asked += 1;
      return asked === 1
        ? { status: 503, body: { message: 'A moment, please', code: 'unavailable' } }
        : { status: 200, body: { voices } };
    },
  });
  open('/create', <CreatePage />);
  expect(await screen.findByText('A moment, please')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await ready()).toBeInTheDocument();
});
