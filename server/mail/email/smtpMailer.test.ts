import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { smtpAccount } from '../../../standins/smtp/account.ts';
import { smtpStandin } from '../../../standins/smtp/smtp.ts';
import type { ProviderFailure } from '../../base/kit/provider.ts';
import { serveStandin } from '../../testing/standin.ts';
import { Deferral, type EmailMessage, Refusal } from './email.ts';
import { smtpMailer } from './smtpMailer.ts';

const FROM = 'Duologue <hello@duologue.example>';
const open = (dir?: string) => serveStandin('smtp', smtpStandin, dir);
let mail: Awaited<ReturnType<typeof open>>;

beforeEach(async () => {
  mail = await open();
});
afterEach(() => mail.close());

const message = (change: Partial<EmailMessage> = {}): EmailMessage => ({
  to: 'ada@example.com',
  subject: 'Your tape is ready: Why we sleep',
  text: 'Listen: https://duologue.example/listen?episode=abc',
  html: '<p>Listen</p>',
  messageId: '<ready.podcast.1@duologue.example>',
  ...change,
});

const account = (settings: z.input<typeof smtpAccount>) => mail.accounts.write({ smtp: settings });

const send = (change?: Partial<EmailMessage>, url = mail.address.url) =>
  smtpMailer({ url, from: FROM }).send(message(change));

const troubleOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: ProviderFailure) => error.trouble,
  );

/** The mailbox, without the line ends that SMTP adds after every part. */
async function messages(): Promise<(EmailMessage & { date: string })[]> {
  const reply: { messages: (EmailMessage & { date: string })[] } = await (
    await fetch(`${mail.url}/messages`)
  ).json();
  return reply.messages.map((message) => ({
    ...message,
    text: message.text.trimEnd(),
    html: message.html.trimEnd(),
  }));
}
const rawMessage = async (number: number) =>
  (await fetch(`${mail.url}/letters/${number}/raw`)).text();

describe('sent email', () => {
  test('a sent email arrives with every field and is in the ledger', async () => {
    await send();
    const [kept] = await messages();
    expect(kept).toEqual({ ...message(), date: expect.any(String) });
    expect(Math.abs(Date.parse(kept?.date ?? '') - Date.now())).toBeLessThan(60_000);
    expect(mail.purchaseLog.read()).toEqual([
      {
        at: expect.any(String),
        kind: 'mail',
        to: ['ada@example.com'],
        subject: message().subject,
        messageId: message().messageId,
      },
    ]);
    const raw = await rawMessage(1);
    expect(raw).toContain('From: Duologue <hello@duologue.example>');
    expect(raw).toContain('Auto-Submitted: auto-generated');
  });

  test('a sent email keeps its subject in any script, however long', async () => {
    const subject = `眠りとは何か 🎙️ Ünïcödé — ${'x'.repeat(900)}`;
    await send({ subject, text: 'naïve ☕', html: '<p>naïve ☕</p>' });
    const [kept] = await messages();
    expect(kept).toMatchObject({ subject, text: 'naïve ☕', html: '<p>naïve ☕</p>' });
  });

  test('emails are listed in the order they were sent, also across a restart of the mail server', async () => {
    await send({ subject: 'first' });
    await mail.stop();
    mail = await open(mail.dir);
    await send({ subject: 'second' });
    expect((await messages()).map(({ subject }) => subject)).toEqual(['first', 'second']);
  });

  test('the mail stand-in has the same address after a restart', async () => {
    const { url } = mail.address;
    await mail.stop();
    mail = await open(mail.dir);
    expect(mail.address.url).toBe(url);
  });
});

test('the mail stand-in moves to another port if its own was taken during a restart', async () => {
  const { port } = new URL(mail.address.url);
  await mail.stop();
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(Number(port), '127.0.0.1', resolve));
  mail = await open(mail.dir);
  squatter.close();
  expect(new URL(mail.address.url).port).not.toBe(port);
  await send();
  expect(await messages()).toHaveLength(1);
});

