import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { smtpStandin } from '../../../standins/smtp/smtp.ts';
import { circuitBreakers, emails, orders } from '../../base/db/tables.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { serveStandin } from '../../testing/standin.ts';
import { smtpMailer } from '../email/smtpMailer.ts';
import { mailOutage } from './outage.ts';
import { openOutbox } from './outbox.ts';

/* Whose trouble a refusal is: real emails over SMTP, to an account in each of its states. */

let postgres: Awaited<ReturnType<typeof testDatabase>>;
let mail: Awaited<ReturnType<typeof open>>;
const open = () => serveStandin('smtp', smtpStandin);
beforeAll(async () => {
  postgres = await testDatabase();
});
beforeEach(async () => {
  mail = await open();
});
afterEach(async () => {
  await mail.close();
  await postgres.db.delete(emails);
  await postgres.db.delete(orders);
  await postgres.db.delete(circuitBreakers);
});
afterAll(() => postgres.close());

const SUPPORT = 'help@duologue.example';

function instance(url = mail.address.url) {
  return openOutbox({
    db: postgres.db,
    mailer: smtpMailer({ url, from: 'hello@duologue.example' }),
    host: 'duologue.example',
    operator: { supportEmail: SUPPORT, publicUrl: 'https://duologue.example' },
    times: { pause: 0 },
  });
}
type Outbox = ReturnType<typeof instance>;

const post = (outbox: Outbox, to: string, subject = 'Ready') =>
  outbox.post(postgres.db, {
    about: `user:${to}`,
    kind: 'ready',
    to,
    message: { subject, text: 'It is', html: '<p>It is</p>' },
  });

async function stored(to: string) {
  const [message] = await postgres.db.select().from(emails).where(eq(emails.recipient, to));
  if (!message) throw new Error(`there is no email to ${to}`);
  return message;
}
const arrived = () =>
  mail.purchaseLog.read().flatMap((entry) => (entry.kind === 'mail' ? entry.to : []));

/** What is put off is due now. */
const goOn = () => postgres.db.update(emails).set({ nextAttemptAt: sql`now()` });
/** Nothing has left in the last minutes. */
const later = () =>
  postgres.db.update(emails).set({ sentAt: sql`${emails.sentAt} - interval '2 hours'` });

async function deliver(outbox: Outbox) {
  await goOn();
  await outbox.deliver();
}

it('no email is given up while an unverified sender has all of them refused, and all leave once it is verified', async () => {
  const outbox = instance();
  mail.accounts.write({ smtp: { verified: false } });
  await post(outbox, 'ada@example.com');
  await post(outbox, 'bob@example.com');
  for (let run = 0; run < 8; run++) await deliver(outbox);
  expect(arrived()).toEqual([]);
  expect(await mailOutage(postgres.db)).toMatchObject({
    reason: 'refused',
    message: expect.stringContaining('Email address is not verified'),
  });
  for (const to of ['ada@example.com', 'bob@example.com']) {
    const { bounce, nextAttemptAt } = await stored(to);
    expect(bounce).toBeNull();
    expect(nextAttemptAt.getTime() - Date.now()).toBeLessThan(15_000);
  }

  mail.accounts.write({});
  await deliver(outbox);
  expect(arrived().sort()).toEqual(['ada@example.com', 'bob@example.com', SUPPORT]);
  expect(await mailOutage(postgres.db)).toBeNull();
  expect(await postgres.db.$count(circuitBreakers)).toBe(0);
});

it('the operator is written to once a day about a mail server that refuses, however often and by whatever it does', async () => {
  const outbox = instance();
  for (let outage = 0; outage < 2; outage++) {
    mail.accounts.write({ smtp: { verified: false } });
    await post(outbox, `${outage}@example.com`);
    for (let run = 0; run < 3; run++) await deliver(outbox);
    mail.accounts.write({});
    await deliver(outbox);
  }
  expect(arrived().filter((to) => to === SUPPORT)).toHaveLength(1);
});

