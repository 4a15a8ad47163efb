import type { Health } from '#shared/admin.ts';
import type { SalesGate } from '../availability/salesGate.ts';
import type { Costs } from '../costs/costs.ts';
import type { Db } from '../db/open.ts';
import { mailOutage } from '../outbox/outage.ts';

export interface Gauges {
  salesGate: Pick<SalesGate, 'outages' | 'producers' | 'pausedReason'>;
  costs: Pick<Costs, 'cap' | 'spentToday'>;
}

/** Whether sales are open, and if not, why; and whether emails are being sent. */
export async function health({ db, salesGate, costs }: Gauges & { db: Db }): Promise<Health> {
  const { known, able } = await salesGate.producers();
  const mail = await mailOutage(db);
  const outages = [...(await salesGate.outages()), ...(mail ? [mail] : [])];
  return {
    selling: (await salesGate.pausedReason()) === null,
    producing: able > 0 || known === 0,
    outages: outages.map(({ since, ...outage }) => ({ ...outage, since: since.toISOString() })),
    spentToday: await costs.spentToday(),
    cap: costs.cap,
  };
}
