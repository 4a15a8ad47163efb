import { eq } from 'drizzle-orm';
import type { Feature } from '#shared/features.ts';
import type { DbOrTx } from './openDatabase.ts';
import { readSetting } from './settings.ts';
import { settings } from './tables.ts';

/** The row of `settings` exists while the feature is off. */
const rowOf = (feature: Feature) => `feature_${feature}`;

/** Never cached, so that all instances agree without a restart. */
export async function isFeatureOn(db: DbOrTx, feature: Feature): Promise<boolean> {
  return (await readSetting(db, rowOf(feature))) === null;
}

/** Resolves with whether anything changed. */
export async function switchFeature(tx: DbOrTx, feature: Feature, isOn: boolean): Promise<boolean> {
  const name = rowOf(feature);
  const changed = isOn
    ? await tx.delete(settings).where(eq(settings.name, name)).returning()
    : await tx.insert(settings).values({ name, value: 'off' }).onConflictDoNothing().returning();
  return changed.length > 0;
}
