import type { z } from 'zod';
import type { smtpAccount } from './account.ts';

interface Handed {
  /** The address in the letter's own From. */
  from: string;
  to: string[];
  subject: string;
  bytes: number;
}

interface Refused {
  code: number;
  words: string;
}

/** What the service says to a whole letter, in Amazon SES's words; null takes it. */
export function refusalOf(account: z.infer<typeof smtpAccount>, message: Handed): Refused | null {
  if (message.bytes > account.size) {
    return { code: 552, words: '5.3.4 Message size exceeds fixed limit' };
  }
  const strangers = message.to.filter((address) => account.sandbox?.includes(address) === false);
  const unverified = [...(maySend(account, message.from) ? [] : [message.from]), ...strangers];
  if (unverified.length) {
    const words = `Message rejected: Email address is not verified. The following identities failed the check: ${unverified.join(', ')}`;
    return { code: 554, words };
  }
  if (account.filtered.some((word) => message.subject.includes(word))) {
    return { code: 554, words: '5.7.1 Message rejected as spam' };
  }
  return null;
}

function maySend({ verified, domain }: z.infer<typeof smtpAccount>, from: string): boolean {
  return verified && (domain === null || from.toLowerCase().endsWith(`@${domain}`));
}

/** The message that tells a sender that a letter was taken and could not be delivered (RFC 3464). */
export function bounceMessage(to: string, recipient: string, messageId: string): string {
  return [
    'From: Mail Delivery System <mailer-daemon@standin.localhost>',
    `To: ${to}`,
    'Subject: Delivery Status Notification (Failure)',
    `In-Reply-To: ${messageId}`,
    'Auto-Submitted: auto-replied',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `The letter to ${recipient} could not be delivered: 550 5.1.1 The address does not exist.`,
    '',
  ].join('\r\n');
}
