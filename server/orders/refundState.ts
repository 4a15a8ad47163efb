import { type SQL, sql } from 'drizzle-orm';
import type { adjustments } from '../base/db/tables.ts';
import type { Adjustment } from './paddle/payments.ts';

export type AdjustmentRow = typeof adjustments.$inferSelect;

interface RefundState {
  /** The full refund that was approved, or else one that Paddle has not decided. */
  refund: AdjustmentRow | null;
  /** Our own requests that came to nothing, oldest first. */
  refusals: AdjustmentRow[];
  /** The buyer's bank has taken the money, and we have not won it back. */
  chargedBack: boolean;
}

/** Hours to wait after Paddle's first, second and third refusal; after the fourth a person must act. */
const HOURS_AFTER_REFUSAL = [1, 24, 72];

/**
 * Depends on the set of adjustments, not on the order in which they arrive. Paddle reports a
 * reversed chargeback twice, in either order, or once: the chargeback's own status becomes
 * `reversed`, and a `chargeback_reverse` is created (developer.paddle.com/concepts/adjustments).
 * Partial adjustments change nothing here: a person decides about them.
 */
export function refundStateOf(known: AdjustmentRow[]): RefundState {
  const whole = known
    .filter(({ type }) => type === 'full')
    .sort((one, other) => +one.changedAt - +other.changedAt || (one.id < other.id ? -1 : 1));
  const of = (action: string, ...statuses: Adjustment['status'][]) =>
    whole.filter((one) => one.action === action && statuses.includes(one.status));
  const undone = Math.max(
    of('chargeback', 'reversed').length,
    of('chargeback_reverse', 'approved').length,
  );
  return {
    refund: of('refund', 'approved')[0] ?? of('refund', 'pending_approval')[0] ?? null,
    refusals: of('refund', 'rejected', 'reversed').filter(({ isOurs }) => isOurs),
    chargedBack: of('chargeback', 'approved', 'reversed').length > undone,
  };
}

interface PromisedRefund {
  refundDueAt: Date | null;
  refundId: string | null;
}

/**
 * When to ask Paddle (again), or null when a person must act instead. Without a refusal the refund
 * stays due, and becomes due again when a refund begun at Paddle comes to nothing.
 */
export function dueAfter(
  { refundDueAt }: PromisedRefund,
  refusals: AdjustmentRow[],
): Date | SQL<Date> | null {
  const last = refusals.at(-1);
  if (!last) return refundDueAt ?? sql<Date>`now()`;
  const hours = HOURS_AFTER_REFUSAL[refusals.length - 1];
  return hours ? new Date(last.changedAt.getTime() + hours * 3_600_000) : null;
}

export function isPending({ refundId, refundDueAt }: PromisedRefund): boolean {
  return refundId !== null || refundDueAt !== null;
}

export const refusedForGood = (refusals: AdjustmentRow[]) =>
  `Paddle has refused the refund ${refusals.length} times: a person must give it back`;

/** An adjustment only moves forward: pending, decided, reversed. Of two decisions the newer counts. */
export function supersedes(
  reported: Pick<Adjustment, 'status' | 'changedAt'>,
  known: Pick<Adjustment, 'status' | 'changedAt'>,
): boolean {
  const steps = { pending_approval: 0, approved: 1, rejected: 1, reversed: 2 };
  const ahead = steps[reported.status] - steps[known.status];
  return ahead > 0 || (ahead === 0 && reported.changedAt > known.changedAt);
}

export function flagsOf({ action, type, status }: Adjustment): string[] {
  const part = type === 'partial' ? 'partial ' : '';
  const isUndone = action === 'chargeback_reverse' || status === 'reversed';
  if (action === 'refund') {
    if (part) return ['Paddle reports a partial refund'];
    return status === 'rejected' || isUndone ? [`Paddle reports a refund ${status}`] : [];
  }
  if (action === 'chargeback_warning') return ['Paddle reports a chargeback warning'];
  if (action !== 'chargeback' && action !== 'chargeback_reverse') {
    return [`Paddle reports a ${action.replaceAll('_', ' ')}`];
  }
  const reported = `Paddle reports a ${part}chargeback`;
  return isUndone ? [reported, `${reported} reversed`] : [reported];
}
