import { randomUUID } from 'node:crypto';
import { resolveTxt } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mailer } from '../../mail/email/email.ts';
import { type Check, type Finding, findingOf, messageOf } from './check.ts';

interface Settings {
  mailer: Mailer;
  /** E.g. `Duologue <hello@example.com>`. */
  from: string;
  supportEmail: string;
  resolve?: (name: string) => Promise<string[][]>;
}

/** Timeout for DNS, ms. */
const PATIENCE = 3_000;

const finding = findingOf('SMTP');

export function smtpCheck({ mailer, from, supportEmail, resolve = resolveTxt }: Settings): Check {
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? '';

  async function logIn(): Promise<Finding> {
    try {
      await mailer.verify();
      return finding(true, 'The mail server lets us in.');
    } catch (error) {
      return finding(
        false,
        `The mail server does not let us in: check SMTP_URL. ${messageOf(error)}`,
      );
    }
  }

  async function write(signal: AbortSignal): Promise<Finding> {
    const text = 'This email was sent by the provider check. There is nothing you need to do.';
    const messageId = `<check.${randomUUID()}@${domain}>`;
    const message = {
      to: supportEmail,
      subject: 'Emails are sent',
      text,
      html: `<p>${text}</p>`,
      messageId,
    };
    try {
      await mailer.send(message, signal);
      return finding(true, `An email to ${supportEmail} was accepted: see whether it has arrived.`);
    } catch (error) {
      signal.throwIfAborted();
      const words = `An email to ${supportEmail} was refused: verify the domain of MAIL_FROM at your mail service, and ask it to let the account out of its sandbox. ${messageOf(error)}`;
      return finding(false, words);
    }
  }

  async function record(name: string, start: string, missing: string): Promise<Finding> {
    const what = start === 'v=spf1' ? 'SPF' : 'DMARC';
    try {
      const late = sleep(PATIENCE, undefined, { ref: false }).then(() =>
        Promise.reject(new Error('no answer in time')),
      );
      const records = await Promise.race([resolve(name), late]);
      const found = records.some((parts) => parts.join('').startsWith(start));
      return finding(found, found ? `${name} has an ${what} record.` : missing);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'ENOTFOUND' || code === 'ENODATA') return finding(false, missing);
      // Unknown, so not the account's fault.
      return finding(
        true,
        `${what} of ${domain} could not be looked up from here: ${messageOf(error)}.`,
      );
    }
  }

  return async ({ buy, signal }) => {
    const letIn = await logIn();
    signal.throwIfAborted();
    const spf = `${domain} has no SPF record: add the TXT record that your mail service shows, or emails are taken for spam.`;
    const dmarc = `${domain} has no DMARC record: add TXT "v=DMARC1; p=none" at _dmarc.${domain}, or large mailboxes refuse emails.`;
    return [
      letIn,
      ...(buy && letIn.ok ? [await write(signal)] : []),
      ...(await Promise.all([
        record(domain, 'v=spf1', spf),
        record(`_dmarc.${domain}`, 'v=DMARC1', dmarc),
      ])),
    ];
  };
}