describe('header injection', () => {
  test.each([
    'Hello\r\nBcc: eve@evil.example',
    'Hello\nX-Evil: yes',
    'Hello\r\n\r\n<script>alert(1)</script>',
    'Hello\u2028Bcc: eve@evil.example',
  ])('the subject %j adds no header and no email', async (subject) => {
    await send({ subject, messageId: '<a@b>\r\nX-Evil: yes' });
    const [kept, ...others] = await messages();
    expect(others).toEqual([]);
    expect(kept?.to).toBe('ada@example.com');
    expect(kept?.subject).toBe(subject.replace(/[\r\n\u2028]+/g, ' '));
    const [head = ''] = (await rawMessage(1)).split('\r\n\r\n');
    expect(head).not.toMatch(/^(bcc|x-evil):/im);
  });

  test.each([
    'ada@example.com, eve@evil.example',
    'ada@example.com\r\nBcc: eve@evil.example',
    'ada@example.com\nRCPT TO:<eve@evil.example>',
    'Ada <ada@example.com>',
    '<ada@example.com>',
    'friends: ada@example.com;',
    'ada@example.com@evil.example',
    'ada',
    '',
  ])('the address %j is rejected and nothing is sent', async (to) => {
    expect(await troubleOf(send({ to }))).toBe('rejected');
    expect(await messages()).toEqual([]);
  });

  test('a file path or file URL as an email’s text is sent as it is, not read', async () => {
    await send({ text: '/etc/passwd', html: 'file:///etc/passwd' });
    expect((await messages())[0]).toMatchObject({
      text: expect.stringContaining('/etc/passwd'),
      html: expect.stringContaining('file:///etc/passwd'),
    });
  });
});

describe('mail server failures', () => {
  const set = (fault: object) => mail.faults.write({ smtp: fault });
  const impatient = () => `${mail.address.url}?greetingTimeout=200&socketTimeout=200`;

  test.each([
    [{ errorRate: 1, status: 550 }, 'rejected'],
    [{ errorRate: 1, status: 500 }, 'rejected'],
    [{ errorRate: 1, status: 451 }, 'busy'],
    [{ errorRate: 1, status: 429 }, 'busy'],
    [{ hang: true }, 'busy'],
    [{ latency: 60_000 }, 'busy'],
    [{ cut: 1 }, 'busy'],
    [{ garbage: 1 }, 'broken'],
  ])('the mail server fault %j is reported as %s and no email is kept', async (fault, trouble) => {
    set(fault);
    expect(await troubleOf(send({}, impatient()))).toBe(trouble);
    expect(await messages()).toEqual([]);
    expect(mail.purchaseLog.read()).toEqual([]);
  });

  test.each([
    [450, true],
    [451, false],
    [452, false],
    [421, false],
  ])(
    'a recipient refused with %i is put off by itself, not with all letters: %s',
    async (status, isOwn) => {
      set({ errorRate: 1, status });
      const failure = await send().catch((error) => error);
      expect(failure).toMatchObject({ trouble: 'busy' });
      expect(failure instanceof Deferral).toBe(isOwn);
    },
  );

  test('an email can be sent again once the mail server has recovered', async () => {
    set({ errorRate: 1, status: 451 });
    await troubleOf(send());
    set({});
    await send();
    expect(await messages()).toHaveLength(1);
  });

  test('a connection above the mail server’s limit is reported as busy', async () => {
    set({ concurrency: 1, latency: 300 });
    const outcomes = await Promise.all([troubleOf(send()), troubleOf(send())]);
    expect(outcomes.sort()).toEqual(['busy', 'none']);
  });

  test('a wrong SMTP password is reported as refused', async () => {
    const url = mail.address.url.replace(/:[^:@]+@/, ':wrong@');
    expect(await troubleOf(send({}, url))).toBe('refused');
  });

  test('a missing SMTP password is reported as refused', async () => {
    expect(await troubleOf(send({}, mail.address.url.replace(/\/\/.*@/, '//')))).toBe('refused');
  });

  test('a mail server that is down is reported as busy', async () => {
    await mail.stop();
    expect(await troubleOf(send())).toBe('busy');
  });
});

