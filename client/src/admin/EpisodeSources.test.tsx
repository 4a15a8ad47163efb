import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminPodcast, AdminSource } from '#shared/admin.ts';
import { anAdminPodcast } from '../testing/builders.ts';
import { open, serve } from '../testing/screen.tsx';
import AdminPage from './AdminPage.tsx';
import { signedIn } from './fixtures.ts';

const fact = {
  number: 1,
  text: 'The moon pulls the sea.',
  quote: 'the moon’s pull raises the sea',
  strength: 'disputed' as const,
  isRemoved: false,
};
const page: AdminSource = {
  id: 1,
  kind: 'web',
  title: 'Tides',
  site: 'tides.example',
  url: 'https://tides.example/1',
  isRemoved: false,
  paper: 'a tide table',
  extent: 'pages 1 to 3 of 9 were read',
  ...{ stated: 4, askedAgain: 1, used: 1 },
  facts: [fact],
};
const pdf: AdminSource = { ...page, id: 2, kind: 'pdf', title: 'Minutes', url: null, facts: [] };
const read = { linesRewritten: 4, linesCut: 3, linesUnread: 2 };
const research = { seconds: 12.34, sources: 2, facts: 1, ...read };

/** Opens the sources of one episode; each answer is what the server has by then. */
async function visit(own: Partial<AdminPodcast>, status = 200) {
  let sources = [page, pdf];
  const episode = anAdminPodcast({ research, ...own });
  const sent = serve({
    ...signedIn,
    'GET /api/admin/podcasts': { podcasts: [episode], nextCursor: null },
    'GET /api/admin/podcasts/p1/sources': () => ({ status: 200, body: { sources } }),
    'PATCH /api/admin/podcasts/p1/sources/2': () => {
      sources = [page, { ...pdf, isRemoved: true }];
      return { status: 200, body: { sources } };
    },
    'PATCH /api/admin/podcasts/p1/facts/1': () => {
      if (status === 200) sources = [{ ...page, facts: [{ ...fact, isRemoved: true }] }, pdf];
      return { status, body: status === 200 ? { sources } : { message: 'It is gone' } };
    },
  });
  open('/admin?view=episodes', <AdminPage />);
  const summary = await screen.findByText('What it rests on');
  return { sent, summary, details: summary.closest('details') as HTMLDetailsElement };
}

const unfold = (details: HTMLDetailsElement) => {
  details.open = true;
};
const toggle = (name: string) => screen.findByRole('switch', { name });

test('an episode shows how long it read, what it read and what became of its lines', async () => {
  const { details, sent } = await visit({});
  expect(details).toHaveTextContent(
    /Read up for12\.3 s.*Sources2.*Facts1.*changed4.*left out3Lines that nobody read2/,
  );
  expect(sent.filter(({ call }) => call.endsWith('/sources'))).toEqual([]);
  unfold(details);
  const list = within(await screen.findByRole('list', { name: /^Sources of/ }));
  expect(list.getByRole('link', { name: 'Tides' })).toHaveAttribute('href', page.url);
  const [first, second] = [list.getByText('Tides'), list.getByText('Minutes')].map((title) =>
    title.closest('li'),
  );
  expect(first).toHaveTextContent(
    /tides\.example.*the moon’s pull raises the sea.*The moon pulls the sea\.disputed/,
  );
  expect(second).toHaveTextContent(/a PDF from the listener/);
});

test('a source and a single quote are each taken out at a press', async () => {
  const { details, sent } = await visit({});
  unfold(details);
  const minutes = await toggle('Minutes is shown');
  expect(minutes).toBeChecked();
  fireEvent.click(minutes);
  await waitFor(() => {
    expect(minutes).not.toBeChecked();
    expect(minutes).not.toHaveAttribute('aria-busy');
  });
  const quote = await toggle('“the moon’s pull raises the sea” is shown');
  fireEvent.click(quote);
  await waitFor(() => expect(quote).not.toBeChecked());
  const changes = sent.filter(({ call }) => call.startsWith('PATCH'));
  expect(changes.map(({ call, body }) => [call, body])).toEqual([
    ['PATCH /api/admin/podcasts/p1/sources/2', { isRemoved: true }],
    ['PATCH /api/admin/podcasts/p1/facts/1', { isRemoved: true }],
  ]);
});

test('a quote that cannot be taken out stays, and says so', async () => {
  const { details } = await visit({}, 404);
  unfold(details);
  const quote = await toggle('“the moon’s pull raises the sea” is shown');
  fireEvent.click(quote);
  await screen.findByText('Nothing was changed');
  await waitFor(() => expect(quote).toBeChecked());
});

test('of an unfinished episode sources are shown and nothing can be taken out', async () => {
  const { details } = await visit({ status: 'processing', stage: 'writing', listenUrl: null });
  unfold(details);
  await screen.findByText('Minutes');
  expect(within(details).queryByRole('switch')).not.toBeInTheDocument();
});

test('an episode that read nothing has no list to fetch', async () => {
  const none = { ...research, sources: 0, facts: 0 };
  const { details, sent } = await visit({ research: none });
  unfold(details);
  await waitFor(() => expect(details).toHaveTextContent(/Sources0/));
  expect(sent.filter(({ call }) => call.endsWith('/sources'))).toEqual([]);
});
