import { randomUUID } from 'node:crypto';
import { isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../base/db/openDatabase.ts';
import { instances } from '../../base/db/tables.ts';

/** Longer than several missed heartbeats and a restart, seconds. */
const LIVE_FOR = 60;
/** Timeout of a heartbeat's write, ms. */
const WRITE_TIMEOUT = 1_500;

export type Instance = ReturnType<typeof openInstance>;

export function openInstance(db: Db) {
  const id = randomUUID();
  return {
    /**
     * Records that this process is alive, and whether it can make episodes (omitted: unchanged, and
     * nothing at first). Rejects within 1.5 s if the database accepts no writes.
     */
    async beat(canProduce?: boolean): Promise<void> {
      const now = { seenAt: sql`now()`, ...(canProduce !== undefined && { canProduce }) };
      await db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('statement_timeout', ${`${WRITE_TIMEOUT}`}, true)`);
        await tx
          .insert(instances)
          .values({ id, ...now })
          .onConflictDoUpdate({ target: instances.id, set: now });
        // Web-only instances do not delete: the last worker's row shows that there is none any
        // more.
        if (canProduce === undefined) return;
        await tx.delete(instances).where(lt(instances.seenAt, sql`now() - interval '1 day'`));
      });
    },
  };
}

/** How many workers have been seen today, and how many of them can make episodes now. */
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