it('a wrong password is an outage that Admin is told of, and costs no email', async () => {
  const wrong = instance(mail.address.url.replace(/:[^:@]+@/, ':wrong@'));
  await post(wrong, 'ada@example.com');
  await deliver(wrong);
  await deliver(wrong);
  expect(await mailOutage(postgres.db)).toMatchObject({ provider: 'SMTP', reason: 'refused' });
  await deliver(instance());
  expect(arrived().sort()).toEqual(['ada@example.com', SUPPORT]);
  expect(await mailOutage(postgres.db)).toBeNull();
});

it('a recipient whom the server refuses bounces at once, and is no outage', async () => {
  const outbox = instance();
  mail.faults.write({ smtp: { errorRate: 1, status: 550 } });
  await post(outbox, 'typo@example.com');
  await deliver(outbox);
  expect((await stored('typo@example.com')).bounce).toContain('550');
  expect(await mailOutage(postgres.db)).toBeNull();
});

it.each([
  ['taken for spam', { filtered: ['Casino'] }],
  ['too large', { size: 5_000 }],
])(
  'an email that is %s twice, while another leaves, is given up for what is in it',
  async (_what, state) => {
    const outbox = instance();
    mail.accounts.write({ smtp: state });
    await post(outbox, 'ada@example.com', `Casino ${'x'.repeat(6_000)}`);
    await deliver(outbox);
    expect((await stored('ada@example.com')).bounce).toBeNull();
    await post(outbox, 'bob@example.com');
    await deliver(outbox);
    await deliver(outbox);
    expect((await stored('ada@example.com')).bounce).toMatch(/5\.7\.1|5\.3\.4/);
    expect((await stored('bob@example.com')).sentAt).toBeInstanceOf(Date);
    expect(await postgres.db.$count(circuitBreakers)).toBe(0);
  },
);

it('an email that is taken for spam again and again is kept as long as no other has left meanwhile', async () => {
  const outbox = instance();
  await post(outbox, 'bob@example.com');
  await deliver(outbox);
  await later();
  mail.accounts.write({ smtp: { filtered: ['Casino', 'refused'] } });
  await post(outbox, 'ada@example.com', 'Casino');
  for (let run = 0; run < 6; run++) await deliver(outbox);
  expect(await stored('ada@example.com')).toMatchObject({ bounce: null, sentAt: null });
});

it('emails to strangers wait while the account is in the sandbox, are not given up, and Admin goes on saying so', async () => {
  const outbox = instance();
  mail.accounts.write({ smtp: { sandbox: [SUPPORT] } });
  await post(outbox, 'ada@example.com');
  for (let run = 0; run < 6; run++) await deliver(outbox);
  expect(arrived()).toEqual([SUPPORT]);
  expect(await stored('ada@example.com')).toMatchObject({ bounce: null, sentAt: null });
  expect(await mailOutage(postgres.db)).toMatchObject({ reason: 'refused' });
  mail.accounts.write({});
  await deliver(outbox);
  expect(arrived()).toEqual([SUPPORT, 'ada@example.com']);
  expect(await mailOutage(postgres.db)).toBeNull();
});

it('a mail server that is away for a moment is no outage, and one that stays away is', async () => {
  const outbox = instance();
  mail.faults.write({ smtp: { errorRate: 1, status: 451 } });
  await post(outbox, 'ada@example.com');
  await deliver(outbox);
  expect(await mailOutage(postgres.db)).toBeNull();
  await postgres.db
    .update(circuitBreakers)
    .set({ failingSince: sql`now() - interval '61 seconds'` });
  await deliver(outbox);
  expect(await mailOutage(postgres.db)).toMatchObject({ reason: 'away' });
  mail.faults.write({});
  await deliver(outbox);
  // Nobody need be told that it was away.
  expect(arrived()).toEqual(['ada@example.com']);
  expect(await mailOutage(postgres.db)).toBeNull();
});
