import { and, eq, ne } from 'drizzle-orm';
import type { DiscountCode, DiscountCodeRequest } from '#shared/discount.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { discountCodes, users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { record } from './audit.ts';
import { iso, newestFirst, type Page, pageOf } from './paging.ts';

const withCreator = (db: DbOrTx) =>
  db
    .select({ row: discountCodes, createdByEmail: users.email })
    .from(discountCodes)
    .leftJoin(users, eq(users.id, discountCodes.createdBy));

export async function listCodes(db: Db, asked: Page) {
  const rows = await newestFirst(withCreator(db).$dynamic(), discountCodes.id, asked);
  const { page, nextCursor } = pageOf(rows, asked.limit, ({ row }) => row.id);
  return { discountCodes: page.map(presentCode), nextCursor };
}

/** Throws `Problem('conflict')` at the field if the code exists, ignoring case. */
export function createCode(db: Db, actor: User, { expiresAt, ...request }: DiscountCodeRequest) {
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
    return { discountCode: presentCode({ row, createdByEmail: actor.email }) };
  });
}

/** Idempotent. Throws `Problem('not_found')`. */
export function switchCode(db: Db, actor: User, id: number, isActive: boolean) {
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
    return { discountCode: presentCode(found) };
  });
}

/** Days end at midnight UTC, regardless of the time zones of admin and server. */
function endOf(expiresAt: string): Date {
  return new Date(expiresAt.includes('T') ? expiresAt : `${expiresAt}T23:59:59.999Z`);
}

type Found = Awaited<ReturnType<typeof withCreator>>[number];

function presentCode({ row, createdByEmail }: Found): DiscountCode {
  return {
    ...row,
    createdByEmail,
    expiresAt: iso(row.expiresAt),
    createdAt: row.createdAt.toISOString(),
  };
}
