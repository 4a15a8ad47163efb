import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, serve } from '../../testing/screen.tsx';
import AuthPage from './AuthPage.tsx';

const disown = 'POST /api/account/disown';
const nobody = { 'GET /api/auth/me': { user: null } };
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Close this account' }));

test('the email’s link to end an account sends nothing before its one button is pressed', async () => {
  const sent = serve(nobody);
  open('/auth?disown=12.34.abc', <AuthPage />);
  await screen.findByRole('heading', { name: 'Didn’t register?' });
  expect(screen.getByRole('button', { name: 'Close this account' })).toBeEnabled();
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});

test.each([
  [true, 'The account is deleted'],
  [false, 'The account is closed'],
])('ending an account (deleted: %s) says "%s"', async (deleted, heading) => {
  const sent = serve({ ...nobody, [disown]: { success: true, deleted } });
  open('/auth?disown=12.34.abc', <AuthPage />);
  press();
  await screen.findByRole('heading', { name: heading });
  expect(screen.queryByRole('button', { name: 'Close this account' })).toBeNull();
  const posts = sent.filter(({ call }) => call === disown);
  expect(posts.map(({ body }) => body)).toEqual([{ token: '12.34.abc' }]);
});

test('a link that ends nothing shows the server’s message, and the button stays', async () => {
  const message = 'This link is no longer valid.';
  serve({ ...nobody, [disown]: () => ({ status: 400, body: { message, code: 'invalid' } }) });
  open('/auth?disown=old', <AuthPage />);
  press();
  await screen.findByText(message);
  expect(screen.getByRole('button', { name: 'Close this account' })).toBeInTheDocument();
});
