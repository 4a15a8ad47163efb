import { and, eq, like, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { emails, podcasts } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import type { Outbox } from '../../mail/outbox/outbox.ts';
import { isOwnersOpen, notFound } from '../listen/episodeAccess.ts';
import { composeReady, type SenderDetails } from './composeReady.ts';

const MAX_PER_DAY = 3;
/** A second request for the same address within this time counts as a double click. */
const DOUBLE_CLICK_SECONDS = 20;

export interface EmailTools extends SenderDetails {
  db: Db;
  outbox: Pick<Outbox, 'post'>;
}

/** Throws `Problem('not_found')`, `'conflict'` for an unfinished episode, and `'too_many'`. */
export async function resend(tools: EmailTools, owner: User, publicId: string): Promise<string> {
  const { db, outbox } = tools;
  return db.transaction(async (tx) => {
    // Locked, so that of two concurrent requests the second counts the first.
    const [podcast] = await tx
      .select()
      .from(podcasts)
      .where(isOwnersOpen(owner, publicId))
      .for('update');
    if (!podcast) throw notFound();
    const message = await composeReady(tx, podcast, tools);
    if (!message) {
      throw new Problem('conflict', 'The email is written once the episode is finished');
    }
    const about = `podcast:${podcast.id}`;
    const again = and(eq(emails.about, about), like(emails.kind, 'ready-again-%'));
    const isDoubleClick = await tx.$count(
      emails,
      and(
        again,
        eq(emails.recipient, podcast.email),
        sql`${emails.createdAt} > now() - make_interval(secs => ${DOUBLE_CLICK_SECONDS})`,
      ),
    );
    if (isDoubleClick) return podcast.email;
    const today = await tx.$count(
      emails,
      and(again, sql`${emails.createdAt} > now() - interval '1 day'`),
    );
    if (today >= MAX_PER_DAY) {
      throw new Problem(
        'too_many',
        `We’ve sent it ${MAX_PER_DAY} times today. Check your spam, or try another address.`,
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
