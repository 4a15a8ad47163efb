import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setDeck } from '../../player/deck/deck.ts';
import { installAudio, loadSound, playTo } from '../../player/deck/fixtures.ts';
import { aVoice, mira } from '../../testing/builders.ts';
import { here, inHouse, open, serve } from '../../testing/screen.tsx';
import HomePage from './HomePage.tsx';

const visitor = () => serve({ 'GET /api/auth/me': { user: null } });

test('the landing page carries the texts of the specification', async () => {
  visitor();
  open('/', <HomePage />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Curiosity on Demand');
  expect(
    screen.getByText('Pay per episode • $3.99-$8.99 based on length • No subscriptions'),
  ).toBeInTheDocument();
  const partsIn = (name: string, role: string) =>
    within(screen.getByRole('region', { name })).getAllByRole(role);
  expect(partsIn('One episode, made for you', 'heading').map((one) => one.textContent)).toEqual([
    'One episode, made for you',
    'No series required',
    'Yours to keep',
    'The minutes you bought',
  ]);
  const steps = partsIn('How it works', 'listitem');
  expect(steps).toHaveLength(4);
  for (const [place, title] of [
    'Share your curiosity',
    'Select 2 AI voices',
    'Set preferences',
    'Receive it by email',
  ].entries())
    expect(steps[place]).toHaveTextContent(title);
  expect(steps[3]).toHaveTextContent(
    'Most episodes are ready in 8-12 minutes; longer content takes up to 20 minutes.',
  );
  const reasons = screen.getByRole('region', { name: 'Why choose Duologue' });
  for (const words of [
    'Delivery in under 15 minutes',
    'Mobile-first',
    '95% of users create on mobile',
  ])
    expect(reasons).toHaveTextContent(words);
  const cases = screen.getByRole('region', { name: 'What people ask after dark' });
  for (const kind of [
    'Learning',
    'Storytelling',
    'Entertainment',
    'Friend-style chats',
    'Hobby deep-dives',
    'Quick explanations',
  ])
    expect(within(cases).getByText(kind)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/create');
  expect(screen.getByText('© 2025 Duologue')).toBeInTheDocument();
  await waitFor(() => expect(document.title).toBe('Duologue: Curiosity on Demand'));
});

const withVoices = (voices: unknown[]) =>
  serve({ 'GET /api/auth/me': { user: null }, 'GET /api/voices': { voices } });
const showcase = () => screen.getByRole('region', { name: 'Hear who’s awake' });
const theThree = [
  aVoice({ id: 'nPczCjzI2devNBz1zQrb', name: 'Brian', tags: ['Deep', 'Comforting', 'Narrative'] }),
  aVoice({ id: 'pqHfZKP75CvOlQylNhV4', name: 'Bill', tags: ['Calm', 'Mature', 'Commercial'] }),
  aVoice({
    id: 'XrExE9yKIg1WjnnlVkGX',
    name: 'Matilda',
    gender: 'Female',
    tags: ['Pleasant', 'Friendly'],
  }),
];

test('the landing page offers three voices to play, each with its two tags', async () => {
  withVoices(theThree);
  open('/', <HomePage />);
  await screen.findByRole('button', { name: 'Play Brian' });
  for (const [name, says, tags] of [
    ['Brian', 'A deep mature American male voice', 'Deep, Narrative'],
    ['Bill', 'A warm trustworthy American voice', 'Calm, Commercial'],
    ['Matilda', 'A pleasant kind female voice', 'Pleasant, Friendly'],
  ]) {
    const shown = within(showcase());
    expect(shown.getByRole('button', { name: `Play ${name}` })).toBeInTheDocument();
    expect(shown.getByText(String(says))).toBeInTheDocument();
    expect(shown.getByText(String(tags))).toBeInTheDocument();
  }
  expect(screen.getByText(/^It’s a burglar alarm/)).toHaveTextContent('a burglar alarm, Brian.');
});

test('the landing page names no voices before they are loaded, and a failed load can be retried', async () => {
  let isUp = false;
  serve({
    'GET /api/auth/me': { user: null },
    'GET /api/voices': () =>
      isUp
        ? { status: 200, body: { voices: theThree } }
        : { status: 503, body: { message: 'Starting' } },
  });
  open('/', <HomePage />);
  expect(within(showcase()).getByRole('status')).toHaveTextContent('Loading...');
  expect(document.body).not.toHaveTextContent(/Brian|Bill|Matilda/);
  expect(screen.getByText(/^It’s a burglar alarm/)).toHaveTextContent('a burglar alarm.');
  const again = await within(showcase()).findByRole('button', { name: 'Try again' });
  expect(document.body).not.toHaveTextContent(/Brian|Bill|Matilda/);
  isUp = true;
  fireEvent.click(again);
  expect(await screen.findByRole('button', { name: 'Play Matilda' })).toBeInTheDocument();
});

const many = (count: number) =>
  Array.from({ length: count }, (_, place) => aVoice({ name: `Voice ${place}` }));

test.each([
  [65, 'Premium voices', 'More than 65 premium voices'],
  [66, 'More than 65 premium voices', 'Premium voices'],
])('with %i voices the landing page promises "%s"', async (count, promised, not) => {
  withVoices(many(count));
  open('/', <HomePage />);
  expect(await screen.findByRole('button', { name: 'Play Voice 0' })).toBeInTheDocument();
  const reasons = screen.getByRole('region', { name: 'Why choose Duologue' });
  expect(within(reasons).getByText(promised)).toBeInTheDocument();
  expect(screen.queryByText(not)).not.toBeInTheDocument();
  expect(screen.getByText(`${promised} on call.`, { exact: false })).toBeInTheDocument();
});

test('the spec’s words stand beside a voice that carries their tags in the catalogue, whoever it is', async () => {
  withVoices([
    aVoice({ id: 'nPczCjzI2devNBz1zQrb', name: 'Brian', tags: ['Resonant', 'Narrative'] }),
    aVoice({ name: 'Angus', accent: 'Scottish', tags: ['Deep', 'Narrative'] }),
    aVoice({ name: 'Darian', tags: ['deep', 'Firm', 'narrative'] }),
    aVoice({ id: 'pqHfZKP75CvOlQylNhV4', name: 'Bill', tags: ['Calm', 'Commercial'] }),
    aVoice({ name: 'Serena', gender: 'Female', tags: ['Pleasant', 'Friendly'] }),
  ]);
  open('/', <HomePage />);
  await screen.findByRole('button', { name: 'Play Darian' });
  const shown = within(showcase());
  const labels = shown.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(labels).toEqual(['Play Darian', 'Play Bill', 'Play Serena']);
  expect(shown.getByText('A deep mature American male voice')).toBeInTheDocument();
  expect(shown.getByText('Pleasant, Friendly')).toBeInTheDocument();
});

test('where no voice carries a showcase’s tags, the most similar one comes with its own words', async () => {
  withVoices([
    aVoice({ name: 'Adam', tags: ['Young'] }),
    aVoice({ name: 'Darian', tags: ['Deep'] }),
    aVoice({ id: 'pqHfZKP75CvOlQylNhV4', name: 'Bill', tags: ['Calm', 'Commercial'] }),
    aVoice({ name: 'Maisie', gender: 'Female', tags: ['Friendly', 'Upbeat'] }),
  ]);
  open('/', <HomePage />);
  await screen.findByRole('button', { name: 'Play Darian' });
  const shown = within(showcase());
  const labels = shown.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(labels).toEqual(['Play Darian', 'Play Bill', 'Play Maisie']);
  expect(shown.getByText('Calm, Commercial')).toBeInTheDocument();
  expect(shown.getByText('Darian reads well')).toBeInTheDocument();
  expect(shown.getByText('Friendly, Upbeat')).toBeInTheDocument();
  expect(shown.queryByText('Pleasant, Friendly')).not.toBeInTheDocument();
});

test('with an empty catalogue the showcase explains it and offers nothing to play', async () => {
  withVoices([]);
  open('/', <HomePage />);
  expect(await screen.findByText(/our hosts are on their way/)).toBeInTheDocument();
  expect(within(showcase()).queryByRole('button')).not.toBeInTheDocument();
});

test('the landing page shows the prices of four lengths, and a length opens the form with it', () => {
  visitor();
  open('/', <HomePage />);
  const prices = screen.getByRole('region', { name: 'You pay for minutes, once' });
  const links = within(prices).getAllByRole('link');
  expect(links.map((link) => link.textContent?.match(/\$[\d.]+/)?.[0])).toEqual([
    '$3.99',
    '$5.99',
    '$7.49',
    '$8.99',
  ]);
  expect(links[1]).toHaveAttribute('href', '/create?duration=15');
});

test('a topic typed on the landing page is passed on to the form', () => {
  visitor();
  open('/', <HomePage />);
  const topic = screen.getByLabelText('What are we talking about?');
  fireEvent.change(topic, { target: { value: ' Why & how do cats purr? ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Get Started' }));
  expect(here()).toBe('/create?topic=Why%20%26%20how%20do%20cats%20purr%3F');
});

test('Get Started without a topic opens the empty form', () => {
  visitor();
  open('/', <HomePage />);
  fireEvent.click(screen.getByRole('button', { name: 'Get Started' }));
  expect(here()).toBe('/create');
});

test('the landing page sends a visitor to the dashboard once it is known they are signed in', async () => {
  serve({ 'GET /api/auth/me': { user: mira } });
  open('/', <HomePage />);
  expect(here()).toBe('/');
  await waitFor(() => expect(here()).toBe('/dashboard'));
});

test('with a demo, the landing page plays it, loads no sound before the press, and quotes what is being said', async () => {
  const restore = installAudio();
  const sample = {
    token: 'sea',
    title: 'A long look at the glowing sea',
    voice1Name: 'Brian',
    voice2Name: 'Matilda',
    durationSeconds: 119.8,
    wave: null,
    audioUrl: '/media/sea/episode.mp3',
    transcriptUrl: '/media/sea/transcript.json',
  };
  const line = (side: 'A' | 'B', speaker: string, startTime: number, body: string) => ({
    side,
    speaker,
    startTime,
    endTime: startTime + 9,
    body,
  });
  const sent = serve({
    'GET /api/auth/me': { user: null },
    'GET /api/samples': { samples: [sample], recording: 0 },
    'GET /media/sea/transcript.json': {
      version: '1.0.0',
      segments: [
        line('A', 'Brian', 0, 'So it is tiny.'),
        line('B', 'Matilda', 10, 'And it is scared.'),
      ],
    },
  });
  open('/', <HomePage />);
  expect(await screen.findByText('Listen in: Brian and Matilda, 2 minutes')).toBeInTheDocument();
  expect(document.querySelector('audio')).toBeNull();
  expect(screen.getByText(/^It’s a burglar alarm/)).toBeInTheDocument();
  expect(sent.some(({ call }) => call.includes('transcript'))).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Play A long look at the glowing sea' }));
  loadSound(sample.audioUrl, 119.8);
  expect(
    screen.getByRole('button', { name: 'Pause A long look at the glowing sea' }),
  ).toBeInTheDocument();
  expect(await screen.findByText('So it is tiny.')).toBeInTheDocument();
  expect(screen.queryByText(/^It’s a burglar alarm/)).toBeNull();
  playTo(sample.audioUrl, 11);
  expect(screen.getByText('And it is scared.')).toBeInTheDocument();
  expect(screen.queryByText('So it is tiny.')).toBeNull();
  act(() => setDeck(null));
  expect(screen.getByText(/^It’s a burglar alarm/)).toBeInTheDocument();
  restore();
});

test('without a demo, the landing page offers nothing to play', async () => {
  const sent = serve({
    'GET /api/auth/me': { user: null },
    'GET /api/samples': { samples: [], recording: 0 },
  });
  open('/', <HomePage />);
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('GET /api/samples'));
  await waitFor(() => expect(document.title).toBe('Duologue: Curiosity on Demand'));
  expect(screen.queryByText(/Listen in/)).not.toBeInTheDocument();
});

test('the landing page of a house promises neither an email nor a price, and measures all the same', () => {
  visitor();
  open('/', inHouse(<HomePage />));
  screen.getByText('10 to 25 minutes • Any topic • Any two voices');
  const steps = within(screen.getByRole('region', { name: 'How it works' }));
  expect(steps.getAllByRole('heading', { level: 3 }).at(-1)).toHaveTextContent('Press play');
  expect(screen.getByText('You ask for fifteen, you hear fifteen.')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'You pay for minutes, once' })).toBeNull();
  expect(screen.getByRole('main')).not.toHaveTextContent(/email|inbox/);
});
