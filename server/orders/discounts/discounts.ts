import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { discountCodes, orders } from '../../base/db/tables.ts';

interface Use {
  codeId: number;
  duration: number;
}

/** Throws `Problem('discount_refused')`. The buyer's own open checkout counts as no use. */
export async function findDiscount(
  db: Db,
  code: string,
  duration: number,
  buyerId: number | null,
): Promise<{ id: number; code: string; discountPercent: number }> {
  const [found] = await db
    .select({ row: discountCodes, isOver, held: heldBy(db, buyerId) })
    .from(discountCodes)
    .where(sql`lower(${discountCodes.code}) = lower(${code.trim()})`);
  const refusal = whyRefused(found, duration);
  if (!found || refusal) throw refused(refusal);
  const { id, discountPercent } = found.row;
  return { id, code: found.row.code, discountPercent };
}

/** Throws `Problem('discount_refused')` unless the code still allows it. */
export async function takeUse(tx: DbOrTx, { codeId, duration }: Use): Promise<void> {
  // Checking before counting would let all concurrent requests through.
  const [reserved] = await tx
    .update(discountCodes)
    .set({ usedCount: sql`${discountCodes.usedCount} + 1` })
    .where(
      and(
        eq(discountCodes.id, codeId),
        eq(discountCodes.isActive, true),
        or(isNull(discountCodes.expiresAt), gt(discountCodes.expiresAt, sql`now()`)),
        or(isNull(discountCodes.minimumDuration), lte(discountCodes.minimumDuration, duration)),
        or(isNull(discountCodes.maxUses), lt(discountCodes.usedCount, discountCodes.maxUses)),
      ),
    )
    .returning({ id: discountCodes.id });
  if (reserved) return;
  const [found] = await tx
    .select({ row: discountCodes, isOver, held: heldBy(tx, null) })
    .from(discountCodes)
    .where(eq(discountCodes.id, codeId));
  throw refused(whyRefused(found, duration));
}

export async function giveUseBack(tx: DbOrTx, codeId: number): Promise<void> {
  await tx
    .update(discountCodes)
    .set({ usedCount: sql`greatest(${discountCodes.usedCount} - 1, 0)` })
    .where(eq(discountCodes.id, codeId));
}

/** By the database's clock, since instances may disagree about the time. */
const isOver = sql<boolean>`coalesce(${discountCodes.expiresAt} <= now(), false)`;

/** The uses that this buyer's open checkouts hold: at most one. */
function heldBy(db: DbOrTx, buyerId: number | null) {
  if (buyerId === null) return sql<number>`0`;
  const held = db
    .select({ n: sql`count(*)::int` })
    .from(orders)
    .where(
      and(
        eq(orders.userId, buyerId),
        eq(orders.discountCodeId, discountCodes.id),
        eq(orders.discountReserved, true),
        eq(orders.status, 'open'),
      ),
    );
  return sql<number>`(${held})`;
}

function whyRefused(
  found: { row: typeof discountCodes.$inferSelect; isOver: boolean; held: number } | undefined,
  duration: number,
): string | null {
  if (!found) return 'We don’t know that code. Check the spelling?';
  const { row } = found;
  if (!row.isActive) return 'That code isn’t active any more';
  if (found.isOver) return 'That code has expired';
  if (row.minimumDuration !== null && duration < row.minimumDuration) {
    return `That code is for episodes of ${row.minimumDuration} minutes or more`;
  }
  if (row.maxUses !== null && row.usedCount - found.held >= row.maxUses) {
    return 'That code has been used up';
  }
  return null;
}

function refused(reason: string | null): Problem {
  // Null only when the code changed between the UPDATE and the SELECT.
  const message = reason ?? 'That code can’t be used right now';
  return new Problem('discount_refused', message, { discountCode: message });
}
