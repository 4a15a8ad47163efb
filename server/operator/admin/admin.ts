import type { Health } from '#shared/admin.ts';
import { FEATURES, type FeatureSwitches, type FeaturesPatch } from '#shared/features.ts';
import type { ModelsState } from '#shared/models.ts';
import { isFeatureOn, switchFeature } from '../../base/db/featureSwitches.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import type { User } from '../../base/db/user.ts';
import { mailOutage } from '../../mail/outbox/outage.ts';
import type { Orders } from '../../orders/orders.ts';
import type { Queue } from '../../production/run/episodeQueue.ts';
import type { CreditWatch } from '../../supply/availability/creditWatch.ts';
import type { SalesGate } from '../../supply/availability/salesGate.ts';
import type { Costs } from '../../supply/costs/costs.ts';
import type { CheckRuns } from '../checks/checkRuns.ts';
import { record } from './audit.ts';

/** Every action is audited in the same transaction. */
export interface Admin {
  db: Db;
  orders: Pick<Orders, 'recheck' | 'beginRefund' | 'beginUnmatchedPaymentRefund' | 'finishRefund'>;
  queue: Pick<Queue, 'restart'>;
  checkRuns: Pick<CheckRuns, 'state' | 'request'>;
  modelsState(): Promise<ModelsState>;
  credits: Pick<CreditWatch, 'state'>;
  salesGate: Pick<SalesGate, 'outages' | 'producers' | 'pausedReason'>;
  costs: Pick<Costs, 'cap' | 'spentToday'>;
  /** What the payment provider keeps: a percentage of sales, and cents for each. */
  paymentFee: { percent: number; cents: number };
}

export type Books = Pick<Admin, 'db' | 'paymentFee'>;

/** Returns cents. Refunded sales count too, because Paddle keeps its fee. */
export const feeOf = ({ paymentFee }: Books, sales: { count: number; cents: number }): number =>
  Math.round((sales.cents * paymentFee.percent) / 100) + sales.count * paymentFee.cents;

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

export async function askForChecks({ db, checkRuns }: Admin, actor: User, buy: boolean) {
  const action = buy ? 'providers checked with purchases' : 'providers checked';
  await db.transaction(async (tx) => {
    await checkRuns.request(tx, buy);
    await record(tx, { actor, action, target: 'checks' });
  });
  return { checks: await checkRuns.state() };
}

export async function listFeatures(db: DbOrTx): Promise<{ features: FeatureSwitches }> {
  const features = {
    briefs: await isFeatureOn(db, 'briefs'),
    memory: await isFeatureOn(db, 'memory'),
    previews: await isFeatureOn(db, 'previews'),
    research: await isFeatureOn(db, 'research'),
    sources: await isFeatureOn(db, 'sources'),
  };
  return { features };
}

/** Idempotent. */
export function changeFeatures(db: Db, actor: User, patch: FeaturesPatch) {
  return db.transaction(async (tx) => {
    for (const feature of FEATURES) {
      const isOn = patch[feature];
      if (isOn === undefined || !(await switchFeature(tx, feature, isOn))) continue;
      await record(tx, {
        actor,
        action: isOn ? 'feature switched on' : 'feature switched off',
        target: `feature:${feature}`,
      });
    }
    return listFeatures(tx);
  });
}
