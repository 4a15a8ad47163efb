import { and, eq, isNull, like, ne, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { emails, podcasts } from '../../base/db/tables.ts';
import type { Outbox } from '../../mail/outbox/outbox.ts';
import { endLinks } from '../listen/episodeAccess.ts';
import { composeReady, type SenderDetails } from './readyEmail.ts';

/** Nobody can play the episode, its worker loses the lease, and no other acquires it. */
export async function withhold(tx: DbOrTx, podcastId: number | null): Promise<void> {
  if (podcastId === null) return;
  await tx
    .update(podcasts)
    .set({ withheld: true, lease: sql`${podcasts.lease} + 1` })
    .where(eq(podcasts.id, podcastId));
  await endLinks(tx, podcastId);
  await tx
    .delete(emails)
    .where(
      and(
        eq(emails.about, `podcast:${podcastId}`),
        like(emails.kind, 'ready%'),
        isNull(emails.sentAt),
      ),
    );
}

/** Production goes on (`production/run/episodeQueue.ts`), or the unsent email is sent. */
export async function release(
  tools: SenderDetails & { outbox: Pick<Outbox, 'post'> },
  tx: DbOrTx,
  podcastId: number | null,
): Promise<void> {
  if (podcastId === null) return;
  const [podcast] = await tx
    .update(podcasts)
    .set({ withheld: false })
    .where(and(eq(podcasts.id, podcastId), ne(podcasts.status, 'deleted')))
    .returning();
  const message = podcast && (await composeReady(tx, podcast, tools));
  if (!message) return;
  const about = `podcast:${podcastId}`;
  await tools.outbox.post(tx, { about, kind: 'ready', to: podcast.email, message });
}
