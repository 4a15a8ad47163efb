import { randomUUID } from 'node:crypto';
import { isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../base/db/openDatabase.ts';
import { instances } from '../../base/db/tables.ts';

/** Seconds, longer than several missed heartbeats and a restart. */
const LIVE_FOR = 60;
/** ms. */
const WRITE_TIMEOUT = 1_500;

export type Instance = ReturnType<typeof openInstance>;

export function openInstance(db: Db) {
  const id = randomUUID();
  return {
    /** Omit `canProduce` to keep it. Rejects within 1.5 s if the database accepts no writes. */
    async beat(canProduce?: boolean): Promise<void> {
      const now = { seenAt: sql`now()`, ...(canProduce !== undefined && { canProduce }) };
      await db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('statement_timeout', ${`${WRITE_TIMEOUT}`}, true)`);
        await tx
          .insert(instances)
          .values({ id, ...now })
          .onConflictDoUpdate({ target: instances.id, set: now });
        // Web-only instances do not delete: the last worker's row shows that none is left.
        if (canProduce === undefined) return;
        await tx.delete(instances).where(lt(instances.seenAt, sql`now() - interval '1 day'`));
      });
    },
  };
}

/** `known` workers were seen in the last day or were the last to run; `able` ones can work now. */
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
