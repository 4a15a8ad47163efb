import type { Db } from '../../base/db/openDatabase.ts';
import { expenses } from '../../base/db/tables.ts';
import { log } from '../../base/kit/log.ts';
import type { PriceList } from './priceList.ts';
import { type Purchase, priceOf } from './prices.ts';
import { today, total } from './totals.ts';

/** ms that the day's sum is cached: several lines are bought each second. */
const FRESH = 1_000;

export type Costs = ReturnType<typeof openCosts>;

/** `tools.cap` is in US dollars per day. */
export function openCosts(tools: { db: Db; prices: PriceList; cap: number | null }) {
  const { db, prices } = tools;
  const cap = tools.cap === null ? null : Math.round(tools.cap * 1_000_000);
  /** The day's sum as last read, plus what this process has bought since. */
  let known = { at: Number.NEGATIVE_INFINITY, spent: 0 };

  const spentToday = async () => {
    const [row] = await db
      .select({ sum: total(expenses.microdollars) })
      .from(expenses)
      .where(today);
    return row?.sum ?? 0;
  };

  return {
    /** Micro-dollars per day; null for no cap. */
    cap,
    /** Micro-dollars since midnight UTC, by the database's clock. */
    spentToday,

    /** `podcastId` is null for a purchase without an episode. Never rejects. */
    async record(podcastId: number | null, purchase: Purchase): Promise<void> {
      const microdollars = priceOf(purchase, prices(purchase.model));
      known.spent += microdollars;
      try {
        await db.insert(expenses).values({ podcastId, ...purchase, microdollars });
      } catch (error) {
        // The episode must not fail for this.
        log.error({ err: error, podcast: podcastId, purchase }, 'could not store an expense');
      }
    },

    /** True once `part` of the cap is reached; other instances' purchases count a second late. */
    async isCapReached(part = 1): Promise<boolean> {
      if (cap === null) return false;
      const at = performance.now();
      if (at - known.at > FRESH) known = { at, spent: await spentToday() };
      return known.spent >= cap * part;
    },
  };
}
