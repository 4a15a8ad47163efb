import { eq, getTableColumns } from 'drizzle-orm';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { audit, users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { newestFirst, type Page, pageOf } from './paging.ts';

/** `target` names the row, e.g. `order:kX3…`. */
interface Act {
  actor: User;
  action: string;
  target: string;
  detail?: Record<string, unknown> | undefined;
}

/** Call in the action's own transaction, so that neither exists without the other. */
export async function record(tx: DbOrTx, { actor, ...act }: Act): Promise<void> {
  await tx.insert(audit).values({ actorId: actor.id, ...act });
}

export async function listAudit(db: Db, asked: Page) {
  const { actorId, ...shown } = getTableColumns(audit);
  const all = db
    .select({ ...shown, actor: users.email })
    .from(audit)
    .leftJoin(users, eq(users.id, audit.actorId))
    .$dynamic();
  const rows = await newestFirst(all, audit.id, asked);
  const { page, nextCursor } = pageOf(rows, asked.limit, ({ id }) => id);
  return {
    audit: page.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    nextCursor,
  };
}
