import { ProviderFailure } from '../../base/kit/provider.ts';
import type { EmailText } from './layout.ts';

export interface EmailMessage extends EmailText {
  to: string;
  /** Stable per occasion, so that mail clients show a repeated email as one. */
  messageId: string;
}

export interface Mailer {
  /**
   * The signal aborts until the whole message has been sent; from then on only the server's reply
   * says whether it was accepted. Throws `ProviderFailure`: `rejected` for a hard bounce, a
   * `Deferral` when this email has to wait, a `Refusal` when it was refused as a whole; all other
   * failures are the server's own.
   */
  send(message: EmailMessage, signal?: AbortSignal): Promise<void>;
  /** Signs in and sends nothing. Throws `ProviderFailure`. */
  verify(): Promise<void>;
}

/** The server works but does not accept this email yet: a full mailbox, greylisting. */
export class Deferral extends ProviderFailure {}

/** Our account or this content is to blame: only the fate of other emails says which. */
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
