import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../base/db/openDatabase.ts';
import { speechShares } from '../../base/db/tables.ts';
import type { Shares } from '../../sound/speech/speech.ts';

/** Seconds after which an instance that has not claimed has no share. */
const LIVE_FOR = 5;
/** Seconds after which rows of ended instances are deleted. */
const KEPT_FOR = 60;

/**
 * Each instance claims about every second, by the database's clock. When one joins, the sum may
 * exceed the limit until the others have claimed again.
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
 * Each instance with work gets one call, even if the sum exceeds `calls`; the rest go to those with
 * the fewest per episode. The same rows give the same result on every instance.
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
