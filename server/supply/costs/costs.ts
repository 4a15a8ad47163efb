import type { Db } from '../../base/db/openDatabase.ts';
import { expenses } from '../../base/db/tables.ts';
import { log } from '../../base/kit/log.ts';
import type { PriceList } from './priceList.ts';
import { type Purchase, priceOf } from './prices.ts';
import { today, total } from './totals.ts';

/** How long the day's sum is cached, ms: several lines are bought each second. */
const FRESH = 1_000;

export type Costs = ReturnType<typeof openCosts>;

/** One row per purchase. `cap` is in US dollars per day. */
export function openCosts(tools: { db: Db; prices: PriceList; cap: number | null }) {
  const { db, prices } = tools;
  const cap = tools.cap === null ? null : Math.round(tools.cap * 1_000_000);
  /** The day's sum as last read, and what this process has bought since. */
  let known = { at: Number.NEGATIVE_INFINITY, spent: 0 };

  const spentToday = async () => {
    const [row] = await db
      .select({ sum: total(expenses.microdollars) })
      .from(expenses)
      .where(today);
    return row?.sum ?? 0;
  };

  return {
    /** The daily cap in micro-dollars; null for none. */
    cap,
    /** Micro-dollars since midnight UTC, by the database's clock. */
    spentToday,

    /** Records one purchase, for an episode or (null) for none. Never rejects. */
    async record(podcastId: number | null, purchase: Purchase): Promise<void> {
      const microdollars = priceOf(purchase, prices(purchase.model));
      known.spent += microdollars;
      try {
        await db.insert(expenses).values({ podcastId, ...purchase, microdollars });
      } catch (error) {
        // Do not fail the episode for this: log the purchase instead.
        log.error({ err: error, podcast: podcastId, purchase }, 'could not store an expense');
      }
    },

    /**
     * True once the daily cap, or a part of it, is reached. Includes all purchases of this process, and
     * those of other instances up to a second ago.
     */
    async isCapReached(part = 1): Promise<boolean> {
      if (cap === null) return false;
      const at = performance.now();
      if (at - known.at > FRESH) known = { at, spent: await spentToday() };
      return known.spent >= cap * part;
    },
  };
}
