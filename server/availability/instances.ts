import { randomUUID } from 'node:crypto';
import { isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { instances } from '../db/tables.ts';

/** Several missed beats, and more than a restart takes, seconds. */
const LIVE_FOR = 60;
/** A write that takes longer than this is no write, ms. */
const WRITE_TIMEOUT = 1_500;

/** This process as the others see it. */
export interface Instance {
  /**
   * Writes down that this process lives, and whether it can make episodes (left out: as before, and
   * not at all at first). Rejects when the database takes no writes, at the latest after 1.5 s.
   */
  beat(canProduce?: boolean): Promise<void>;
}

export function openInstance(db: Db): Instance {
  const id = randomUUID();
  return {
    async beat(canProduce) {
      const now = { seenAt: sql`now()`, ...(canProduce !== undefined && { canProduce }) };
      await db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('statement_timeout', ${`${WRITE_TIMEOUT}`}, true)`);
        await tx
          .insert(instances)
          .values({ id, ...now })
          .onConflictDoUpdate({ target: instances.id, set: now });
        // Not by those that make none: the last maker's row tells that there is none any more.
        if (canProduce === undefined) return;
        await tx.delete(instances).where(lt(instances.seenAt, sql`now() - interval '1 day'`));
      });
    },
  };
}

/** How many processes that make episodes there were today, and how many of them can do so now. */
export async function countProducers(db: Db): Promise<{ known: number; able: number }> {
  const isAble = sql`${instances.canProduce}
    and ${instances.seenAt} > now() - make_interval(secs => ${LIVE_FOR})`;
  const [row] = await db
    .select({
      known: sql<number>`count(*)::int`,
      able: sql<number>`(count(*) filter (where ${isAble}))::int`,
    })
    .from(instances)
    .where(isNotNull(instances.canProduce));
  return row ?? { known: 0, able: 0 };
}
