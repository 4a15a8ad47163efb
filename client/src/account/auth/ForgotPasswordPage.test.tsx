import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, serve } from '../../testing/screen.tsx';
import ForgotPasswordPage from './ForgotPasswordPage.tsx';

const nobody = { 'GET /api/auth/me': { user: null } };
const path = 'POST /api/auth/forgot-password';

function askFor(email: string) {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } });
  fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));
}

test('asking for a reset link ends with "Check your email" and does not reveal if an account exists', async () => {
  const gate = Promise.withResolvers<void>();
  const sent = serve({
    ...nobody,
    [path]: async () => {
      await gate.promise;
      return { status: 200, body: { success: true } };
    },
  });
  open('/forgot-password', <ForgotPasswordPage />);
  askFor(' mira@example.com ');
  await screen.findByRole('button', { name: 'Sending the link...' });
  gate.resolve();
  const heading = await screen.findByRole('heading', { name: 'Check your email' });
  expect(heading).toHaveFocus();
  expect(screen.getByRole('main')).toHaveTextContent(
    'If there is an account for mira@example.com, a link is on its way.',
  );
  expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/auth');
  expect(sent.filter(({ call }) => call === path).map(({ body }) => body)).toEqual([
    { email: 'mira@example.com' },
  ]);

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByLabelText('Email')).toBeInTheDocument();
});

test('the reset form does not send an invalid email address', async () => {
  const sent = serve(nobody);
  open('/forgot-password', <ForgotPasswordPage />);
  askFor('mira@');
  const sentence = await screen.findByText('Please enter a valid email address');
  const email = screen.getByLabelText('Email');
  expect(email).toHaveAttribute('aria-describedby', sentence.id);
  expect(email).toHaveAttribute('aria-invalid', 'true');
  expect(email).toHaveFocus();
  expect(sent.some(({ call }) => call === path)).toBe(false);
});

test('a refused reset request shows a destructive toast and keeps the email', async () => {
  const message = 'Too many attempts. Please wait a little and try again.';
  serve({ ...nobody, [path]: () => ({ status: 429, body: { message, code: 'too_many' } }) });
  open('/forgot-password', <ForgotPasswordPage />);
  askFor('mira@example.com');
  const told = await screen.findByText(message);
  expect(told.closest('[data-kind]')).toHaveAttribute('data-kind', 'destructive');
  expect(screen.getByLabelText('Email')).toHaveValue('mira@example.com');
});
