import { ProviderFailure } from '../provider.ts';

export interface EmailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stable per occasion, so that a letter sent twice is one letter to a mail client. */
  messageId: string;
  /** Whom to write to for no more letters of its kind: on letters that nobody waits for. */
  unsubscribe?: string;
}

export interface Mailer {
  /**
   * Hands the letter to the mail server. The signal breaks it off until the whole letter is on its
   * way; from then on the server's word is waited for, since nobody else knows whether it has it.
   * Throws `ProviderFailure`: `rejected` for a hard bounce, a `Deferral` when it is this letter that
   * has to wait, a `Refusal` when it was refused as a whole; any other trouble is the server's own.
   */
  send(message: EmailMessage, signal?: AbortSignal): Promise<void>;
  /** Whether the server lets us in at all; sends nothing. Throws `ProviderFailure`. */
  verify(): Promise<void>;
}

/** The server works, and does not take this letter yet: a full mailbox, a greylist. */
export class Deferral extends ProviderFailure {}

/**
 * The server took the recipient and refused the letter (`refused`): for who sends it, which is our
 * account's trouble, or for what is in it. One answer does not tell which; what becomes of other
 * letters does.
 */
export class Refusal extends ProviderFailure {
  /** Whether its words are about what is in the letter: its size, or what a filter thinks of it. */
  readonly namesContent: boolean;

  constructor(
    provider: string,
    message: string,
    options: { namesContent: boolean; cause?: unknown },
  ) {
    super(provider, 'refused', message, { cause: options.cause });
    this.namesContent = options.namesContent;
  }
}
