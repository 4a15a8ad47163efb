import { FEATURES, type FeatureSwitches, type FeaturesPatch } from '#shared/features.ts';
import { isFeatureOn, switchFeature } from '../../base/db/featureSwitches.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import type { User } from '../../base/db/user.ts';
import { record } from './audit.ts';

export async function listFeatures(db: DbOrTx): Promise<FeatureSwitches> {
  const [briefs, memory, previews, research, sources] = await Promise.all([
    isFeatureOn(db, 'briefs'),
    isFeatureOn(db, 'memory'),
    isFeatureOn(db, 'previews'),
    isFeatureOn(db, 'research'),
    isFeatureOn(db, 'sources'),
  ]);
  return { briefs, memory, previews, research, sources };
}

/** Idempotent. */
export function changeFeatures(
  db: Db,
  actor: User,
  patch: FeaturesPatch,
): Promise<FeatureSwitches> {
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
