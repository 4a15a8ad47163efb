import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Listening } from '#shared/episode.ts';
import { PREVIEW_AT_ONCE } from '../../api/previewAtOnce.ts';
import { useAuth } from '../../api/session/session.tsx';
import { SilentSound } from '../../player/engine/fixtures.ts';
import { createPlayer } from '../../player/engine/player.ts';
import { aHouse, aListening, anAccount } from '../../testing/builders.ts';
import { here, inHouse, open, serve } from '../../testing/screen.tsx';
import { TheEnd } from './TheEnd.tsx';

const VERDICT = 'POST /api/listen/tok/verdict';
const visitor = {
  'GET /api/auth/me': { user: null },
  'GET /api/config': { standins: [], supportEmail: 'help@example.com' },
  [VERDICT]: () => ({ status: 204, body: '' }),
};
const followUps = ['Do fish glow, too?', 'What is plankton & who eats it?'];

const scrolledTo: Element[] = [];
beforeEach(() => {
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledTo.push(this);
  };
});

/** Who is known to listen. */
const Known = () => <p>{useAuth().user?.email}</p>;

/** The foot of an episode of 600 s, which is the listener's own unless it says otherwise, and its sound. */
function listen(own: Partial<Listening['episode']> = {}, following = true, sells = true) {
  const sound = new SilentSound();
  const player = createPlayer(sound, { time: 0, rate: 1, duration: 600 });
  sound.arrive(600);
  const shared: string[] = [];
  const { episode } = aListening({ isOwner: true, ...own });
  const end = (
    <>
      <Known />
      <TheEnd
        episode={episode}
        player={player}
        following={following}
        onShare={() => shared.push(episode.token)}
      />
    </>
  );
  const { unmount } = open('/listen?episode=tok', sells ? end : inHouse(end));
  return {
    player,
    shared,
    unmount,
    end: () => act(() => sound.end()),
    seek: (to: number) => act(() => player.seek(to)),
  };
}
const panel = () => screen.queryByRole('region', { name: 'After the end' });
const button = (name: string) => screen.getByRole('button', { name });

test('the end begins 20 seconds before it, is announced once, and stays', async () => {
  serve(visitor);
  const { seek, end, shared } = listen({ followUps });
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  seek(579);
  expect(panel()).toBeNull();
  expect(said()).toEqual(['']);
  seek(581);
  expect(panel()).toBeInTheDocument();
  expect(said()[0]).toMatch(/^Nearly the end\./);
  const first = said()[0];
  end();
  seek(10);
  expect(panel()).toBeInTheDocument();
  expect(said()[0]).toBe(first);
  fireEvent.click(button('Share it'));
  expect(shared).toEqual(['tok']);
});

test.each([[true], [false]])(
  'a question that has the focus keeps it when the end comes',
  (isOwner) => {
    serve(visitor);
    const { seek, end } = listen({ followUps, isOwner });
    const question = screen.getByRole('link', { name: 'Do fish glow, too?' });
    question.focus();
    seek(590);
    end();
    expect(document.activeElement).toBe(question);
    expect(question).toBeInTheDocument();
  },
);

test('the page scrolls to the end only while it follows the sound', () => {
  serve(visitor);
  const following = listen({ followUps });
  following.seek(590);
  expect(scrolledTo).toEqual([]);
  following.end();
  expect(scrolledTo).toEqual([panel()]);
  following.unmount();
  scrolledTo.length = 0;
  const reading = listen({ followUps }, false);
  reading.end();
  expect(panel()).toBeInTheDocument();
  expect(scrolledTo).toEqual([]);
});

const hosts = 'voice1=v1&voice2=v2&tone=Calm&style=Interview';

