import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CHANNELS } from '#shared/channels.ts';
import { anAdminPodcast } from '../testing/builders.ts';
import { visit } from './fixtures.ts';

const at = '2026-03-04T05:06:07.000Z';

test('the admin navigation lists every view, and an empty view says so', async () => {
  visit(
    {
      'GET /api/admin/discount-codes': { discountCodes: [], nextCursor: null },
      'GET /api/admin/audit': { audit: [], nextCursor: null },
    },
    '/admin?view=no-such-view',
  );
  await screen.findByRole('heading', { level: 2, name: 'Discount codes' });
  const nav = within(screen.getByRole('navigation', { name: 'Admin' }));
  expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Discount codes',
    'Orders',
    'Payment events',
    'Episodes',
    'Messages',
    'Users',
    'Sales',
    'Providers',
    'Audit',
  ]);
  fireEvent.click(nav.getByRole('link', { name: 'Audit' }));
  await screen.findByText('Nothing has been done here yet.');
  expect(nav.getByRole('link', { name: 'Audit' })).toHaveAttribute('aria-current', 'page');
  await waitFor(() => expect(document.title).toMatch(/^Audit, Admin/));
});

test('a finished episode can be made a demo, and a failed one shows why it failed', async () => {
  const list = 'GET /api/admin/podcasts';
  let isSample = false;
  const failed = anAdminPodcast({
    publicId: 'p2',
    title: 'Lost tape',
    status: 'failed',
    failure: 'The voices refused our key',
    attempts: 5,
    listenUrl: null,
    quality: null,
    costs: null,
  });
  const sent = visit(
    {
      [list]: () => ({
        status: 200,
        body: { podcasts: [anAdminPodcast({ isSample }), failed], nextCursor: null },
      }),
      'PUT /api/admin/podcasts/p1/sample': () => {
        isSample = true;
        return { status: 200, body: { podcast: anAdminPodcast({ isSample }) } };
      },
    },
    '/admin?view=episodes',
  );
  const toggle = await screen.findByRole('switch', {
    name: 'Why the sea glows at night is a demo',
  });
  expect(toggle).toHaveTextContent(/^Demo$/);
  fireEvent.click(toggle);
  await waitFor(() => {
    expect(toggle).toBeChecked();
    expect(toggle).not.toHaveAttribute('aria-busy');
  });
  expect(sent('PUT /api/admin/podcasts/p1/sample').map(({ body }) => body)).toEqual([
    { isSample: true },
  ]);
  const row = screen.getByText('Lost tape').closest('li');
  expect(row).toHaveTextContent(/Failed.*5 provider failures.*The voices refused our key/);
  expect(within(row as HTMLElement).queryByRole('switch')).not.toBeInTheDocument();
});

test('a stuck episode says since when, links to its order and is retried once on a double click', async () => {
  const stuck = anAdminPodcast({
    title: 'Lost tape',
    status: 'processing',
    stage: 'speaking',
    stuckSince: at,
    retry: 'again',
    listenUrl: null,
  });
  const begun = { ...stuck, stuckSince: null, retry: null };
  let isBegun = false;
  const list = () => ({
    status: 200,
    body: { podcasts: [isBegun ? begun : stuck], nextCursor: null },
  });
  const retry = 'POST /api/admin/podcasts/p1/retry';
  const sent = visit(
    {
      'GET /api/admin/podcasts': list,
      'GET /api/admin/podcasts?stuck=1': list,
      [retry]: () => {
        isBegun = true;
        return { status: 200, body: { podcast: begun } };
      },
    },
    '/admin?view=episodes',
  );
  await screen.findByText('Lost tape');
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'stuck' } });
  await waitFor(() => expect(window.location.search).toContain('stuck=1'));
  const button = await screen.findByRole('button', { name: 'Try again: Lost tape' });
  const row = button.closest('li') as HTMLElement;
  expect(row).toHaveTextContent(/Being spoken.*Stuck: no progress since 4 Mar, 05:06/);
  const order = within(row).getByRole('link', { name: 'Order' });
  expect(order).toHaveAttribute('href', '/admin?view=orders&order=o1');
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText('It’s being made again, with everything bought for it so far');
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /Lost tape/ })).not.toBeInTheDocument(),
  );
  expect(sent(retry).map(({ body }) => body)).toEqual([{ gift: false }]);
  expect(screen.queryByText(/^Stuck:/)).not.toBeInTheDocument();
});

