import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { here, open, serve } from '../testing.tsx';
import ResetPasswordPage from './ResetPasswordPage.tsx';

const nobody = { 'GET /api/auth/me': { user: null } };
const path = 'POST /api/auth/reset-password';

function choose(password: string, confirmPassword: string) {
  const fields = { 'New password': password, 'New password again': confirmPassword };
  for (const [label, value] of Object.entries(fields)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Save the new password' }));
}

test('a new password is saved and leads to the sign-in page, with a toast', async () => {
  const sent = serve({ ...nobody, [path]: { success: true } });
  open('/reset-password?token=t1', <ResetPasswordPage />);
  choose('brand new', 'brand new');
  await screen.findByText('Password changed');
  await waitFor(() => expect(here()).toBe('/auth'));
  expect(sent.find(({ call }) => call === path)?.body).toEqual({
    token: 't1',
    password: 'brand new',
    confirmPassword: 'brand new',
  });
});

test('two that differ are told at the second, one too short at the first', async () => {
  const sent = serve(nobody);
  open('/reset-password?token=t1', <ResetPasswordPage />);
  choose('brand new', 'brand old');
  const differ = await screen.findByText("Passwords don't match");
  const second = screen.getByLabelText('New password again');
  expect(second.getAttribute('aria-describedby')).toBe(differ.id);
  choose('short', '');
  const short = await screen.findByText('Password must be at least 6 characters');
  expect(screen.getByLabelText('New password').getAttribute('aria-describedby')).toBe(short.id);
  expect(screen.getByText('Please confirm your password')).toBeTruthy();
  expect(sent.some(({ call }) => call === path)).toBe(false);
});

test('each password shows itself on request', () => {
  serve(nobody);
  open('/reset-password?token=t1', <ResetPasswordPage />);
  const [, second] = screen.getAllByRole('button', { name: 'Show password' });
  if (!second) throw new Error('there is only one key');
  fireEvent.click(second);
  expect(screen.getByLabelText('New password').getAttribute('type')).toBe('password');
  expect(screen.getByLabelText('New password again').getAttribute('type')).toBe('text');
});

test('a link that has run out leads to a new one', async () => {
  const message = 'This reset link is no longer valid. Please ask for a new one.';
  serve({ ...nobody, [path]: () => ({ status: 400, body: { message, code: 'invalid' } }) });
  open('/reset-password?token=t1', <ResetPasswordPage />);
  choose('brand new', 'brand new');
  const heading = await screen.findByRole('heading', { name: 'This link has run out' });
  expect(document.activeElement).toBe(heading);
  const again = screen.getByRole('link', { name: 'Ask for a new link' });
  expect(again.getAttribute('href')).toBe('/forgot-password');
});

test('a failure of another kind is a toast, and what was typed stays', async () => {
  serve({
    ...nobody,
    [path]: () => ({ status: 500, body: { message: 'Broken', code: 'internal' } }),
  });
  open('/reset-password?token=t1', <ResetPasswordPage />);
  choose('brand new', 'brand new');
  await screen.findByText('Your password was not changed');
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('brand new');
});

test('without a token there is a way on', () => {
  serve(nobody);
  open('/reset-password', <ResetPasswordPage />);
  expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeTruthy();
});
