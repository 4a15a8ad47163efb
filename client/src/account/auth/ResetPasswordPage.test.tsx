import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { here, open, serve } from '../../testing/screen.tsx';
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

test('passwords that differ or are too short are not sent, show the error at their field and focus the first', async () => {
  const sent = serve(nobody);
  open('/reset-password?token=t1', <ResetPasswordPage />);
  choose('brand new', 'brand old');
  const differ = await screen.findByText("Passwords don't match");
  const second = screen.getByLabelText('New password again');
  expect(second).toHaveAttribute('aria-describedby', differ.id);
  expect(second).toHaveFocus();
  choose('short', '');
  const short = await screen.findByText('Password must be at least 6 characters');
  const first = screen.getByLabelText('New password');
  expect(first).toHaveAttribute('aria-describedby', short.id);
  for (const field of [first, second]) expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(first).toHaveFocus();
  expect(screen.getByText('Please confirm your password')).toBeInTheDocument();
  expect(sent.some(({ call }) => call === path)).toBe(false);
});

test('each of the two new passwords can be shown on its own', () => {
  serve(nobody);
  open('/reset-password?token=t1', <ResetPasswordPage />);
  const [, second] = screen.getAllByRole('button', { name: 'Show password' });
  if (!second) throw new Error('there is only one button');
  fireEvent.click(second);
  expect(screen.getByLabelText('New password')).toHaveAttribute('type', 'password');
  expect(screen.getByLabelText('New password again')).toHaveAttribute('type', 'text');
});

test('an expired reset link offers to ask for a new one', async () => {
  const message = 'This reset link is no longer valid. Please ask for a new one.';
  serve({ ...nobody, [path]: () => ({ status: 400, body: { message, code: 'invalid' } }) });
  open('/reset-password?token=t1', <ResetPasswordPage />);
  choose('brand new', 'brand new');
  const heading = await screen.findByRole('heading', { name: 'This link has expired' });
  expect(heading).toHaveFocus();
  const again = screen.getByRole('link', { name: 'Get a new link' });
  expect(again).toHaveAttribute('href', '/forgot-password');
});

test('a server error while saving a new password shows a toast and keeps what was typed', async () => {
  serve({
    ...nobody,
    [path]: () => ({ status: 500, body: { message: 'Broken', code: 'internal' } }),
  });
  open('/reset-password?token=t1', <ResetPasswordPage />);
  choose('brand new', 'brand new');
  await screen.findByText('We couldn’t change your password');
  expect(screen.getByLabelText('New password')).toHaveValue('brand new');
});

test('a reset link without a token offers to ask for a new one', () => {
  serve(nobody);
  open('/reset-password', <ResetPasswordPage />);
  expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Get a new link' })).toBeInTheDocument();
});
