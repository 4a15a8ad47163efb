import { and, eq, isNull, like, ne, sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/open.ts';
import { emails, podcasts } from '../db/tables.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { endLinks } from './links.ts';
import { composeReady } from './ready.ts';

/**
 * The buyer's bank has the money: nobody hears the episode, nobody works on it (whoever does loses
 * its lease, and nobody takes it), and a letter that was to announce it stays here.
 */
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

/**
 * The money is ours again: its owner hears it. One that was being made is carried on
 * (`production/queue.ts`), and what was not announced is announced.
 */
export async function release(
  tools: { outbox: Pick<Outbox, 'post'>; publicUrl: string; supportEmail: string },
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
