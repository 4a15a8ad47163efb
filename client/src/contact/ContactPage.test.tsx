import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAuth } from '../auth/session.tsx';
import { mira, open, serve } from '../testing.tsx';
import ContactPage from './ContactPage.tsx';

const config = { supportEmail: 'help@duologue.example', standins: [], paddle: {} };
const visitor = { 'GET /api/auth/me': { user: null }, 'GET /api/config': config };
const post = 'POST /api/contact';

function visit(answers: Parameters<typeof serve>[0] = {}) {
  const sent = serve({ ...visitor, ...answers });
  open('/contact', <ContactPage />);
  return () => sent.filter(({ call }) => call === post);
}

const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement | HTMLTextAreaElement>(label);
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send message' }));
const refuse = (status: number, body: unknown) => () => ({ status, body });

test('a message goes out once, and "We have it" takes the place and the focus of the form', async () => {
  const gate = Promise.withResolvers<void>();
  const sent = visit({
    [post]: async () => {
      await gate.promise;
      return { status: 201, body: { success: true } };
    },
  });
  type('Your name (optional)', 'Ada');
  type('Email', ' ada@example.com ');
  type('Message', 'Where is my tape?');
  press();
  const busy = await screen.findByRole('button', { name: 'Sending...' });
  expect(busy.getAttribute('aria-busy')).toBe('true');
  fireEvent.click(busy);
  gate.resolve();
  const heading = await screen.findByRole('heading', { level: 1, name: 'We have it' });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText('ada@example.com')).toBeTruthy();
  expect(sent().map(({ body }) => body)).toEqual([
    { name: 'Ada', email: 'ada@example.com', message: 'Where is my tape?', website: '' },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Write another message' }));
  expect(field('Message').value).toBe('');
});

test('whoever is signed in finds the address filled in', async () => {
  visit({ 'GET /api/auth/me': { user: mira } });
  await waitFor(() => expect(field('Email').value).toBe('mira@example.com'));
});

test('an address that was typed before the session was known stays', async () => {
  const gate = Promise.withResolvers<void>();
  serve({
    ...visitor,
    'GET /api/auth/me': async () => {
      await gate.promise;
      return { status: 200, body: { user: mira } };
    },
  });
  const Who = () => <p>Signed in as {useAuth().user?.firstName}</p>;
  open(
    '/contact',
    <>
      <ContactPage />
      <Who />
    </>,
  );
  type('Email', 'other@example.com');
  gate.resolve();
  await screen.findByText('Signed in as Mira');
  expect(field('Email').value).toBe('other@example.com');
});

test('a form that cannot pass is not sent; its sentences belong to their fields', async () => {
  const sent = visit();
  type('Email', 'ada@');
  type('Message', '   ');
  press();
  const sentence = await screen.findByText('Please enter a valid email address');
  expect(field('Email').getAttribute('aria-describedby')).toBe(sentence.id);
  expect(document.activeElement).toBe(field('Email'));
  expect(screen.getByText('Message is required')).toBeTruthy();
  expect(field('Message').getAttribute('aria-invalid')).toBe('true');
  expect(sent()).toEqual([]);
});

test('what the server says of a field stands beside it', async () => {
  const fields = { email: 'We cannot write to this address' };
  visit({ [post]: refuse(400, { message: fields.email, code: 'invalid', fields }) });
  type('Email', 'ada@example.com');
  type('Message', 'Hello');
  press();
  await screen.findByText('We cannot write to this address');
  expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  expect(field('Message').value).toBe('Hello');
});

test.each([
  [
    'too many letters',
    refuse(429, { message: 'Too many attempts. Please wait a little.', code: 'too_many' }),
    /a few letters in a row.*Too many attempts. Please wait a little. What you wrote is still here/,
  ],
  [
    'no network',
    () => Promise.reject(new TypeError('fetch failed')),
    /did not go out.*We could not reach the studio/,
  ],
])('%s: told in words, and what was typed stays', async (_, answer, words) => {
  visit({ [post]: answer });
  type('Your name (optional)', 'Ada');
  type('Email', 'ada@example.com');
  type('Message', 'A long story');
  press();
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect(['Your name (optional)', 'Email', 'Message'].map((label) => field(label).value)).toEqual([
    'Ada',
    'ada@example.com',
    'A long story',
  ]);
  expect(screen.getByRole('button', { name: 'Send message' })).toBeTruthy();
});

test('the trap is out of reach for eyes, keyboard and screen readers', () => {
  visit();
  const trap = document.querySelector<HTMLInputElement>('input[name=website]');
  expect(trap?.tabIndex).toBe(-1);
  expect(trap?.closest('[aria-hidden]')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Website' })).toBeNull();
});
