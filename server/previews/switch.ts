import { Problem } from '#shared/problem.ts';
import { isFeatureOn } from '../db/featureSwitches.ts';
import type { DbOrTx } from '../db/open.ts';

/** Throws `Problem('unavailable')` while an admin has switched previews off. */
export async function refuseWhileOff(db: DbOrTx): Promise<void> {
  if (await isFeatureOn(db, 'previews')) return;
  throw new Problem(
    'unavailable',
    'There are no previews at the moment. You can order without one.',
  );
}
