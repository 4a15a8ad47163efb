import { randomUUID } from 'node:crypto';
import { resolveTxt } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mailer } from '../../mail/email/email.ts';
import { bad, type CheckOptions, type Found, good, messageOf, observe } from './check.ts';

interface Settings {
  mailer: Mailer;
  /** E.g. `Duologue <hello@example.com>`. */
  from: string;
  supportEmail: string;
  resolve?: (name: string) => Promise<string[][]>;
}

/** Timeout for DNS, ms. */
const DNS_TIMEOUT = 3_000;

export async function smtpCheck(
  { mailer, from, supportEmail, resolve = resolveTxt }: Settings,
  { buy, signal }: CheckOptions,
): Promise<Found[]> {
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? '';

  function write(): Promise<Found[]> {
    const text = 'This email was sent by the provider check. There is nothing you need to do.';
    const email = {
      to: supportEmail,
      subject: 'Emails are sent',
      text,
      html: `<p>${text}</p>`,
      messageId: `<check.${randomUUID()}@${domain}>`,
    };
    return observe(
      signal,
      async () => {
        await mailer.send(email, signal);
        return good(`An email to ${supportEmail} was accepted: see whether it has arrived.`);
      },
      (error) =>
        `An email to ${supportEmail} was refused: verify the domain of MAIL_FROM at your mail service, and ask it to let the account out of its sandbox. ${messageOf(error)}`,
    );
  }

  async function record(name: string, start: string, missing: string): Promise<Found> {
    const what = start === 'v=spf1' ? 'SPF' : 'DMARC';
    try {
      const late = sleep(DNS_TIMEOUT, undefined, { ref: false }).then(() =>
        Promise.reject(new Error('no answer in time')),
      );
      const records = await Promise.race([resolve(name), late]);
      const isThere = records.some((parts) => parts.join('').startsWith(start));
      return isThere ? good(`${name} has an ${what} record.`) : bad(missing);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'ENOTFOUND' || code === 'ENODATA') return bad(missing);
      // Unknown, so not the account's fault.
      return good(`${what} of ${domain} could not be looked up from here: ${messageOf(error)}.`);
    }
  }

  const letIn = await observe(
    signal,
    async () => {
      await mailer.verify();
      return good('The mail server lets us in.');
    },
    (error) => `The mail server does not let us in: check SMTP_URL. ${messageOf(error)}`,
  );
  signal.throwIfAborted();
  const sent = buy && letIn.every(({ ok }) => ok) ? await write() : [];
  const spf = `${domain} has no SPF record: add the TXT record that your mail service shows, or emails are taken for spam.`;
  const dmarc = `${domain} has no DMARC record: add TXT "v=DMARC1; p=none" at _dmarc.${domain}, or large mailboxes refuse emails.`;
  const records = [record(domain, 'v=spf1', spf), record(`_dmarc.${domain}`, 'v=DMARC1', dmarc)];
  return [...letIn, ...sent, ...(await Promise.all(records))];
}
