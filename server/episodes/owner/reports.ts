import type { ReportRequest } from '#shared/reportSchema.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { contactMessages } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { reportEmail } from '../../mail/email/templates/support.ts';
import type { Outbox } from '../../mail/outbox/outbox.ts';
import { findByToken } from '../listen/episodeAccess.ts';

export interface ReportTools {
  db: Db;
  outbox: Outbox;
  publicUrl: string;
  supportEmail: string;
}

/** Drops a report silently if it fills in the honeypot field, `website`. */
export async function receiveReport(
  { db, outbox, publicUrl, supportEmail }: ReportTools,
  { token, reason, message, email = '', website }: ReportRequest,
  listener: User | null,
): Promise<void> {
  if (website) return;
  const podcast = await findByToken(db, listener, token);
  await db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(contactMessages)
      .values({
        userId: listener?.id ?? null,
        podcastId: podcast.id,
        email,
        message: message ? `${reason}\n${message}` : reason,
      })
      .returning();
    if (!stored) throw new Error('the report was not stored');
    await outbox.post(tx, {
      about: `contact:${stored.id}`,
      kind: 'report',
      to: supportEmail,
      message: reportEmail({
        ...stored,
        title: podcast.title,
        listenUrl: `${publicUrl}/listen?episode=${podcast.shareToken}`,
        publicUrl,
        supportEmail,
      }),
    });
  });
}