describe('mail account', () => {
  const refusal = (settings: z.input<typeof smtpAccount>, change?: Partial<EmailMessage>) => {
    account(settings);
    return send(change).catch((error) => error);
  };

  test.each<[string, z.input<typeof smtpAccount>]>([
    ['whose sender is not verified', { verified: false }],
    ['that verified another domain', { domain: 'example.org' }],
    ['in the sandbox, for a recipient who is not verified', { sandbox: ['me@example.com'] }],
  ])(
    'an email from an account %s is refused, and not for the recipient’s sake',
    async (_, state) => {
      const failure = await refusal(state);
      expect(failure).toBeInstanceOf(Refusal);
      expect(failure).toMatchObject({ trouble: 'refused', namesContent: false });
      expect(failure.message).toContain('554 Message rejected: Email address is not verified');
      expect(await messages()).toEqual([]);
    },
  );

  test.each<[string, z.input<typeof smtpAccount>]>([
    ['too large for the server', { size: 300 }],
    ['taken for spam', { filtered: ['tape'] }],
  ])('an email that is %s is refused for what is in it', async (_, state) => {
    expect(await refusal(state)).toMatchObject({ trouble: 'refused', namesContent: true });
    expect(await messages()).toEqual([]);
  });

  test('an account in the sandbox writes to those whom it has verified', async () => {
    account({ sandbox: ['ada@example.com'], domain: 'duologue.example' });
    await send();
    expect(await messages()).toHaveLength(1);
  });

  test('an email that bounces after it was taken counts as sent, and its sender gets the bounce', async () => {
    account({ bouncing: ['ada@example.com'] });
    await send();
    expect(await messages()).toMatchObject([
      {
        to: 'hello@duologue.example',
        subject: 'Delivery Status Notification (Failure)',
        text: expect.stringContaining('ada@example.com could not be delivered'),
      },
    ]);
    expect(mail.purchaseLog.read()).toMatchObject([{ kind: 'mail', to: ['ada@example.com'] }]);
  });

  test('verifying a mail account sends nothing, and tells a wrong password', async () => {
    const verify = (url: string) => smtpMailer({ url, from: FROM }).verify();
    await verify(mail.address.url);
    expect(await messages()).toEqual([]);
    const wrong = mail.address.url.replace(/:[^:@]+@/, ':wrong@');
    expect(await troubleOf(verify(wrong))).toBe('refused');
    mail.faults.write({ smtp: { hang: true } });
    const impatient = `${mail.address.url}?greetingTimeout=200&socketTimeout=200`;
    expect(await troubleOf(verify(impatient))).toBe('busy');
  });
});

test('a person’s reply to an email goes to support', async () => {
  const replyTo = 'help@duologue.example';
  await smtpMailer({ url: mail.address.url, from: FROM, replyTo }).send(message());
  expect(await rawMessage(1)).toMatch(/^Reply-To: help@duologue\.example\r?$/m);
});

test('an SMTP password is never sent unencrypted to another machine', async () => {
  const received: string[] = [];
  const plain = createServer((socket) => {
    socket.write('220 plain\r\n');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      received.push(String(data));
      socket.write(/^EHLO/i.test(String(data)) ? '250-plain\r\n250 AUTH PLAIN\r\n' : '500 no\r\n');
    });
  });
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const address = plain.address();
  const port = typeof address === 'object' ? address?.port : 0;
  // Leads to this machine as well, but its name does not say so.
  const url = `smtp://me:topsecret@0.0.0.0:${port}`;
  expect(await troubleOf(send({}, url))).toBe('refused');
  expect(received.join('')).toMatch(/STARTTLS/);
  expect(received.join('')).not.toMatch(/AUTH/);
  plain.close();
});
