import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { SalesContext } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';
import { mira } from '../../testing/builders.ts';
import { open, serve } from '../../testing/screen.tsx';
import ContactPage from './ContactPage.tsx';

const config = { supportEmail: 'help@duologue.example', standins: [], paddle: {} };
const visitor = { 'GET /api/auth/me': { user: null }, 'GET /api/config': config };
const post = 'POST /api/contact';

function visit(answers: Parameters<typeof serve>[0] = {}, path = '/contact') {
  const sent = serve({ ...visitor, ...answers });
  open(path, <ContactPage />);
  return () => sent.filter(({ call }) => call === post);
}

const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement | HTMLTextAreaElement>(label);
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send message' }));
const refuse = (status: number, body: unknown) => () => ({ status, body });

test('a contact message is sent once, then "We have it" replaces the form and gets the focus', async () => {
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
  expect(busy).toHaveAttribute('aria-busy', 'true');
  fireEvent.click(busy);
  gate.resolve();
  const heading = await screen.findByRole('heading', { level: 1, name: 'We have it' });
  expect(heading).toHaveFocus();
  expect(screen.getByText('ada@example.com')).toBeInTheDocument();
  expect(sent().map(({ body }) => body)).toEqual([
    { name: 'Ada', email: 'ada@example.com', message: 'Where is my tape?', website: '' },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Write another message' }));
  expect(field('Message')).toHaveValue('');
});

test('the contact form is filled in with the email of a signed-in visitor', async () => {
  visit({ 'GET /api/auth/me': { user: mira } });
  await waitFor(() => expect(field('Email')).toHaveValue('mira@example.com'));
});

test('whoever comes from a receipt finds the request for a refund of its order', async () => {
  visit({}, '/contact?refund=o1');
  await waitFor(() =>
    expect(field('Message').value.trim()).toBe('I’d like a refund for order o1.'),
  );
});

test('an email typed before the session is known is not overwritten', async () => {
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
  expect(field('Email')).toHaveValue('other@example.com');
});

test('an invalid contact form is not sent, shows its errors and focuses the first invalid field', async () => {
  const sent = visit();
  type('Email', 'ada@');
  type('Message', '   ');
  press();
  const sentence = await screen.findByText('Please enter a valid email address');
  expect(field('Email')).toHaveAttribute('aria-describedby', sentence.id);
  expect(field('Email')).toHaveFocus();
  expect(screen.getByText('Message is required')).toBeInTheDocument();
  expect(field('Message')).toHaveAttribute('aria-invalid', 'true');
  expect(sent()).toEqual([]);
});

test('an error that the server reports for a field is shown, and what was typed stays', async () => {
  const fields = { email: 'We cannot write to this address' };
  visit({ [post]: refuse(400, { message: fields.email, code: 'invalid', fields }) });
  type('Email', 'ada@example.com');
  type('Message', 'Hello');
  press();
  await screen.findByText('We cannot write to this address');
  expect(field('Email')).toHaveAttribute('aria-invalid', 'true');
  expect(field('Message')).toHaveValue('Hello');
});

test.each([
  [
    'too many messages',
    refuse(429, { message: 'Too many attempts. Please wait a little.', code: 'too_many' }),
    /a few messages in a row.*Too many attempts. Please wait a little. What you wrote is still here/,
  ],
  [
    'a lost connection',
    () => Promise.reject(new TypeError('fetch failed')),
    /didn’t go out.*The studio isn’t answering/,
  ],
])('the contact form explains %s and keeps what was typed', async (_, answer, words) => {
  visit({ [post]: answer });
  type('Your name (optional)', 'Ada');
  type('Email', 'ada@example.com');
  type('Message', 'A long story');
  press();
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(['Your name (optional)', 'Email', 'Message'].map((label) => field(label).value)).toEqual([
    'Ada',
    'ada@example.com',
    'A long story',
  ]);
  expect(screen.getByRole('button', { name: 'Send message' })).toBeInTheDocument();
});

test('the spam trap field is out of reach for the keyboard and screen readers', () => {
  visit();
  const trap = document.querySelector<HTMLInputElement>('input[name=website]');
  expect(trap?.tabIndex).toBe(-1);
  expect(trap?.closest('[aria-hidden]')).toBeInTheDocument();
  expect(screen.queryByRole('textbox', { name: 'Website' })).not.toBeInTheDocument();
});

describe('in a house', () => {
  function visitHouse(own: object) {
    const house = { signups: true, needsSetupCode: false, minutesAMonth: 300 };
    serve({
      ...visitor,
      'GET /api/config': { ...config, house, ...own },
      [post]: () => ({ status: 201, body: { success: true } }),
    });
    open(
      '/contact',
      <SalesContext value={false}>
        <ContactPage />
      </SalesContext>,
    );
  }
  async function write() {
    type('Email', 'ada@example.com');
    type('Message', 'Hello');
    press();
    await screen.findByRole('heading', { name: 'We have it' });
  }

  test('without emails, the contact page promises no answer by email', async () => {
    visitHouse({ sendsEmail: false });
    expect(screen.getByText(/Write to us; whoever runs this house reads it/)).toBeVisible();
    expect(document.body).not.toHaveTextContent(/refund|we answer|desk/);
    await write();
    expect(document.body).toHaveTextContent(
      'saved for whoever runs this house. Any answer goes to ada@example.com.',
    );
    expect(document.body).not.toHaveTextContent(/we answer|desk/);
  });

  test('with emails, the contact page promises an answer by email', async () => {
    visitHouse({ sendsEmail: true });
    await screen.findByText(/Question, problem\? Write to us; we answer by email/);
    await write();
    expect(document.body).toHaveTextContent('We’ll answer at ada@example.com.');
  });

  test.each([
    ['help@house.net', true],
    ['', false],
  ])('the address %s is shown: %s', async (supportEmail, isShown) => {
    visitHouse({ sendsEmail: true, supportEmail });
    await screen.findByText(/we answer by email/);
    expect(document.querySelector('a[href^="mailto:"]') !== null).toBe(isShown);
  });
});
