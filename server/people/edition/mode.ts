import { eq, isNotNull, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { readSetting, writeSetting } from '../../base/db/settings.ts';
import { orders } from '../../base/db/tables.ts';
import type { Config } from '../../supply/config/config.ts';

/** The row of `settings`: `off` in a house, `on` once sales were opened on purpose. */
const SALES = 'sales';

const HAS_SALES =
  'This database has sales in it: with SALES=off nobody would look after their payments and refunds. Give the house a database of its own (DATABASE_URL, or another DATA_DIR), or start without SALES=off. Nothing was changed.';
const IS_HOUSE =
  'This database belongs to a house, where nothing is sold: set SALES=off to keep it so, or SALES=on to start selling on purpose. Nothing was changed.';

/** Run both under the migrations' lock: of several first starts, each sees the last one's note. */
export function openMode({ house, opensSales }: Pick<Config, 'house' | 'opensSales'>) {
  return {
    /** Throws if the database belongs to the other mode. Only reads; also takes an empty one. */
    async refuse(db: DbOrTx): Promise<void> {
      // Before the first migration there are no tables.
      const { rows } = await db.execute(sql`select to_regclass('public.settings') as settings`);
      if (rows[0]?.settings === null) return;
      if (house && (await db.$count(orders, isNotNull(orders.paddleTransactionId)))) {
        throw new Error(HAS_SALES);
      }
      if (!house && !opensSales && (await readSetting(db, SALES)) === 'off') {
        throw new Error(IS_HOUSE);
      }
    },

    /** Notes the mode from now on, except for a shop that has never been a house. */
    async note(db: DbOrTx): Promise<void> {
      const mode = house ? 'off' : 'on';
      const noted = await readSetting(db, SALES);
      if (noted === mode || (noted === null && !house)) return;
      await db.transaction(async (tx) => {
        await writeSetting(tx, SALES, mode);
        // No order of the one mode is paid in the other: reconciliation closes them.
        await tx
          .update(orders)
          .set({ expiresAt: sql`least(${orders.expiresAt}, now())` })
          .where(eq(orders.status, 'open'));
      });
    },
  };
}
