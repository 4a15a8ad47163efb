import type { Health } from '#shared/admin.ts';
import type { Checks } from '#shared/checks.ts';
import type { ModelSet, ModelsState } from '#shared/models.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import type { User } from '../../base/db/user.ts';
import { mailOutage } from '../../mail/outbox/outage.ts';
import type { CreditWatch } from '../../supply/availability/creditWatch.ts';
import type { SalesGate } from '../../supply/availability/salesGate.ts';
import type { Costs } from '../../supply/costs/costs.ts';
import type { Offer } from '../../supply/scriptModels/scriptModels.ts';
import type { CheckRuns } from '../checks/checkRuns.ts';
import { record } from './audit.ts';
import type { Asks } from './orderActions.ts';
import type { PaymentFee } from './paymentFee.ts';
import type { Requeue } from './retryPodcast.ts';

/** Every action is audited in the same transaction. */
export interface Admin {
  db: Db;
  orders: Asks;
  queue: Requeue;
  checkRuns: Pick<CheckRuns, 'state' | 'request'>;
  offer: Offer;
  credits: Pick<CreditWatch, 'state'>;
  salesGate: Pick<SalesGate, 'outages' | 'producers' | 'pausedReason'>;
  costs: Pick<Costs, 'cap' | 'spentToday'>;
  paymentFee: PaymentFee;
}

export async function health({ db, salesGate, costs }: Admin): Promise<Health> {
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

export async function askForChecks(
  { db, checkRuns }: Admin,
  actor: User,
  buy: boolean,
): Promise<Checks> {
  await db.transaction(async (tx) => {
    await checkRuns.request(tx, buy);
    await record(tx, {
      actor,
      action: buy ? 'providers checked with purchases' : 'providers checked',
      target: 'checks',
    });
  });
  return checkRuns.state();
}

/** Throws as `Offer.adopt` does. */
export async function changeModels({ offer }: Admin, set: ModelSet): Promise<ModelsState> {
  await offer.adopt(set);
  return offer.state();
}
