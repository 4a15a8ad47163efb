import type { Checks } from '#shared/checks.ts';
import type { User } from '../auth/user.ts';
import type { CheckRuns } from '../checks/checkRuns.ts';
import type { Db } from '../db/open.ts';
import { record } from './audit.ts';

interface ChecksTools {
  db: Db;
  inspector: Pick<CheckRuns, 'state' | 'wish'>;
}

/** Has the providers checked, by whichever instance makes episodes. */
export async function askForChecks(
  { db, inspector }: ChecksTools,
  actor: User,
  buy: boolean,
): Promise<Checks> {
  await db.transaction(async (tx) => {
    await inspector.wish(tx, buy);
    await record(tx, {
      actor,
      action: buy ? 'providers checked with purchases' : 'providers checked',
      target: 'checks',
    });
  });
  return inspector.state();
}
