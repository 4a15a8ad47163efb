import { and, eq, like, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { User } from '../auth/user.ts';
import type { Db } from '../db/open.ts';
import { emails, podcasts } from '../db/tables.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { composeReady } from './ready.ts';

/** Letters that the owner may ask for in a day, for each episode. */
const A_DAY = 3;
/** Asked again within this time, seconds, for the same address, it was a double tap. */
const DOUBLE_TAP_WITHIN = 20;

interface ResendTools {
  db: Db;
  outbox: Pick<Outbox, 'post'>;
  publicUrl: string;
  supportEmail: string;
}

/**
 * Mails the letter of a finished episode once more, to where its letters go now; resolves with that
 * address. A double tap is one letter. Throws `Problem('not_found')`,
 * `Problem('conflict')` for one that is not finished, `Problem('too_many')`.
 */
export async function resend(tools: ResendTools, owner: User, publicId: string): Promise<string> {
  const { db, outbox, publicUrl, supportEmail } = tools;
  return db.transaction(async (tx) => {
    // Locked, so that of two at once the second counts the first.
    const [podcast] = await tx
      .select()
      .from(podcasts)
      .where(
        and(
          eq(podcasts.publicId, publicId),
          eq(podcasts.userId, owner.id),
          eq(podcasts.withheld, false),
        ),
      )
      .for('update');
    if (!podcast || podcast.status === 'deleted') {
      throw new Problem('not_found', 'There is no such episode');
    }
    const message = await composeReady(tx, podcast, { publicUrl, supportEmail });
    if (!message) {
      throw new Problem('conflict', 'The letter is written once the episode is finished');
    }
    const about = `podcast:${podcast.id}`;
    const again = and(eq(emails.about, about), like(emails.kind, 'ready-again-%'));
    const isDoubleTap = await tx.$count(
      emails,
      and(
        again,
        eq(emails.recipient, podcast.email),
        sql`${emails.createdAt} > now() - make_interval(secs => ${DOUBLE_TAP_WITHIN})`,
      ),
    );
    if (isDoubleTap) return podcast.email;
    const today = await tx.$count(
      emails,
      and(again, sql`${emails.createdAt} > now() - interval '1 day'`),
    );
    if (today >= A_DAY) {
      throw new Problem(
        'too_many',
        `We have sent it ${A_DAY} times today. Look among your unwanted mail, or try another address.`,
      );
    }
    await outbox.post(tx, {
      about,
      kind: `ready-again-${(await tx.$count(emails, again)) + 1}`,
      to: podcast.email,
      message,
    });
    return podcast.email;
  });
}