test('a refunded episode is retried as a gift, and a refusal shows the reason', async () => {
  const failed = anAdminPodcast({
    title: 'Lost tape',
    status: 'failed',
    retry: 'gift',
    listenUrl: null,
  });
  const retry = 'POST /api/admin/podcasts/p1/retry';
  const sent = visit(
    {
      'GET /api/admin/podcasts': { podcasts: [failed], nextCursor: null },
      [retry]: () => ({ status: 409, body: { message: 'This episode was deleted' } }),
    },
    '/admin?view=episodes',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Make it as a gift: Lost tape' }));
  await screen.findByText('This episode was deleted');
  expect(sent(retry).map(({ body }) => body)).toEqual([{ gift: true }]);
});

test('an episode shows its quality flags, measurements, cost and margin to the admin', async () => {
  const episode = anAdminPodcast({
    quality: {
      lengthError: 0.01,
      loudness: -16,
      truePeak: -1.2,
      talkBalance: 0.93,
      repetition: 0.04,
      longestMonologue: 95,
      linesAskedAgain: 2,
      novelty: 0.975,
      flags: ['balance', 'monologue'],
    },
    costs: {
      inputTokens: 12_345,
      cachedTokens: 1_000,
      cacheWriteTokens: 400,
      outputTokens: 6_000,
      searches: 8,
      characters: 13_000,
      microdollars: 654_321,
      by: { script: 104_321, search: 90_000, speech: 460_000 },
    },
    feeCents: 80,
    revenueCents: 599,
  });
  const list = { podcasts: [episode], nextCursor: null };
  visit(
    { 'GET /api/admin/podcasts': list, 'GET /api/admin/podcasts?flagged=1': list },
    '/admin?view=episodes',
  );
  const row = (await screen.findByText('Why the sea glows at night')).closest('li');
  expect(row).toHaveTextContent(/One host does nearly all the talking/);
  expect(row).toHaveTextContent(/One host goes on for too long/);
  expect(row).toHaveTextContent(
    /93 % and 7 %.*Repeated4 %.*1:35.*Lines recorded again2.*New to its account98 %/,
  );
  expect(row).toHaveTextContent(/12,345, 1,000 of them cached.*cache400.*6,000.*13,000/);
  expect(row).toHaveTextContent(/Searches bought8.*script\$0\.10.*searches\$0\.09.*speech\$0\.46/);
  expect(row).toHaveTextContent(/Cost\$0\.65Revenue\$5\.99Paddle’s fee\$0\.80Margin\$4\.54/);
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'flagged' } });
  await waitFor(() => expect(window.location.search).toContain('flagged=1'));
});

test('an episode shows what listeners say of it, with their notes as plain text', async () => {
  const notes = [{ text: '<b>It was the moon</b>', saidAt: at }];
  const rated = anAdminPodcast({ verdicts: { yes: 4, no: 1, notes }, quality: null });
  const unrated = anAdminPodcast({ publicId: 'p2', title: 'Nobody heard this' });
  visit(
    { 'GET /api/admin/podcasts': { podcasts: [rated, unrated], nextCursor: null } },
    '/admin?view=episodes',
  );
  const row = (await screen.findByText('Why the sea glows at night')).closest('li');
  expect(row).toHaveTextContent('4 found it right, 1 didn’t');
  const list = screen.getByRole('list', {
    name: 'What was wrong with Why the sea glows at night',
    hidden: true,
  });
  expect(list).toHaveTextContent('<b>It was the moon</b>');
  const other = screen.getByText('Nobody heard this').closest('li');
  expect(other).not.toHaveTextContent(/found it right|What was wrong/);
});

const health = {
  selling: true,
  producing: true,
  outages: [],
  spentToday: 1_240_000,
  cap: null,
};
const outage = { provider: 'ElevenLabs', message: '401 invalid_api_key', since: at };

