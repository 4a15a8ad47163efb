// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { sender } from '../../../testing/emailHtml.ts';
import { contactEmail, reportEmail } from './support.ts';

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
const wordsIn = (page: Document) => page.body.textContent.replace(/\s+/g, ' ');

test('the email to support says who wrote what, line by line', () => {
  const { subject, text, html } = write();
  expect(subject).toBe('Message 7 from the contact page');
  expect(text).toContain('From: Ada\nEmail: ada@example.com\nAccount: No. 12, signed in\n');
  expect(text).toContain('They wrote:\n\nWhere is my episode?\nIt was about tides.\n');
  const page = parse(html);
  expect(page.querySelectorAll('br').length).toBeGreaterThan(0);
  expect(wordsIn(page)).toContain('They wrote Where is my episode?It was about tides.');
  const unnamed = write({ name: null, userId: null }).text;
  expect(unnamed).toMatch(/^Email: ada@example\.com$/m);
  expect(unnamed).not.toContain('From:');
  expect(unnamed).toContain('Account: Not signed in');
});

test('the key of the email to support answers its writer alone, under a subject of ours', () => {
  const keyOf = (change = {}) => parse(write(change).html).querySelector('a.label');
  expect(keyOf()?.textContent).toBe('Answer');
  const subject = '?subject=Your%20message%207%20to%20Duologue';
  expect(keyOf()?.getAttribute('href')).toBe(`mailto:ada@example.com${subject}`);
  const sly = keyOf({ email: 'a?bcc=eve@evil.example,b@x.example&body=x' })?.getAttribute('href');
  expect(sly).toBe(`mailto:a%3Fbcc%3Deve@evil.example%2Cb%40x.example%26body%3Dx${subject}`);
  expect(write().text).toContain('Answer:\nada@example.com\n');
});

test('a report without an address has no key to answer, and one with it names its reason', () => {
  const listenUrl = 'https://duologue.example/listen?episode=t';
  const about = { id: 3, title: 'Tides', listenUrl, message: 'It’s wrong\nSo it is.', ...sender };
  const [silent, open] = ['', 'lee@example.com'].map((email) => reportEmail({ ...about, email }));
  expect(parse(silent?.html ?? '').querySelector('a.label')?.textContent).toBe('Listen to it');
  expect(parse(open?.html ?? '').querySelector('a.label')?.textContent).toBe('Answer');
  expect(open?.text).toContain(
    `Episode: Tides\n${listenUrl}\nReason: It’s wrong\nEmail: lee@example.com\n`,
  );
  expect(open?.text).toContain('They wrote:\n\nSo it is.\n');
});

test.each(['"><img src=x onerror=alert(1)>', '</title></style><script>alert(1)</script>', '&lt;b'])(
  'a contact message is shown in the support email as text, never as markup: %s',
  (typed) => {
    const page = parse(write({ name: typed, email: typed, message: typed }).html);
    const plain = parse(write({ message: 'x' }).html);
    expect(page.querySelectorAll('*').length).toBe(plain.querySelectorAll('*').length);
    expect(wordsIn(page)).toContain(`From${typed} Email${typed}`);
  },
);

test('a line break in the sender’s name adds no line to the support email or its subject', () => {
  const { subject, text } = write({ name: 'a\r\nBcc: eve@evil.example' });
  expect(subject).toBe('Message 7 from the contact page');
  expect(text).toContain('From: a Bcc: eve@evil.example\nEmail: ada@example.com');
});

test('the longest contact message still makes an email that mail clients show in full', () => {
  for (const message of ['&'.repeat(4000), 'x\n'.repeat(2000), '眠'.repeat(4000)]) {
    const { html } = write({ message });
    expect(new TextEncoder().encode(html).length).toBeLessThan(102_000);
  }
});
