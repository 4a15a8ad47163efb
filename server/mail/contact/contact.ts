import type { ContactRequest } from '#shared/contact.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { contactMessages } from '../../base/db/tables.ts';
import { contactEmail } from '../email/templates/support.ts';
import type { Outbox } from '../outbox/outbox.ts';

export interface ContactTools {
  db: Db;
  outbox: Outbox;
  publicUrl: string;
  supportEmail: string;
}

/** Stores message and email, or neither. A filled honeypot is dropped: bots learn nothing. */
export async function receiveMessage(
  { db, outbox, publicUrl, supportEmail }: ContactTools,
  { name, email, message, website }: ContactRequest,
  userId: number | null,
): Promise<void> {
  if (website) return;
  await db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(contactMessages)
      .values({ userId, name: name || null, email, message })
      .returning();
    if (!stored) throw new Error('the message was not stored');
    await outbox.post(tx, {
      about: `contact:${stored.id}`,
      kind: 'contact',
      to: supportEmail,
      message: contactEmail({ ...stored, publicUrl, supportEmail }),
    });
  });
}
