import type { Account } from '#shared/account.ts';

/** Where the free episode stands: to be unlocked by the first purchase, waiting, or used. */
export type Bonus = 'locked' | 'waiting' | 'used';

export function bonusOf(user: Pick<Account, 'hasMadeFirstPurchase' | 'hasUsedFreePodcast'>): Bonus {
  if (user.hasUsedFreePodcast) return 'used';
  return user.hasMadeFirstPurchase ? 'waiting' : 'locked';
}
