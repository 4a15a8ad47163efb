import type { Health } from '#shared/admin.ts';
import type { Costs } from '../costs/costs.ts';
import type { Db } from '../db/open.ts';
import { mailOutage } from '../outbox/outage.ts';
import type { Till } from '../till/till.ts';

export interface Gauges {
  till: Pick<Till, 'outages' | 'producers' | 'whyClosed'>;
  costs: Pick<Costs, 'cap' | 'spentToday'>;
}

/** Whether anything is sold, and if not, why; and whether letters leave. */
export async function health({ db, till, costs }: Gauges & { db: Db }): Promise<Health> {
  const { known, able } = await till.producers();
  const mail = await mailOutage(db);
  const outages = [...(await till.outages()), ...(mail ? [mail] : [])];
  return {
    selling: (await till.whyClosed()) === null,
    producing: able > 0 || known === 0,
    outages: outages.map(({ since, ...outage }) => ({ ...outage, since: since.toISOString() })),
    spentToday: await costs.spentToday(),
    cap: costs.cap,
  };
}
