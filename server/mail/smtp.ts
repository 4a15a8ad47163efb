import { createTransport } from 'nodemailer';
import { ProviderFailure, type ProviderTrouble, timed } from '../provider.ts';
import type { Mailer } from './mail.ts';

interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…`; its query may override any default below. */
  url: string;
  /** The sender, e.g. `Duologue <hello@example.com>`. */
  from: string;
}

/** How long a mail server may keep us waiting, in milliseconds (nodemailer's own: minutes). */
const DEFAULTS = {
  dnsTimeout: '10000',
  connectionTimeout: '10000',
  greetingTimeout: '10000',
  socketTimeout: '30000',
};

/** Mail over SMTP, one connection a letter. `send` resolves when the server has taken the letter. */
export function smtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({
    url: withDefaults(url),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(letter) {
      const to = soleAddress(letter.to);
      const message = {
        from,
        // An object: as text, `a@x, b@y` would be two recipients.
        to: { name: '', address: to },
        subject: oneLine(letter.subject),
        text: letter.text,
        html: letter.html,
        messageId: oneLine(letter.messageId),
        headers: {
          // No automatic replies to an automatic letter (RFC 3834).
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
        },
      };
      await timed('SMTP', async () => {
        try {
          await transport.sendMail(message);
        } catch (error) {
          throw smtpFailure(error);
        }
      });
    },
  };
}

/** A password goes in clear only to this machine, unless the address itself says otherwise. */
function withDefaults(url: string): string {
  const address = new URL(url);
  const query = address.searchParams;
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (!query.has(name)) query.set(name, value);
  }
  const local = /^(localhost|127\.[\d.]+|\[::1\])$/.test(address.hostname);
  const clear = address.protocol === 'smtp:' && address.password !== '' && !local;
  if (clear && !query.has('requireTLS') && !query.has('ignoreTLS')) query.set('requireTLS', 'true');
  return address.href;
}

/**
 * The address, when it is one and only one. Whoever smuggles in a line break, a comma or angle
 * brackets wants another header or another recipient.
 */
function soleAddress(to: string): string {
  const address = to.trim();
  if (/^[^\s\p{Cc}<>,;:"()[\]\\@]+@[^\s\p{Cc}<>,;:"()[\]\\@]+$/u.test(address)) return address;
  throw new ProviderFailure('SMTP', 'rejected', 'the recipient is not one mail address');
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

function smtpFailure(error: unknown): ProviderFailure {
  const { code, command, responseCode, message } = readError(error);
  const trouble = troubleOf(code, command, responseCode);
  return new ProviderFailure('SMTP', trouble, `${code} ${message}`, { cause: error });
}

/** A reply of 5xx is for ever (RFC 5321, 4.2.1); whom it concerns depends on the command. */
function troubleOf(code: string, command: string, responseCode: number): ProviderTrouble {
  if (responseCode >= 400 && responseCode < 500) return 'busy';
  if (responseCode >= 500 && responseCode !== 503) {
    return command === 'RCPT TO' || command === 'DATA' ? 'rejected' : 'refused';
  }
  if (code === 'EPROTOCOL') return 'broken';
  return code === 'EENVELOPE' && !responseCode ? 'rejected' : 'busy';
}

function readError(error: unknown) {
  const fields: Record<string, unknown> = error instanceof Error ? { ...error } : {};
  return {
    code: String(fields.code ?? ''),
    command: String(fields.command ?? ''),
    responseCode: Number(fields.responseCode ?? 0),
    message: error instanceof Error ? error.message : String(error),
  };
}
