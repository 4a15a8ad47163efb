import { ApiError, fieldMessagesOf, messageOf } from '../api/client.ts';

const FIELDS = ['name', 'email', 'message'] as const;

/** The server's errors by field, in the order of the form. */
export function fieldErrorsOf(error: unknown) {
  const fields = fieldMessagesOf(error);
  return FIELDS.flatMap((name) => {
    const message = fields[name];
    return message ? [{ name, message }] : [];
  });
}

export type Failure = { title: string; text: string };

/** Explains why a message was not sent. */
export function failureOf(error: unknown): Failure {
  const wait = error instanceof ApiError && error.status === 429;
  return {
    title: wait ? 'That’s a few letters in a row' : 'Your message did not go out',
    text: `${messageOf(error)} What you wrote is still here.`,
  };
}