test.each([
  ['all is well', health, /Open for orders\. \$1\.24 spent today\./],
  ['there is a daily cap', { ...health, cap: 50_000_000 }, /\$1\.24 spent today of \$50\.00/],
  [
    'the daily cap is reached',
    { ...health, selling: false, cap: 1_000_000 },
    /Nothing is sold until midnight UTC/,
  ],
  [
    'a provider refuses our key',
    {
      ...health,
      selling: false,
      outages: [{ ...outage, reason: 'refused' }],
    },
    /Nothing is sold: ElevenLabs has refused us since .+\. “401 invalid_api_key”/,
  ],
  [
    'a provider is away',
    { ...health, selling: false, outages: [{ ...outage, reason: 'away' }] },
    /Nothing is sold: ElevenLabs has been away since .+\. “401 invalid_api_key”/,
  ],
  [
    'the mail server refuses our emails',
    {
      ...health,
      outages: [{ ...outage, provider: 'SMTP', reason: 'refused', message: '554 not verified' }],
    },
    /Open for orders\. \$1\.24 spent today\.Emails are waiting: the mail server has refused us or them since .+ None are lost\. “554 not verified”/,
  ],
  [
    'the mail server is away and the daily cap is reached',
    { ...health, selling: false, outages: [{ ...outage, provider: 'SMTP', reason: 'away' }] },
    /Emails are waiting: the mail server has been away since .+Nothing is sold until midnight UTC/,
  ],
  [
    'no instance can make episodes',
    { ...health, selling: false, producing: false },
    /Nothing is sold: no instance can make episodes/,
  ],
])('the admin page says whether anything is sold when %s', async (_what, health, words) => {
  const codes = { discountCodes: [], nextCursor: null };
  visit({ 'GET /api/admin/discount-codes': codes, 'GET /api/admin/health': { health } }, '/admin');
  await waitFor(() => expect(document.querySelector('main')).toHaveTextContent(words));
});

test('messages and reports are shown as plain text and can be marked as handled', async () => {
  let handledAt: string | null = null;
  const message = {
    id: 7,
    name: 'Ada',
    email: 'ada@example.com',
    message: '<img src=x onerror=alert(1)>\nWhere is it?',
    episode: null,
    createdAt: at,
  };
  const report = {
    ...message,
    id: 6,
    name: null,
    email: '',
    message: 'It is wrong or misleading',
    episode: { title: 'The glowing sea', listenUrl: '/listen?episode=tok' },
    handledAt: at,
  };
  visit(
    {
      'GET /api/admin/messages': () => ({
        status: 200,
        body: { messages: [{ ...message, handledAt }, report], nextCursor: null },
      }),
      'POST /api/admin/messages/7/handled': () => {
        handledAt = at;
        return { status: 200, body: { message: { ...message, handledAt } } };
      },
    },
    '/admin?view=messages',
  );
  await screen.findByText(/<img src=x onerror=alert\(1\)>/);
  expect(document.querySelector('main img')).not.toBeInTheDocument();
  expect(screen.getByText('A report from a listener')).toBeInTheDocument();
  const about = screen.getByRole('link', { name: 'The glowing sea' });
  expect(about).toHaveAttribute('href', '/listen?episode=tok');
  fireEvent.click(screen.getByRole('button', { name: 'Mark the message from Ada as handled' }));
  await waitFor(() => expect(screen.getAllByText(/^Handled/)).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /handled$/ })).not.toBeInTheDocument();
});

test('the list of users shows their orders, spending, an unused free episode, and how much was heard of what was paid back', async () => {
  const user = {
    id: 1,
    email: 'ann@example.com',
    username: 'ann',
    firstName: 'Ann',
    lastName: 'Lee',
    authProvider: 'google',
    isAdmin: false,
    emailVerifiedAt: at,
    subscriptionStatus: 'free',
    monthlyPodcastsGenerated: 1,
    hasMadeFirstPurchase: true,
    hasUsedFreePodcast: false,
    orders: 3,
    spent: 1797,
    paidBack: { episodes: 2, spoken: 490, played: 479.6 },
    createdAt: at,
  };
  visit({ 'GET /api/admin/users': { users: [user], nextCursor: null } }, '/admin?view=users');
  const row = (await screen.findByText('ann@example.com')).closest('li');
  expect(row).toHaveTextContent(/Ann Lee.*with google.*email confirmed.*bonus waiting/);
  expect(row).toHaveTextContent('2 episodes paid back: 8:10 of sound, played to 7:59');
  expect(row).toHaveTextContent(/\$17\.97.*3 orders/);
});

test('the audit log shows who did what, with amounts in dollars', async () => {
  const entry = {
    id: 1,
    actor: 'admin@example.com',
    action: 'order refunded',
    target: 'order:o1',
    detail: { cents: 599, email: 'ann@example.com', reason: null },
    createdAt: at,
  };
  visit({ 'GET /api/admin/audit': { audit: [entry], nextCursor: null } }, '/admin?view=audit');
  const row = (await screen.findByText('Order refunded')).closest('li');
  expect(row).toHaveTextContent(/admin@example.com.*order:o1.*\$5\.99.*ann@example.com/);
  expect(row).not.toHaveTextContent('null');
});

