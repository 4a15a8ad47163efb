// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { sender } from '../../testing/emailHtml.ts';
import { contactEmail } from './support.ts';

const write = (change = {}) =>
  contactEmail({
    id: 7,
    name: 'Ada',
    email: 'ada@example.com',
    message: 'Where is my episode?\n\nIt was about tides.',
    userId: 12,
    ...sender,
    ...change,
  });
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');

test('the email to support says who wrote what, line by line', () => {
  const { subject, text, html } = write();
  expect(subject).toBe('Message 7 from the contact page');
  const paragraphs = [...parse(html).querySelectorAll('p')].map((one) => one.textContent);
  for (const line of [
    'From: Ada, ada@example.com',
    'Where is my episode?',
    'It was about tides.',
  ]) {
    expect(text.split('\n')).toContain(line);
    expect(paragraphs).toContain(line);
  }
  expect(text).toContain('Signed in as account 12.');
  expect(write({ name: null, userId: null }).text).toMatch(/^From: ada@example\.com$/m);
  expect(write({ userId: null }).text).toContain('Not signed in.');
});

test.each(['"><img src=x onerror=alert(1)>', '</title></style><script>alert(1)</script>', '&lt;b'])(
  'a contact message is shown in the support email as text, never as markup: %s',
  (typed) => {
    const page = parse(write({ name: typed, email: typed, message: typed }).html);
    const plain = parse(write({ message: 'x' }).html);
    expect(page.querySelectorAll('*').length).toBe(plain.querySelectorAll('*').length);
    expect(page.body.textContent).toContain(`From: ${typed}, ${typed}`);
  },
);

test('a line break in the sender’s name adds no line to the support email or its subject', () => {
  const { subject, text } = write({ name: 'a\r\nBcc: eve@evil.example' });
  expect(subject).toBe('Message 7 from the contact page');
  expect(text).toContain('From: a Bcc: eve@evil.example, ada@example.com');
});

test('the longest contact message still makes an email that mail clients show in full', () => {
  for (const message of ['&'.repeat(4000), 'x\n'.repeat(2000), '眠'.repeat(4000)]) {
    const { html } = write({ message });
    expect(new TextEncoder().encode(html).length).toBeLessThan(102_000);
  }
});
