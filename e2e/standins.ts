import type { z } from 'zod';
import { withPlainStandins } from '../server/testing/plainStandins.ts';
import type { faultSettings } from '../standins/faults.ts';

/** URLs of this worker's product and stand-ins, set before its first test. */
export const addresses = { product: '', standins: '' };

export async function standin<T>(path: string, body?: unknown, method = 'POST'): Promise<T> {
  const reply = await fetch(
    addresses.standins + path,
    body === undefined
      ? {}
      : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  );
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as T;
}

export async function setFaults(settings: z.input<typeof faultSettings>): Promise<void> {
  await standin('/faults', withPlainStandins(settings), 'PUT');
}

export interface EmailMessage {
  to: string;
  subject: string;
  text: string;
}

export async function emailsTo(email: string): Promise<EmailMessage[]> {
  const { messages } = await standin<{ messages: EmailMessage[] }>('/mail/messages');
  return messages.filter(({ to }) => to.toLowerCase().includes(email.toLowerCase()));
}
