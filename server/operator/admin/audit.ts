import { desc, eq, getTableColumns, lt } from 'drizzle-orm';
import type { AuditEntry } from '#shared/admin.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { audit, users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { type Page, type Paged, pageOf } from './paging.ts';

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

export async function listAudit(
  db: Db,
  { cursor, limit }: Page,
): Promise<Paged<'audit', AuditEntry>> {
  const { actorId, ...shown } = getTableColumns(audit);
  const rows = await db
    .select({ ...shown, actor: users.email })
    .from(audit)
    .leftJoin(users, eq(users.id, audit.actorId))
    .where(cursor === null ? undefined : lt(audit.id, cursor))
    .orderBy(desc(audit.id))
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return {
    audit: page.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    nextCursor,
  };
}
