import { ApiError, messageOf } from '../api/client.ts';

const FIELDS = ['name', 'email', 'message'] as const;

/** What the server says against single fields, in the order of the form. */
export function complaintsOf(error: unknown) {
  const fields = error instanceof ApiError ? error.problem?.fields : undefined;
  return FIELDS.flatMap((name) => {
    const message = fields?.[name];
    return message ? [{ name, message }] : [];
  });
}

export type Refusal = { title: string; text: string };

/** What to say of a message that did not get through. */
export function refusalOf(error: unknown): Refusal {
  const wait = error instanceof ApiError && error.status === 429;
  return {
    title: wait ? 'That’s a few letters in a row' : 'Your message did not go out',
    text: `${messageOf(error)} What you wrote is still here.`,
  };
}
