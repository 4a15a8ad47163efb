export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stable per occasion, so that a letter sent twice is one letter to a mail client. */
  messageId: string;
}

export interface Mailer {
  /** Hands the letter to the mail server. Throws `ProviderFailure`: `rejected` for a hard bounce. */
  send(letter: Letter): Promise<void>;
}
