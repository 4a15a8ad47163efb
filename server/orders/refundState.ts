import { type SQL, sql } from 'drizzle-orm';
import type { adjustments } from '../db/tables.ts';
import type { Adjustment } from '../payments/payments.ts';

export type AdjustmentRow = typeof adjustments.$inferSelect;

/** How a payment stands, as far as Paddle's adjustments of it say. */
interface Standing {
  /** The refund of the whole sum that has gone, or else one that Paddle has not decided. */
  refund: AdjustmentRow | null;
  /** What Paddle answered to our own requests in vain, oldest first. */
  refusals: AdjustmentRow[];
  /** The buyer's bank has the money, and we have not won it back. */
  chargedBack: boolean;
}

/** Waits after Paddle's first, second and third refusal, in hours; after one more a person must act. */
const HOURS_AFTER_REFUSAL = [1, 24, 72];

/**
 * Depends on the set of adjustments alone, never on the order in which they were heard of.
 *
 * A chargeback that is undone is told twice, and either may come first or alone: its own status
 * becomes `reversed`, and a `chargeback_reverse` is created (developer.paddle.com/concepts/adjustments).
 * Parts of the sum change nothing here: a person decides.
 */
export function refundStateOf(known: AdjustmentRow[]): Standing {
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

/** What we have promised and Paddle has not done: an order's, or a stray payment's. */
interface Debt {
  refundDueAt: Date | null;
  refundId: string | null;
}

/**
 * When Paddle is asked (again), or null when a person must act instead. Without a refusal the debt
 * stays due, or is due again when somebody else's refund came to nothing.
 */
export function dueAfter(
  { refundDueAt }: Debt,
  refusals: AdjustmentRow[],
): Date | SQL<Date> | null {
  const last = refusals.at(-1);
  if (!last) return refundDueAt ?? sql<Date>`now()`;
  const hours = HOURS_AFTER_REFUSAL[refusals.length - 1];
  return hours ? new Date(last.changedAt.getTime() + hours * 3_600_000) : null;
}

/** Paddle has it, or is to be asked for it. */
export function isUnderWay({ refundId, refundDueAt }: Debt): boolean {
  return refundId !== null || refundDueAt !== null;
}

export const refusedForGood = (refusals: AdjustmentRow[]) =>
  `Paddle has refused the refund ${refusals.length} times: a person must give it back`;

/** An adjustment only moves on: waiting, decided, reversed. Of two decisions the newer counts. */
export function supersedes(
  told: Pick<Adjustment, 'status' | 'changedAt'>,
  known: Pick<Adjustment, 'status' | 'changedAt'>,
): boolean {
  const steps = { pending_approval: 0, approved: 1, rejected: 1, reversed: 2 };
  const ahead = steps[told.status] - steps[known.status];
  return ahead > 0 || (ahead === 0 && told.changedAt > known.changedAt);
}

/** What a person is to hear of an adjustment that stands so, each only if it has come to that. */
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