test('each question goes to the form with the same hosts, and so does another like this', () => {
  serve(visitor);
  const { end } = listen({ followUps, channel: 'own' });
  const questions = within(screen.getByRole('region', { name: 'Ask next' }));
  expect(questions.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/create?topic=Do+fish+glow%2C+too%3F&${hosts}&from=own`,
    `/create?topic=What+is+plankton+%26+who+eats+it%3F&${hosts}&from=own`,
  ]);
  // It only fills in the form.
  fireEvent.click(questions.getByRole('link', { name: 'Do fish glow, too?' }));
  expect(here()).toMatch(/^\/create\?topic=Do/);
  expect(window.history.state).toBeNull();
  end();
  expect(screen.getByRole('link', { name: 'Make another like this' })).toHaveAttribute(
    'href',
    `/create?${hosts}&from=own&duration=10`,
  );
});

const asks = () => within(screen.getByRole('region', { name: 'Wondering something yourself?' }));
const field = () => asks().getByLabelText('Your question');
const hear = () => fireEvent.click(asks().getByRole('button', { name: 'Hear how it starts' }));

test('while there are no beginnings to hear, a question is brought to the form alone', async () => {
  serve({ ...visitor, 'GET /api/config': { standins: [], previews: false } });
  listen({ isOwner: false, followUps });
  fireEvent.change(field(), { target: { value: 'Do eels glow?' } });
  fireEvent.click(await asks().findByRole('button', { name: 'Make it an episode' }));
  expect(here()).toMatch(/^\/create\?topic=Do\+eels/);
  expect(window.history.state).toBeNull();
  expect(asks().queryByText(/before you pay/)).toBeNull();
});

test('whoever opened a link is asked what they wonder, before the end and at it', () => {
  serve(visitor);
  const { end } = listen({ isOwner: false, followUps });
  expect(asks().getByText(/^Brian and Lily are up for it\./)).toBeInTheDocument();
  expect(
    asks()
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(followUps);
  expect(screen.queryByRole('region', { name: 'Ask next' })).toBeNull();
  fireEvent.change(field(), { target: { value: 'Do eels' } });
  end();
  expect(panel()).toContainElement(field());
  expect(field()).toHaveValue('Do eels');
});

test('one tap on a question starts how it would be answered; the link alone does not', () => {
  serve(visitor);
  listen({ isOwner: false, followUps });
  const link = asks().getByRole('link', { name: 'Do fish glow, too?' });
  const path = `/create?topic=Do+fish+glow%2C+too%3F&${hosts}&from=shared`;
  expect(link).toHaveAttribute('href', path);
  fireEvent.click(link);
  expect(here()).toBe(path);
  expect(window.history.state).toEqual(PREVIEW_AT_ONCE);
});

test('a question of their own starts it, too, with one press or the key of the keyboard', () => {
  serve(visitor);
  const { unmount } = listen({ isOwner: false, followUps: [], channel: 'samples' });
  expect(field()).toHaveAttribute('autocomplete', 'off');
  expect(field()).toHaveAttribute('enterkeyhint', 'go');
  const path = `/create?topic=Do+eels+sleep%3F&${hosts}&from=samples`;
  fireEvent.change(field(), { target: { value: '  Do eels sleep? ' } });
  hear();
  expect(here()).toBe(path);
  expect(window.history.state).toEqual(PREVIEW_AT_ONCE);
  unmount();

  listen({ isOwner: false, followUps: [], channel: 'samples' });
  fireEvent.change(field(), { target: { value: 'Do eels sleep?' } });
  const form = field().closest('form');
  if (form) fireEvent.submit(form);
  expect(here()).toBe(path);
});

test.each([
  ['nothing', '   ', 'Type your question first'],
  ['too much', 'x'.repeat(501), 'At most 500 characters; yours has 501'],
])('%s is refused at the field, which keeps it and has the focus', (_what, typed, sentence) => {
  serve(visitor);
  listen({ isOwner: false, followUps });
  fireEvent.change(field(), { target: { value: typed } });
  hear();
  expect(field()).toHaveAccessibleDescription(sentence);
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue(typed);
  expect(here()).toBe('/listen?episode=tok');
  fireEvent.change(field(), { target: { value: 'Do eels sleep?' } });
  expect(field()).not.toHaveAttribute('aria-invalid');
});

test('an episode without questions shows its owner the rest alone, and only at its end', () => {
  serve(visitor);
  const { end } = listen({ followUps: [] });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
  end();
  expect(screen.queryByRole('region', { name: 'Ask next' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Was it right?' })).toBeInTheDocument();
  expect(button('Share it')).toBeInTheDocument();
});

const earned = anAccount({ hasMadeFirstPurchase: true });
test.each([
  ['its owner, who has not used it', true, earned, true],
  ['its owner, who has used it', true, { ...earned, hasUsedFreePodcast: true }, false],
  ['somebody else who has one, too', false, earned, false],
])('the free episode at the end: %s', async (_who, isOwner, user, isShown) => {
  serve({ ...visitor, 'GET /api/auth/me': { user } });
  const { end } = listen({ isOwner });
  end();
  await screen.findByText('mira@example.com');
  const use = screen.queryByRole('link', { name: 'Use it' });
  expect(use?.getAttribute('href') ?? null).toBe(isShown ? '/create?bonus=1' : null);
});

test('a yes takes one tap, and a second tap says nothing more', async () => {
  const sent = serve(visitor);
  listen().end();
  fireEvent.click(button('Yes'));
  fireEvent.click(button('Yes'));
  expect(button('Yes')).toHaveAttribute('aria-pressed', 'true');
  expect(await screen.findByText('Good to hear. Thank you.')).toBeInTheDocument();
  fireEvent.click(button('Yes'));
  expect(sent.filter(({ call }) => call === VERDICT).map(({ body }) => body)).toEqual([
    { right: true },
  ]);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('what was said at an earlier visit is pressed and not sent again, and can be changed', async () => {
  const sent = serve(visitor);
  listen({ verdict: true }).end();
  expect(button('Yes')).toHaveAttribute('aria-pressed', 'true');
  fireEvent.click(button('Yes'));
  fireEvent.click(button('No'));
  expect(await screen.findByText('Noted, thank you.')).toBeInTheDocument();
  expect(button('Yes')).toHaveAttribute('aria-pressed', 'false');
  expect(sent.filter(({ call }) => call === VERDICT).map(({ body }) => body)).toEqual([
    { right: false },
  ]);
});

test('a no asks for a sentence and offers support, which is told what was typed', async () => {
  const sent = serve(visitor);
  listen().end();
  fireEvent.click(button('No'));
  const field = await screen.findByLabelText('What was wrong? One sentence is enough.');
  expect(document.activeElement).not.toBe(field);
  fireEvent.change(field, { target: { value: 'It was the moon.' } });
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Write to support' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:help@example\.com\?/),
    ),
  );
  const letter = new URL(
    screen.getByRole('link', { name: 'Write to support' }).getAttribute('href') ?? '',
  );
  expect(letter.searchParams.get('subject')).toBe('About “Why the sea glows at night”');
  expect(letter.searchParams.get('body')).toBe(
    `${location.origin}/listen?episode=tok\n\nIt was the moon.`,
  );
  fireEvent.click(button('Send'));
  expect(await screen.findByText('Thank you. We read every one.')).toBeInTheDocument();
  expect(sent.filter(({ call }) => call === VERDICT).map(({ body }) => body)).toEqual([
    { right: false },
    { right: false, note: 'It was the moon.' },
  ]);
});

test('what is refused is said at its field, and nothing typed is lost', async () => {
  let refusal: string | null = 'At most 500 characters';
  serve({
    ...visitor,
    [VERDICT]: (body: unknown) =>
      refusal !== null && body !== null && typeof body === 'object' && 'note' in body
        ? { status: 400, body: { message: refusal, code: 'invalid', fields: { note: refusal } } }
        : { status: 204, body: '' },
  });
  listen().end();
  fireEvent.click(button('No'));
  const typed = 'x'.repeat(10_000);
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: typed } });
  expect(screen.getByText('10000 of 500')).toBeInTheDocument();
  fireEvent.click(button('Send'));
  await waitFor(() => expect(field).toHaveAccessibleDescription('At most 500 characters'));
  expect(document.activeElement).toBe(field);
  expect(field).toHaveValue(typed);
  fireEvent.click(button('Yes'));
  expect(await screen.findByText('Good to hear. Thank you.')).toBeInTheDocument();
  fireEvent.click(button('No'));
  expect(screen.getByRole('textbox')).toHaveValue(typed);
  refusal = null;
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Shorter.' } });
  fireEvent.click(button('Send'));
  expect(await screen.findByText('Thank you. We read every one.')).toBeInTheDocument();
});

test('an answer that does not arrive is said so and can be given again', async () => {
  let isDown = true;
  const sent = serve({
    ...visitor,
    [VERDICT]: () => {
      if (isDown) throw new TypeError('Failed to fetch');
      return { status: 204, body: '' };
    },
  });
  listen().end();
  fireEvent.click(button('Yes'));
  expect(
    await screen.findByText(/^That didn’t reach us\. The studio isn’t answering/),
  ).toBeInTheDocument();
  expect(button('Yes')).toHaveAttribute('aria-pressed', 'false');
  isDown = false;
  fireEvent.click(button('Yes'));
  expect(await screen.findByText('Good to hear. Thank you.')).toBeInTheDocument();
  expect(sent.filter(({ call }) => call === VERDICT)).toHaveLength(2);
});

const house = (signups: boolean) => ({
  ...visitor,
  'GET /api/config': aHouse({ house: { signups, needsSetupCode: false, minutesAMonth: 300 } }),
});

test('a stranger who may have no account in a house is only asked to share it, and whether it was right', async () => {
  serve(house(false));
  const { seek } = listen({ isOwner: false, followUps }, true, false);
  seek(590);
  await waitFor(() => expect(panel()).toBeInTheDocument());
  expect(screen.queryByRole('heading', { name: /Wondering something/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Make another like this' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Do fish glow, too?' })).not.toBeInTheDocument();
  expect(button('Share it')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Was it right?' })).toBeInTheDocument();
  expect(screen.getAllByRole('status')[0]).not.toHaveTextContent('what to ask next');
  fireEvent.click(button('No'));
  const write = await screen.findByRole('link', { name: 'Write to us' });
  expect(write).toHaveAttribute('href', '/contact');
});

test('a stranger who may have an account in a house is led to the form, without a preview', async () => {
  serve(house(true));
  listen({ isOwner: false, followUps }, true, false);
  fireEvent.change(await screen.findByLabelText('Your question'), { target: { value: 'Why?' } });
  fireEvent.click(button('Make it an episode'));
  expect(here()).toMatch(/^\/create\?topic=Why%3F/);
  expect(window.history.state).not.toEqual(PREVIEW_AT_ONCE);
});

test('whoever is signed in to a house hears at once how their question starts', async () => {
  serve({ ...house(false), 'GET /api/auth/me': { user: anAccount({ email: 'ann@example.com' }) } });
  listen({ isOwner: false, followUps }, true, false);
  await screen.findByText('ann@example.com');
  expect(screen.getByText(/Hear how it starts\.$/)).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText('Your question'), { target: { value: 'Why?' } });
  fireEvent.click(button('Hear how it starts'));
  expect(window.history.state).toEqual(PREVIEW_AT_ONCE);
});
