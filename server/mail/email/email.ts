import { ProviderFailure } from '../../base/kit/provider.ts';

export interface EmailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stable per occasion, so that mail clients show an email that was sent twice as one. */
  messageId: string;
  /** The address for unsubscribing, on emails that are not expected. */
  unsubscribe?: string;
}

export interface Mailer {
  /**
   * Hands the email to the mail server. The signal aborts it until the whole message has been sent;
   * from then on it waits for the server's reply, which alone says whether the server accepted it.
   * Throws `ProviderFailure`: `rejected` for a hard bounce, a `Deferral` when this email has to wait, a
   * `Refusal` when it was refused as a whole; all other failures are the server's own.
   */
  send(message: EmailMessage, signal?: AbortSignal): Promise<void>;
  /** Signs in to the server and sends nothing. Throws `ProviderFailure`. */
  verify(): Promise<void>;
}

/** The server works but does not accept this email yet: a full mailbox, greylisting. */
export class Deferral extends ProviderFailure {}

/**
 * The server accepted the recipient and refused the message (`refused`): because of our account, or
 * because of its content. One reply does not say which; the fate of other emails does.
 */
export class Refusal extends ProviderFailure {
  /** Whether the reply is about the content: its size, or a filter's verdict. */
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
