import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, serve } from '../testing.tsx';
import EmbedPage from './EmbedPage.tsx';

const visitor = { 'GET /api/auth/me': { user: null } };
const asked = 'GET /api/listen/tok';
const refused = (status: number) => () => ({
  status,
  body: { message: 'Not now', code: 'internal' },
});
const gone = 'There is no tape at this link';

test.each([500, 429])(
  'a frame that is answered with %i says so and asks again when told to',
  async (status) => {
    const answers: Record<string, unknown> = { ...visitor, [asked]: refused(status) };
    serve(answers);
    open('/listen?episode=tok&embed=1', <EmbedPage />);
    await screen.findByText('We could not load this episode');
    expect(screen.queryByText(gone)).toBeNull();
    const page = screen.getByRole('link', { name: /^Open on/ });
    expect(page.getAttribute('href')).toBe('/listen?episode=tok');
    answers[asked] = { episode: { status: 'processing', title: 'Why the sea glows' } };
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'This episode is being recorded' });
  },
);

test('a frame without a connection says so', async () => {
  serve(visitor);
  open('/listen?episode=tok&embed=1', <EmbedPage />);
  await screen.findByText('We could not load this episode');
});

test('a frame whose link leads nowhere says that', async () => {
  serve({ ...visitor, [asked]: refused(404) });
  open('/listen?episode=tok&embed=1', <EmbedPage />);
  await screen.findByRole('heading', { name: gone });
});