const none = { count: 0, cents: 0, refunds: 0, refundedCents: 0 };
const figures = {
  days: Array.from({ length: 30 }, (_, place) => ({
    day: `2026-06-${String(place + 1).padStart(2, '0')}`,
    ...none,
    ...(place === 29 && { count: 2, cents: 1198, refunds: 1, refundedCents: 599 }),
    ...(place === 28 && { count: 1, cents: 1 }),
  })),
  lengths: [10, 15, 20, 25].map((duration) => ({ duration, ...none })),
  totals: {
    count: 3,
    cents: 1199,
    refunds: 1,
    refundedCents: 599,
    givenAway: 4,
    discountCents: 120,
  },
  verdicts: { yes: 3, no: 1 },
  today: { cents: 599, feeCents: 80, microdollars: 1_240_000 },
  month: { cents: 100, feeCents: 55, microdollars: 3_000_000 },
  previews: { count: 41, withSound: 17, microdollars: 2_150_000, ordered: 6 },
  channels: CHANNELS.map((channel, place) => ({
    channel,
    listens: 1200 - place,
    previews: 40 - place,
    orders: place,
    cents: 599 * place,
  })),
};

test('sales are shown as a bar chart and as a table of the same numbers', async () => {
  visit({ 'GET /api/admin/figures': { figures } }, '/admin?view=sales');
  const drawing = await screen.findByRole('img', {
    name: 'Sales of the last 30 days: $11.99 from 3 sales, $5.99 refunded',
  });
  const filled = [...drawing.querySelectorAll('g > rect[fill="var(--ink)"]')];
  const heights = filled.map((bar) => Number(bar.getAttribute('height')));
  expect(heights).toHaveLength(30);
  // One cent still shows beside the best day; a day without sales shows no bar.
  expect(heights.filter((height) => height > 0)).toEqual([2, Math.max(...heights)]);
  expect(drawing.querySelectorAll('rect[stroke]')).toHaveLength(1);
  const table = screen.getByRole('table', { name: 'Sales by day', hidden: true });
  const rows = [...table.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  expect(rows).toEqual(['30 Jun 20262$11.98$5.99', '29 Jun 20261$0.01–']);
  const kept = screen.getByText('Kept').closest('div');
  expect(kept).toHaveTextContent('$6.00');
  const margin = (period: string) => screen.getByText(`Margin ${period}`).closest('div');
  expect(margin('today')).toHaveTextContent('$3.95of $5.99, $0.80 of it fees');
  expect(margin('this month')).toHaveTextContent('−$2.55');
  const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).closest('div');
  expect(figure('Previews')).toHaveTextContent('41');
  expect(figure('With sound')).toHaveTextContent('17');
  expect(figure('Cost')).toHaveTextContent('$2.15');
  expect(figure('Ordered')).toHaveTextContent('6');
  expect(figure('It was right')).toHaveTextContent(/right ?3 ?75 % of 4$/);
  expect(figure('It wasn’t')).toHaveTextContent('1');
  const lengths = within(screen.getByRole('list', { name: 'Sales by length' }));
  expect(lengths.getAllByRole('listitem')).toHaveLength(4);
});

test('where buyers come from is shown as a table, with how it is counted', async () => {
  visit({ 'GET /api/admin/figures': { figures } }, '/admin?view=sales');
  await screen.findByRole('heading', { name: 'Where they come from' });
  const table = screen.getByRole('table', { name: 'The last 30 days by channel' });
  const names = (role: 'columnheader' | 'rowheader') =>
    within(table)
      .getAllByRole(role)
      .map(({ textContent }) => textContent);
  expect(names('columnheader')).toEqual(['From', 'Listens', 'Previews', 'Orders', 'Sold']);
  expect(names('rowheader')).toEqual([
    'Shared links',
    'Embeds',
    'Demos',
    'Our emails',
    'Own episodes',
    'Direct',
  ]);
  const row = within(table).getByRole('row', { name: /^Demos/ });
  const cells = within(row).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['1,198', '38', '2', '$11.98']);
  screen.getByText(/without cookies and before refunds.+listen is 30 seconds heard/);
});

test('the sales view can be retried after an error', async () => {
  let down = true;
  visit(
    {
      'GET /api/admin/figures': () =>
        down
          ? { status: 503, body: { message: 'A service we depend on is not answering.' } }
          : { status: 200, body: { figures } },
    },
    '/admin?view=sales',
  );
  await screen.findByText('We couldn’t fetch the sales');
  down = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Kept');
});
