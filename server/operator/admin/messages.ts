import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { ContactMessage } from '#shared/admin.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { contactMessages, podcasts } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { record } from './audit.ts';
import { iso, newestFirst, type Page, pageOf } from './paging.ts';

export async function listMessages(db: Db, asked: Page) {
  const rows = await newestFirst(withEpisodes(db).$dynamic(), contactMessages.id, asked);
  const { page, nextCursor } = pageOf(rows, asked.limit, ({ row }) => row.id);
  return { messages: page.map(present), nextCursor };
}

/** Idempotent: keeps the first time. Throws `Problem('not_found')`. */
export function handleMessage(db: Db, actor: User, id: number) {
  return db.transaction(async (tx) => {
    const [ticked] = await tx
      .update(contactMessages)
      .set({ handledAt: sql`now()` })
      .where(and(eq(contactMessages.id, id), isNull(contactMessages.handledAt)))
      .returning({ id: contactMessages.id });
    if (ticked) await record(tx, { actor, action: 'message handled', target: `message:${id}` });
    const [found] = await withEpisodes(tx).where(eq(contactMessages.id, id));
    if (!found) throw new Problem('not_found', 'There is no such message');
    return { message: present(found) };
  });
}

function withEpisodes(db: DbOrTx) {
  return db
    .select({ row: contactMessages, title: podcasts.title, token: podcasts.shareToken })
    .from(contactMessages)
    .leftJoin(
      podcasts,
      and(eq(podcasts.id, contactMessages.podcastId), ne(podcasts.status, 'deleted')),
    );
}

type Found = Awaited<ReturnType<typeof withEpisodes>>[number];

function present({ row, title, token }: Found): ContactMessage {
  const { userId, podcastId, ...message } = row;
  return {
    ...message,
    episode: title === null ? null : { title, listenUrl: `/listen?episode=${token}` },
    createdAt: row.createdAt.toISOString(),
    handledAt: iso(row.handledAt),
  };
}
