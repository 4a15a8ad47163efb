import type { z } from 'zod';
import type { smtpAccount } from './account.ts';

interface Submission {
  /** The address in the From header. */
  from: string;
  to: string[];
  subject: string;
  bytes: number;
}

interface Rejection {
  code: number;
  message: string;
}

/** In Amazon SES's words; null accepts the message. */
export function rejectionFor(
  account: z.infer<typeof smtpAccount>,
  message: Submission,
): Rejection | null {
  if (message.bytes > account.size) {
    return { code: 552, message: '5.3.4 Message size exceeds fixed limit' };
  }
  const strangers = message.to.filter((address) => account.sandbox?.includes(address) === false);
  const unverified = [...(maySend(account, message.from) ? [] : [message.from]), ...strangers];
  if (unverified.length) {
    const text = `Message rejected: Email address is not verified. The following identities failed the check: ${unverified.join(', ')}`;
    return { code: 554, message: text };
  }
  if (account.filtered.some((word) => message.subject.includes(word))) {
    return { code: 554, message: '5.7.1 Message rejected as spam' };
  }
  return null;
}

function maySend({ verified, domain }: z.infer<typeof smtpAccount>, from: string): boolean {
  return verified && (domain === null || from.toLowerCase().endsWith(`@${domain}`));
}

/** RFC 3464: the message was accepted but could not be delivered. */
export function bounceMessage(to: string, recipient: string, messageId: string): string {
  return [
    'From: Mail Delivery System <mailer-daemon@standin.localhost>',
    `To: ${to}`,
    'Subject: Delivery Status Notification (Failure)',
    `In-Reply-To: ${messageId}`,
    'Auto-Submitted: auto-replied',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `The email to ${recipient} could not be delivered: 550 5.1.1 The address does not exist.`,
    '',
  ].join('\r\n');
}
