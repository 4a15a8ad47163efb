import type { Health } from '#shared/admin.ts';
import type { Costs } from '../costs/costs.ts';
import type { Till } from '../till/till.ts';

export interface Gauges {
  till: Pick<Till, 'refusals' | 'whyClosed'>;
  costs: Pick<Costs, 'cap' | 'spentToday'>;
}

/** Whether anything is sold, and if not, why. */
export async function health({ till, costs }: Gauges): Promise<Health> {
  const refusals = await till.refusals();
  return {
    selling: (await till.whyClosed()) === null,
    refusals: refusals.map(({ provider, message, refusedAt }) => ({
      provider,
      message,
      refusedAt: refusedAt.toISOString(),
    })),
    spentToday: await costs.spentToday(),
    cap: costs.cap,
  };
}
