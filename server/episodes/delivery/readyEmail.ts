import { and, asc, eq, like, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import { followUpPath } from '#shared/reorderLink.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { emails, orders, podcastLines, podcasts } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import type { EmailText } from '../../mail/email/layout.ts';
import { readyEmail } from '../../mail/email/templates/readyEmail.ts';
import type { Outbox } from '../../mail/outbox/outbox.ts';
import { isOwnersOpen, notFound } from '../listen/episodeAccess.ts';
import { presentSource } from '../listen/presentSources.ts';
import { sourcesOf } from '../log/episodeSources.ts';
import type { PodcastRow } from '../log/lease.ts';
import { chaptersOf } from '../log/timeline.ts';

export interface SenderDetails {
  publicUrl: string;
  supportEmail: string;
  demoWriter?: boolean;
}

/** Null while the episode is unfinished. */
export async function composeReady(
  tx: DbOrTx,
  podcast: PodcastRow,
  { publicUrl, supportEmail, demoWriter = false }: SenderDetails,
): Promise<EmailText | null> {
  const { id, outline, durationSeconds, emailToken } = podcast;
  if (podcast.status !== 'completed' || !outline || durationSeconds === null) return null;
  const [order] = await tx
    .select({ publicId: orders.publicId })
    .from(orders)
    .where(eq(orders.podcastId, id));
  const lines = await tx
    .select({ section: podcastLines.section, startMilliseconds: podcastLines.startMilliseconds })
    .from(podcastLines)
    .where(eq(podcastLines.podcastId, id))
    .orderBy(asc(podcastLines.position));
  const read = (await sourcesOf(tx, [id])).get(id) ?? [];
  return readyEmail({
    title: podcast.title,
    hosts: [podcast.voice1Name, podcast.voice2Name],
    boughtMinutes: podcast.duration,
    durationSeconds,
    listenUrl: `${publicUrl}/listen?episode=${emailToken}`,
    coverUrl: `${publicUrl}/media/${emailToken}/cover.jpg`,
    waveUrl: `${publicUrl}/media/${emailToken}/wave.png`,
    chapters: chaptersOf(outline, lines, durationSeconds * 1000).map((chapter) => ({
      title: chapter.title,
      startSeconds: chapter.startMilliseconds / 1000,
    })),
    // Never what is private, not even if others may see it now: an email cannot be taken back.
    sources: read.map((source) => {
      const shown = presentSource(source, false);
      return shown.isPrivate ? { ...shown, title: 'A document you brought' } : shown;
    }),
    followUps: (podcast.recap?.followUps ?? []).map((question) => ({
      question,
      url: `${publicUrl}${followUpPath(question, podcast, 'email')}`,
    })),
    amountPaid: podcast.amountPaid,
    discountAmount: podcast.discountAmount,
    discountCode: podcast.discountCode,
    receiptUrl: order ? `${publicUrl}/dashboard?receipt=${order.publicId}` : null,
    demoWriter,
    publicUrl,
    supportEmail,
  });
}

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
