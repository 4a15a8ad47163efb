import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../base/db/openDatabase.ts';
import { speechShares } from '../../base/db/tables.ts';
import type { Shares } from '../../sound/speech/speech.ts';

/** An instance that has not claimed for this long has no share, seconds. */
const LIVE_FOR = 5;
/** Rows of ended instances are deleted after this long, seconds. */
const KEPT_FOR = 60;

/**
 * Divides the speech account's calls among the instances that speak at the moment, by their episodes.
 * Each claims about every second, by the database's clock. When an instance joins, the sum may exceed
 * the limit for a second, until the others have claimed again.
 */
export function openShares(db: Db): Shares {
  const instance = randomUUID();
  return {
    async claim(episodes, learnt) {
      const row = { episodes, learnt, seenAt: sql`now()` };
      await db
        .insert(speechShares)
        .values({ instance, ...row })
        .onConflictDoUpdate({ target: speechShares.instance, set: row });
      await db
        .delete(speechShares)
        .where(sql`${speechShares.seenAt} < now() - make_interval(secs => ${KEPT_FOR})`);
      const living = await db
        .select()
        .from(speechShares)
        .where(sql`${speechShares.seenAt} > now() - make_interval(secs => ${LIVE_FOR})`);
      const of = Math.min(...living.map((other) => other.learnt ?? learnt), learnt);
      return { mine: divide(of, living).get(instance) ?? 1, of };
    },
    async release() {
      await db.delete(speechShares).where(eq(speechShares.instance, instance));
    },
  };
}

/**
 * The calls of each instance: at least one where there is work, the rest one by one to the instance with
 * the fewest per episode. The sum is `calls`, or one each if there are more instances than calls. The
 * same rows give the same result on every instance.
 */
export function divide(
  calls: number,
  instances: { instance: string; episodes: number }[],
): Map<string, number> {
  const busy = instances
    .filter(({ episodes }) => episodes > 0)
    .map((one) => ({ ...one, calls: 1 }))
    .sort((one, other) => (one.instance < other.instance ? -1 : 1));
  for (let left = calls - busy.length; left > 0 && busy.length; left--) {
    const next = busy.reduce((least, one) =>
      one.calls / one.episodes < least.calls / least.episodes ? one : least,
    );
    next.calls += 1;
  }
  return new Map(busy.map((one) => [one.instance, one.calls]));
}
