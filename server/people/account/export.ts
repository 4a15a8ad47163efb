import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '../../base/db/openDatabase.ts';
import {
  contactMessages,
  emails,
  listeningPositions,
  orders,
  podcastLines,
  podcasts,
  sources,
  verdicts,
} from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { presentSources } from '../../episodes/listen/presentSources.ts';
import { type ReadSource, sourcesOf } from '../../episodes/log/episodeSources.ts';
import type { LineRow, PodcastRow } from '../../episodes/log/lease.ts';
import type { OrderRow } from '../../orders/orderQueries.ts';
import { presentAccount } from '../auth/accounts.ts';
import { emailsOf } from './removeAccount.ts';

/** GDPR, articles 15 and 20. Holds no hashes, tokens or links that work without signing in. */
export function exportAccount(db: Db, user: User): Promise<object> {
  return db.transaction(
    async (tx) => {
      const placed = await tx
        .select()
        .from(orders)
        .where(eq(orders.userId, user.id))
        .orderBy(asc(orders.id));
      const made = await tx
        .select()
        .from(podcasts)
        .where(and(eq(podcasts.userId, user.id), ne(podcasts.status, 'deleted')))
        .orderBy(asc(podcasts.id));
      const ids = made.map(({ id }) => id);
      const lines = await tx
        .select()
        .from(podcastLines)
        .where(inArray(podcastLines.podcastId, ids))
        .orderBy(asc(podcastLines.podcastId), asc(podcastLines.position));
      const read = await sourcesOf(tx, ids);
      const transcripts = Map.groupBy(lines, ({ podcastId }) => podcastId);
      const attachments = await tx
        .select()
        .from(sources)
        .where(eq(sources.userId, user.id))
        .orderBy(asc(sources.createdAt));
      const positions = await tx
        .select({
          episode: podcasts.publicId,
          seconds: listeningPositions.seconds,
          updatedAt: listeningPositions.updatedAt,
        })
        .from(listeningPositions)
        .innerJoin(podcasts, eq(podcasts.id, listeningPositions.podcastId))
        .where(eq(listeningPositions.userId, user.id));
      const said = await tx
        .select({
          episode: podcasts.publicId,
          right: verdicts.isRight,
          note: verdicts.note,
          saidAt: verdicts.saidAt,
        })
        .from(verdicts)
        .innerJoin(podcasts, eq(podcasts.id, verdicts.podcastId))
        .where(eq(verdicts.userId, user.id))
        .orderBy(asc(verdicts.id));
      const written = await tx
        .select()
        .from(emails)
        .where(emailsOf(user.id))
        .orderBy(asc(emails.id));
      const { name, email, message, createdAt } = contactMessages;
      const messages = await tx
        .select({ name, email, message, createdAt })
        .from(contactMessages)
        .where(eq(contactMessages.userId, user.id))
        .orderBy(asc(contactMessages.id));

      return {
        exportedAt: new Date(),
        account: {
          ...presentAccount(user),
          emailVerifiedAt: user.emailVerifiedAt,
          emailVerifiedBy: user.emailVerifiedBy,
          createdAt: user.createdAt,
          updatedAt: user.updatedAt,
        },
        orders: placed.map((order) => ({
          id: order.publicId,
          status: order.status,
          topic: order.topic,
          brief: order.brief,
          tone: order.tone,
          style: order.style,
          duration: order.duration,
          hosts: [order.voice1Name, order.voice2Name],
          email: order.email,
          stings: order.stings,
          ...exportAttachments(order, attachments),
          listPrice: order.listPrice,
          discountCode: order.discountCode,
          discountPercent: order.discountPercent,
          discountAmount: order.discountAmount,
          total: order.total,
          currency: 'USD',
          isBonus: order.isBonus,
          hasPreview: order.previewId !== null,
          channel: order.channel,
          transactionId: order.paddleTransactionId,
          createdAt: order.createdAt,
          paidAt: order.paidAt,
          refundedAt: order.refundedAt,
        })),
        episodes: made.map((episode) => ({
          publicId: episode.publicId,
          title: episode.title,
          topic: episode.topic,
          summary: episode.summary,
          brief: episode.brief,
          answers: episode.answers,
          recap: episode.recap,
          tone: episode.tone,
          style: episode.style,
          duration: episode.duration,
          durationSeconds: episode.durationSeconds,
          hosts: [episode.voice1Name, episode.voice2Name],
          email: episode.email,
          stings: episode.stings,
          status: episode.status,
          failure: episode.failure,
          createdAt: episode.createdAt,
          completedAt: episode.completedAt,
          transcript: (transcripts.get(episode.id) ?? []).map((line) => ({
            speaker: line.speaker === 'A' ? episode.voice1Name : episode.voice2Name,
            startSeconds: line.startMilliseconds === null ? null : line.startMilliseconds / 1000,
            text: line.text,
          })),
          ...exportSources(episode, read.get(episode.id) ?? [], transcripts.get(episode.id) ?? []),
        })),
        sources: attachments.map(({ kind, title, url, words, text, createdAt }) => ({
          kind,
          title,
          address: url,
          words,
          text,
          createdAt,
        })),
        positions,
        verdicts: said,
        emails: written.map(({ kind, recipient, createdAt, sentAt }) => ({
          subject: subjectOf(kind),
          to: recipient,
          writtenAt: createdAt,
          sentAt,
        })),
        messages,
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Leaves out attachments that are gone by now. */
function exportAttachments(order: OrderRow, attachments: (typeof sources.$inferSelect)[]) {
  const byId = new Map(attachments.map(({ id, kind, title }) => [id, { kind, title }]));
  return {
    sources: order.sources.flatMap((id) => byId.get(id) ?? []),
    onlyTheseSources: order.onlyTheseSources,
  };
}

/** A claim belongs to the transcript's line that starts at the same second. */
function exportSources(episode: PodcastRow, read: ReadSource[], lines: LineRow[]) {
  const { sources, claims } = presentSources(episode, read, lines, true);
  return {
    sources: sources.map((source, index) => ({
      ...source,
      paper: read[index]?.paper ?? '',
      facts: (read[index]?.facts ?? []).map(
        ({ podcastId: _, source: _source, isRemoved: _isRemoved, number, ...fact }) => ({
          fact: number,
          ...fact,
        }),
      ),
    })),
    claims: claims.map(({ start, sourceId, fact, quote, strength }) => ({
      startSeconds: start,
      sourceId,
      fact,
      quote,
      strength,
    })),
    showsSources: episode.showsSources,
  };
}

/** Describes each kind of email; the text of an email is not kept once it is sent. */
function subjectOf(kind: string): string {
  if (kind.startsWith('ready')) return 'Your episode is ready';
  return subjects[kind] ?? kind;
}

const subjects: Record<string, string> = {
  welcome: 'Welcome',
  proof: 'Confirm your email',
  secured: 'Your account is yours alone',
  reset: 'Your new password',
  bonus: 'A free episode for you',
  failed: 'We couldn’t make your episode',
  'refund-asked': 'We’re sending your money back',
  refunded: 'Your money is on its way',
};
