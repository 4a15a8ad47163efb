import { createTransport } from 'nodemailer';
import { ProviderFailure, type ProviderTrouble, timed } from '../../base/kit/provider.ts';
import { Deferral, type EmailMessage, type Mailer, Refusal } from './email.ts';

interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…`; its query may override `DEFAULTS`. */
  url: string;
  /** For example `Duologue <hello@example.com>`. */
  from: string;
  replyTo?: string;
}

/** ms; nodemailer's defaults are minutes. */
const DEFAULTS = {
  dnsTimeout: '10000',
  connectionTimeout: '10000',
  greetingTimeout: '10000',
  socketTimeout: '30000',
  /** Our own, for the reply to the whole message (RFC 5321, 4.5.3.2.6). */
  acceptTimeout: '600000',
};

/** One connection per email. `send` resolves when the server has accepted it. */
export function smtpMailer({ url, from, replyTo }: SmtpOptions): Mailer {
  const address = withDefaults(url);
  const access = { url: address.href, disableFileAccess: true, disableUrlAccess: true };
  const timeout = (name: keyof typeof DEFAULTS) => Number(address.searchParams.get(name));
  const patience = { idle: timeout('socketTimeout'), verdict: timeout('acceptTimeout') };
  // We watch the shorter one ourselves: nodemailer has one timeout for the whole conversation.
  address.searchParams.set('socketTimeout', String(patience.verdict));
  return {
    async send(email, signal) {
      const message = { ...compose(email), from, ...(replyTo && { replyTo }) };
      await timed('SMTP', async () => {
        const { signal: ended, logger, close } = watchConversation(signal, patience);
        const options = { ...access, url: address.href, logger, transactionLog: true };
        try {
          await createTransport(options).sendMail({ ...message, signal: ended });
        } catch (error) {
          ended.throwIfAborted();
          throw smtpFailure(error);
        } finally {
          close();
        }
      });
    },

    verify: () =>
      timed('SMTP', async () => {
        try {
          await createTransport(access).verify();
        } catch (error) {
          throw smtpFailure(error);
        }
      }),
  };
}

/**
 * Until the whole message has been sent, silence or the caller aborts it. Afterwards only the
 * server knows whether it accepted the message, and hanging up too early would send it twice (RFC
 * 5321, 4.5.3.2.6). `idle` and `verdict` say how long it may be silent before and after that, ms.
 */
function watchConversation(
  caller: AbortSignal | undefined,
  { idle, verdict }: { idle: number; verdict: number },
) {
  const end = new AbortController();
  const endFor = (reason: string) => end.abort(new ProviderFailure('SMTP', 'busy', reason));
  const silent = () => endFor('no reply in time');
  const left = () => endFor('broken off by us');
  caller?.addEventListener('abort', left);
  if (caller?.aborted) left();
  let timer = setTimeout(silent, idle);

  function note({ tnx }: { tnx?: string }): void {
    if (tnx !== 'message') return void timer.refresh();
    caller?.removeEventListener('abort', left);
    clearTimeout(timer);
    timer = setTimeout(silent, verdict);
  }

  return {
    signal: end.signal,
    logger: { debug: note, info: note },
    close() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', left);
    },
  };
}

function compose(message: EmailMessage) {
  const { unsubscribe } = message;
  return {
    // An object: as text, `a@x, b@y` would be two recipients.
    to: { name: '', address: soleAddress(message.to) },
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    messageId: oneLine(message.messageId),
    headers: {
      // Asks for no automatic replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // A person reads it, so we cannot promise one-click unsubscribing (RFC 8058).
      ...(unsubscribe && {
        'List-Unsubscribe': `<mailto:${encodeURI(soleAddress(unsubscribe))}?subject=Unsubscribe>`,
      }),
    },
  };
}

/** Requires TLS for a password unless the server is this machine or the URL says otherwise. */
function withDefaults(url: string): URL {
  const address = new URL(url);
  const query = address.searchParams;
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (!query.has(name)) query.set(name, value);
  }
  const local = /^(localhost|127\.[\d.]+|\[::1\])$/.test(address.hostname);
  const clear = address.protocol === 'smtp:' && address.password !== '' && !local;
  if (clear && !query.has('requireTLS') && !query.has('ignoreTLS')) query.set('requireTLS', 'true');
  return address;
}

/** Throws unless it is exactly one address: anything else would inject a header or a recipient. */
function soleAddress(to: string): string {
  const address = to.trim();
  if (/^[^\s\p{Cc}<>,;:"()[\]\\@]+@[^\s\p{Cc}<>,;:"()[\]\\@]+$/u.test(address)) return address;
  throw new ProviderFailure('SMTP', 'rejected', 'the recipient is not one mail address');
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

function smtpFailure(error: unknown): ProviderFailure {
  const reply = readError(error);
  const words = `${reply.code} ${reply.message}`;
  const namesContent = isAboutContent(reply);
  if (namesContent || isRefusedWhole(reply)) {
    return new Refusal('SMTP', words, { namesContent, cause: error });
  }
  const trouble = troubleOf(reply);
  const Failure = trouble === 'busy' && isAboutEmail(reply) ? Deferral : ProviderFailure;
  return new Failure('SMTP', trouble, words, { cause: error });
}

/** A 5xx after the recipient was accepted; also the reply to an account that may not send. */
function isRefusedWhole({ command, responseCode }: Reply): boolean {
  return command === 'DATA' && responseCode >= 500 && responseCode !== 503;
}

/**
 * True for the message's size (552, 5.2.3 and 5.3.4 in RFC 3463, or nodemailer's check against the
 * server's SIZE) and a filter's verdict (5.7.1).
 */
function isAboutContent({ code, command, responseCode, response }: Reply): boolean {
  if (command !== 'MAIL FROM' && command !== 'DATA') return false;
  if (!responseCode) return code === 'EMESSAGE';
  if (responseCode === 552) return true;
  const status = /^55[04][ -](5\.\d+\.\d+)\b/.exec(response)?.[1] ?? '';
  return ['5.2.3', '5.3.4', ...(command === 'DATA' ? ['5.7.1'] : [])].includes(status);
}

/**
 * 450 is the mailbox (RFC 5321, 4.2.3); 4.1, 4.2 and 4.7 are an address, a mailbox and a policy
 * such as greylisting (RFC 3463, 3). 421 and all other 4xx are about the server.
 */
function isAboutEmail({ command, responseCode, response }: Reply): boolean {
  if (responseCode === 421 || !/^(RCPT TO|DATA)$/.test(command)) return false;
  return responseCode === 450 || /^4\d\d[ -]4\.[127]\./.test(response);
}

/**
 * A 5xx is permanent (RFC 5321, 4.2.1). After RCPT TO it is about the recipient; after any other
 * command about us, because no other depends on the recipient.
 */
function troubleOf({ code, command, responseCode }: Reply): ProviderTrouble {
  if (responseCode >= 400 && responseCode < 500) return 'busy';
  if (responseCode >= 500 && responseCode !== 503) {
    return command === 'RCPT TO' ? 'rejected' : 'refused';
  }
  if (code === 'EPROTOCOL') return 'broken';
  return code === 'EENVELOPE' && !responseCode ? 'rejected' : 'busy';
}

type Reply = ReturnType<typeof readError>;

function readError(error: unknown) {
  const fields: Record<string, unknown> = error instanceof Error ? { ...error } : {};
  return {
    code: String(fields.code ?? ''),
    command: String(fields.command ?? ''),
    responseCode: Number(fields.responseCode ?? 0),
    response: String(fields.response ?? ''),
    message: error instanceof Error ? error.message : String(error),
  };
}
