import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { smtpStandin } from '../../../standins/smtp/smtp.ts';
import { emails } from '../../base/db/tables.ts';
import { crashingDatabase } from '../../testing/crashingDatabase.ts';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { serveStandin } from '../../testing/standin.ts';
import { smtpMailer } from '../email/smtpMailer.ts';
import { openOutbox } from './outbox.ts';

/* One email once, whatever happens while the mail server thinks about it. */

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
});
afterAll(() => postgres.close());

/** ms: short, so that a conversation outlives it several times over. */
const LEASE = 1000;

function instance(patience = '', lease = LEASE, db = postgres.db) {
  const { url } = mail.address;
  const mailer = smtpMailer({ url: `${url}?${patience}`, from: 'hello@duologue.example' });
  const times = { lease, pause: 0, slow: 60_000 };
  return openOutbox({ db, mailer, host: 'duologue.example', times });
}

const occasion = {
  about: 'user:7',
  kind: 'welcome',
  to: 'mira@example.com',
  message: { subject: 'Welcome', text: 'Hello', html: '<p>Hello</p>' },
};
const arrived = () => mail.purchaseLog.read().filter((entry) => entry.kind === 'mail').length;
async function stored() {
  const [message] = await postgres.db.select().from(emails).where(eq(emails.about, occasion.about));
  if (!message) throw new Error('the email is gone');
  return message;
}

it('an email arrives once when the conversation takes longer than a lease while another instance delivers', async () => {
  mail.faults.write({ smtp: { reply: LEASE / 2 } });
  const [one, other] = [instance(), instance()];
  await one.post(postgres.db, occasion);
  let isSent = false;
  const sending = one.deliver().then(() => {
    isSent = true;
  });
  const looks: Promise<void>[] = [];
  await eventually(
    'the email is sent',
    async () => {
      looks.push(other.deliver());
      return isSent;
    },
    20,
  );
  await Promise.all([sending, ...looks]);
  expect(arrived()).toBe(1);
  expect((await stored()).sentAt).toBeInstanceOf(Date);
});

it('an email whose acceptance takes longer than any other answer may is waited for, and arrives once', async () => {
  mail.faults.write({ smtp: { verdict: 900 } });
  const outbox = instance('socketTimeout=300');
  await outbox.post(postgres.db, occasion);
  await outbox.deliver();
  await outbox.deliver();
  expect(arrived()).toBe(1);
  expect(await stored()).toMatchObject({ attempts: 1, sentAt: expect.any(Date) });
});

it('an email on its way is waited for when the instance closes, and one that is not is given back', async () => {
  mail.faults.write({ smtp: { verdict: 500 } });
  const outbox = instance();
  await outbox.post(postgres.db, occasion);
  const sending = outbox.deliver();
  await eventually('the mail server has it', async () => arrived() === 1, 10, 10);
  await outbox.close();
  await sending;
  expect((await stored()).sentAt).toBeInstanceOf(Date);

  mail.faults.write({ smtp: { reply: 60_000 } });
  const next = instance('', 60_000);
  await next.post(postgres.db, { ...occasion, kind: 'bonus' });
  const hanging = next.deliver();
  await eventually('it is claimed', () => postgres.db.$count(emails, eq(emails.attempts, 1)));
  await next.close();
  await hanging;
  const [message] = await postgres.db.select().from(emails).where(eq(emails.kind, 'bonus'));
  expect(message).toMatchObject({ sentAt: null, attempts: 1 });
  expect(message?.nextAttemptAt.getTime()).toBeLessThan(Date.now() + 1000);
});

it('an email whose lease is lost before it is sent is aborted', async () => {
  mail.faults.write({ smtp: { reply: 300 } });
  const outbox = instance();
  await outbox.post(postgres.db, occasion);
  const sending = outbox.deliver();
  await eventually('it is claimed', () => postgres.db.$count(emails, eq(emails.attempts, 1)), 9, 5);
  // The account was deleted, and its emails with it.
  await postgres.db.delete(emails);
  await sending;
  expect(arrived()).toBe(0);
});

it('an email that was taken while the database was away for a moment arrives once', async () => {
  let isAway = false;
  let asked = 0;
  // Asked twice for each statement; it dies before each one, none is carried out.
  const crashing = crashingDatabase(postgres.url, () => isAway && ++asked % 2 === 1);
  mail.faults.write({ smtp: { verdict: 300 } });
  const outbox = instance('', 10_000, crashing.db);
  await outbox.post(postgres.db, occasion);
  const sending = outbox.deliver();
  await eventually('the mail server has it', async () => arrived() === 1, 10, 10);
  isAway = true;
  await eventually('its end cannot be written', async () => asked >= 4, 10, 10);
  isAway = false;
  await sending;
  await crashing.close();
  expect(arrived()).toBe(1);
  expect(await stored()).toMatchObject({ attempts: 1, sentAt: expect.any(Date) });
});
