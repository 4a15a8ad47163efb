import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smtpStandin } from '../../../standins/smtp/smtp.ts';
import { emails } from '../../base/db/tables.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { serveStandin } from '../../testing/standin.ts';
import { smtpMailer } from '../email/smtpMailer.ts';
import {
  farewellEmail,
  resetEmail,
  verificationEmail,
  welcomeEmail,
} from '../email/templates/accountEmails.ts';
import { bonusEmail, failedEmail, refundEmail } from '../email/templates/order.ts';
import { readyEmail } from '../email/templates/readyEmail.ts';
import { openOutbox } from './outbox.ts';

/* Every email as it arrives in a mailbox, sent through the real mailer and read back. */

let postgres: Awaited<ReturnType<typeof testDatabase>>;
let mail: Awaited<ReturnType<typeof open>>;
const open = () => serveStandin('smtp', smtpStandin);
beforeAll(async () => {
  postgres = await testDatabase();
  mail = await open();
});
afterAll(async () => {
  await mail.close();
  await postgres.close();
});

const supportEmail = 'help@duologue.example';
const site = 'https://duologue.example';
const sender = { publicUrl: site, supportEmail };
/** Typed by somebody who tries to inject a header, a recipient or an element. */
const nasty = 'Tides\r\nBcc: eve@evil.example\r\n\r\n<script>alert(1)</script> 潮';

const links = { verifyUrl: `${site}/auth?proof=t`, disownUrl: `${site}/auth?disown=t` };
const written = {
  welcome: welcomeEmail({ links, createUrl: site, sells: true, ...sender }),
  proof: verificationEmail({ ...links, ...sender }),
  reset: resetEmail({ resetUrl: `${site}/reset-password?token=t`, ...sender }),
  ready: readyEmail({
    title: nasty,
    hosts: [nasty, 'Lily'],
    boughtMinutes: 25,
    durationSeconds: 1500,
    listenUrl: `${site}/listen?episode=t`,
    coverUrl: `${site}/media/t/cover.jpg`,
    waveUrl: `${site}/media/t/wave.png`,
    chapters: Array.from({ length: 16 }, () => ({ title: nasty, startSeconds: 9 })),
    sources: Array.from({ length: 6 }, () => ({ title: nasty, site: nasty, url: `${site}/"><b>` })),
    followUps: Array.from({ length: 3 }, () => ({
      question: nasty,
      url: 'https://duologue.example/create?topic=x',
    })),
    amountPaid: 899,
    discountAmount: 0,
    discountCode: null,
    receiptUrl: `${site}/dashboard?receipt=o`,
    ...sender,
  }),
  failed: failedEmail({
    topic: nasty,
    boughtMinutes: 25,
    discountCode: null,
    reason: 'A service we depend on kept failing.',
    amountPaid: 899,
    discountAmount: 0,
    createUrl: `${site}/create`,
    ...sender,
  }),
  'refund-asked': refundEmail({
    topic: nasty,
    total: 899,
    reason: 'length',
    done: false,
    ...sender,
  }),
  refunded: refundEmail({ topic: nasty, total: 899, reason: 'support', done: true, ...sender }),
  bonus: bonusEmail({ useUrl: `${site}/create?bonus=1`, ...sender }),
  farewell: farewellEmail(sender),
};

type Kept = { to: string; subject: string; text: string; html: string; messageId: string };
async function mailbox(): Promise<Kept[]> {
  const reply = await fetch(`${mail.url}/messages`);
  return ((await reply.json()) as { messages: Kept[] }).messages;
}

/** SMTP has line ends of its own. */
const plain = (text = '') => text.replaceAll('\r\n', '\n').trimEnd();

it.each(Object.entries(written))(
  'the “%s” email arrives once, as text and HTML, small, to one recipient, with a stable Message-ID',
  async (kind, message) => {
    const mailer = smtpMailer({ url: mail.address.url, from: 'Duologue <hello@duologue.example>' });
    const outbox = openOutbox({ db: postgres.db, mailer, host: 'duologue.example' });
    const before = (await mailbox()).length;
    const occasion = { about: 'podcast:7', kind, to: 'mira@example.com', message };
    await outbox.post(postgres.db, occasion);
    await outbox.post(postgres.db, occasion);
    await outbox.deliver();
    await outbox.deliver();

    const all = await mailbox();
    expect(all).toHaveLength(before + 1);
    const [stored] = await postgres.db.select().from(emails).where(eq(emails.kind, kind));
    const kept = all.find(({ messageId }) => messageId === stored?.messageId);
    expect(kept).toMatchObject({ to: 'mira@example.com', subject: message.subject });
    expect(plain(kept?.text)).toBe(plain(message.text));
    expect(plain(kept?.html)).toBe(plain(message.html));
    expect(kept?.html).not.toContain('<script');

    const raw = await (await fetch(`${mail.url}/letters/${before + 1}/raw`)).text();
    // Gmail cuts off what is longer.
    expect(Buffer.byteLength(message.html)).toBeLessThan(102_000);
    const [head = ''] = raw.split('\r\n\r\n');
    expect(head).toContain('multipart/alternative');
    expect(head).toMatch(/^Date: /m);
    expect(head).toMatch(/^Auto-Submitted: auto-generated/m);
    expect(head).not.toMatch(/^(bcc|cc):/im);
    // The one email that nobody waits for.
    expect(/^List-Unsubscribe: (.*)$/m.exec(head)?.[1]?.trim()).toBe(
      kind === 'bonus' ? `<mailto:${supportEmail}?subject=Unsubscribe>` : undefined,
    );
    expect(head.match(/^to:/gim)).toHaveLength(1);
    expect(head.match(/^message-id:/gim)).toHaveLength(1);
  },
);
