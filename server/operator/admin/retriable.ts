import type { AdminPodcast } from '#shared/admin.ts';
import type { orders } from '../../base/db/tables.ts';

export interface Money
  extends Pick<
    typeof orders.$inferSelect,
    'status' | 'total' | 'chargedBack' | 'benefitsReturnedAt'
  > {
  /** Paddle has refused the refund for good: the buyer may get the episode instead. */
  isRefused: boolean;
}

/** True if the buyer was refunded or, without a payment, has got the bonus or discount use back. */
export function isGivenBack(money: Money | null): boolean {
  if (money === null) return false;
  return money.total > 0 ? money.status === 'refunded' : money.benefitsReturnedAt !== null;
}

/** Null while money is in motion, and after a chargeback. */
export function offerFor(money: Money | null): AdminPodcast['retry'] {
  if (money?.chargedBack) return null;
  if (money?.status === 'refund_pending' && !money.isRefused) return null;
  return isGivenBack(money) ? 'gift' : 'again';
}
