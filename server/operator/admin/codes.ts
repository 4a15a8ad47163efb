import { and, desc, eq, lt, ne } from 'drizzle-orm';
import type { DiscountCode, DiscountCodeRequest } from '#shared/discount.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { discountCodes, users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { record } from './audit.ts';
import { iso, type Page, type Paged, pageOf } from './paging.ts';

const withCreator = (db: DbOrTx) =>
  db
    .select({ row: discountCodes, createdByEmail: users.email })
    .from(discountCodes)
    .leftJoin(users, eq(users.id, discountCodes.createdBy));

export async function listCodes(
  db: Db,
  { cursor, limit }: Page,
): Promise<Paged<'discountCodes', DiscountCode>> {
  const rows = await withCreator(db)
    .where(cursor === null ? undefined : lt(discountCodes.id, cursor))
    .orderBy(desc(discountCodes.id))
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit, ({ row }) => row.id);
  return { discountCodes: page.map(presentCode), nextCursor };
}

/** Throws `Problem('conflict')` at the field if the code exists, ignoring case. */
export function createCode(
  db: Db,
  actor: User,
  { expiresAt, ...request }: DiscountCodeRequest,
): Promise<DiscountCode> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(discountCodes)
      .values({
        ...request,
        expiresAt: expiresAt === undefined ? null : endOf(expiresAt),
        createdBy: actor.id,
      })
      .onConflictDoNothing()
      .returning();
    if (!row) {
      const message = 'This code already exists';
      throw new Problem('conflict', message, { code: message });
    }
    const { code, discountPercent } = row;
    await record(tx, {
      actor,
      action: 'discount code created',
      target: `discount-code:${row.id}`,
      detail: { code, discountPercent },
    });
    return presentCode({ row, createdByEmail: actor.email });
  });
}

/** Idempotent. Throws `Problem('not_found')`. */
export function switchCode(
  db: Db,
  actor: User,
  id: number,
  isActive: boolean,
): Promise<DiscountCode> {
  return db.transaction(async (tx) => {
    const [changed] = await tx
      .update(discountCodes)
      .set({ isActive })
      .where(and(eq(discountCodes.id, id), ne(discountCodes.isActive, isActive)))
      .returning();
    if (changed) {
      await record(tx, {
        actor,
        action: isActive ? 'discount code switched on' : 'discount code switched off',
        target: `discount-code:${id}`,
        detail: { code: changed.code },
      });
    }
    const [found] = await withCreator(tx).where(eq(discountCodes.id, id));
    if (!found) throw new Problem('not_found', 'There is no such discount code');
    return presentCode(found);
  });
}

/** Days end at midnight UTC, regardless of the time zones of admin and server. */
function endOf(expiresAt: string): Date {
  return new Date(expiresAt.includes('T') ? expiresAt : `${expiresAt}T23:59:59.999Z`);
}

function presentCode(found: {
  row: typeof discountCodes.$inferSelect;
  createdByEmail: string | null;
}): DiscountCode {
  const { row, createdByEmail } = found;
  return {
    ...row,
    createdByEmail,
    expiresAt: iso(row.expiresAt),
    createdAt: row.createdAt.toISOString(),
  };
}
