import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { finding } from '#shared/checks.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { claimRun, readSetting, writeSetting } from '../../base/db/settings.ts';
import { settings } from '../../base/db/tables.ts';

const REQUESTED = 'checks_requested';
const BEGUN = 'checks_begun';
const FOUND = 'checks_found';
/** The mark of the settings with which every purchase succeeded. */
const BOUGHT = 'checks_bought';

const result = z.object({
  at: z.iso.datetime(),
  bought: z.boolean(),
  findings: z.array(finding),
});
type Result = z.infer<typeof result>;

export function openStore(db: Db) {
  async function last(): Promise<Result | null> {
    const text = await readSetting(db, FOUND);
    return text === null ? null : result.parse(JSON.parse(text));
  }

  return {
    last,

    /** A free run does not replace a buying one. */
    async request(tx: DbOrTx, buy: boolean): Promise<void> {
      if (buy) await writeSetting(tx, REQUESTED, 'buy');
      else
        await tx.insert(settings).values({ name: REQUESTED, value: 'free' }).onConflictDoNothing();
    },

    isRequested: async () => (await readSetting(db, REQUESTED)) !== null,

    /** Begins the run in the same transaction: it is always requested or under way. */
    claimRequest: () =>
      db.transaction(async (tx): Promise<{ buy: boolean } | null> => {
        const [row] = await tx.delete(settings).where(eq(settings.name, REQUESTED)).returning();
        if (!row) return null;
        await claimRun(tx, BEGUN, 0);
        return { buy: row.value === 'buy' };
      }),

    /** True for one caller, and for no other within `pause` ms of the last run. */
    claimRun: (pause: number) => claimRun(db, BEGUN, pause),

    async isRunning(longest: number): Promise<boolean> {
      const [row] = await db
        .select({
          isRecent: sql<boolean>`${settings.value}::timestamptz > now() - make_interval(secs => ${longest / 1000})`,
          begun: sql<string>`to_char(${settings.value}::timestamptz at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
        })
        .from(settings)
        .where(eq(settings.name, BEGUN));
      if (!row?.isRecent) return false;
      const found = await last();
      return !found || Date.parse(found.at) < Date.parse(row.begun);
    },

    /** Uses the database's time. */
    async keep(found: Omit<Result, 'at'>): Promise<void> {
      const { rows } = await db.execute<{ at: Date | string }>(sql`select now() as at`);
      const at = new Date(rows[0]?.at ?? Date.now()).toISOString();
      await writeSetting(db, FOUND, JSON.stringify({ ...found, at } satisfies Result));
    },

    bought: () => readSetting(db, BOUGHT),
    keepBought: (mark: string) => writeSetting(db, BOUGHT, mark),
  };
}
