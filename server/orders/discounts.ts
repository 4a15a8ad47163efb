import { and, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { reducedPrice } from '#shared/pricing.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../base/db/openDatabase.ts';
import { discountCodes, orders } from '../base/db/tables.ts';
import { refundEmail } from '../mail/email/templates/order.ts';
import type { OrderTools, OrderRow } from './orderQueries.ts';

interface Use {
  codeId: number;
  duration: number;
}

/** Throws `Problem('discount_refused')`. The buyer's own open checkout counts as no use. */
export async function lookUpCode(
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

/*
 * An order with a discount holds one use of its code from the moment its checkout opens, and one
 * use buys one episode. Releasing the use raises the order to the list price in the same step, and
 * a payment of the old price then buys nothing.
 */

/** Raises the order to its list price, and releases the use of its code if it holds one. */
export async function releaseUse(tx: DbOrTx, order: OrderRow): Promise<OrderRow> {
  const raised = { discountReserved: false, discountAmount: 0, total: order.listPrice };
  await tx.update(orders).set(raised).where(eq(orders.id, order.id));
  if (order.discountReserved && order.discountCodeId !== null) {
    await giveUseBack(tx, order.discountCodeId);
  }
  return { ...order, ...raised };
}

/** True if Paddle was ever asked to collect this price, in cents, for the order. */
export function hadThePrice(order: OrderRow, price: number): boolean {
  if (price === order.total) return true;
  return order.discountCodeId !== null && (price === order.listPrice || price === reduced(order));
}

const reduced = ({ listPrice, discountPercent }: OrderRow): number =>
  reducedPrice(listPrice, discountPercent);

/** True if the price is that of a discount whose use has been released. */
export function paidAfterRelease(order: OrderRow, price: number): boolean {
  if (order.discountCodeId === null || order.discountReserved) return false;
  return price < order.listPrice && price === reduced(order);
}

/** Nothing is produced for a payment of `price` cents, which `reconcile` refunds. */
export async function promiseDiscountRefund(
  { outbox, publicUrl, supportEmail }: OrderTools,
  tx: DbOrTx,
  { id, listPrice }: OrderRow,
  price: number,
): Promise<void> {
  const [promised] = await tx
    .update(orders)
    .set({
      status: 'refund_pending',
      refundReason: 'discount',
      refundDueAt: sql`now()`,
      paidAt: sql`now()`,
      total: price,
      discountAmount: listPrice - price,
    })
    .where(and(eq(orders.id, id), inArray(orders.status, ['open', 'expired'])))
    .returning();
  if (!promised) return;
  await outbox.post(tx, {
    about: `order:${id}`,
    kind: 'refund-asked',
    to: promised.email,
    message: refundEmail({ ...promised, reason: 'discount', done: false, publicUrl, supportEmail }),
  });
}
