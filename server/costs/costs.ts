import type { Db } from '../db/open.ts';
import { expenses } from '../db/tables.ts';
import { log } from '../log.ts';
import type { PriceList } from './priceList.ts';
import { type Purchase, priceOf } from './prices.ts';
import { today, total } from './totals.ts';

/** What we spend at providers, a row a purchase, and how much of it a day may cost. */
export interface Costs {
  /** Micro-dollars that may be spent in a day; null is no limit. */
  readonly cap: number | null;
  /** Writes one purchase down, for an episode or for the house (null). Never rejects. */
  record(podcastId: number | null, purchase: Purchase): Promise<void>;
  /** Micro-dollars since midnight, UTC by the database's clock. */
  spentToday(): Promise<number>;
  /**
   * True when the day's limit is reached: by what was bought here up to now, and by other instances
   * up to a second ago.
   */
  isCapReached(): Promise<boolean>;
}

/** How long the day's sum is good for, ms: lines are bought several times a second. */
const FRESH = 1_000;

/** `cap` is US dollars a day. */
export function openCosts(tools: { db: Db; prices: PriceList; cap: number | null }): Costs {
  const { db, prices } = tools;
  const cap = tools.cap === null ? null : Math.round(tools.cap * 1_000_000);
  /** The day's sum as it was read, and what was bought here since. */
  let known = { at: Number.NEGATIVE_INFINITY, spent: 0 };

  const spentToday = async () => {
    const [row] = await db
      .select({ sum: total(expenses.microdollars) })
      .from(expenses)
      .where(today);
    return row?.sum ?? 0;
  };

  return {
    cap,
    spentToday,

    async record(podcastId, purchase) {
      const microdollars = priceOf(purchase, prices(purchase.model));
      known.spent += microdollars;
      try {
        await db.insert(expenses).values({ podcastId, ...purchase, microdollars });
      } catch (error) {
        // Better an episode without its bill than none: what was bought is told here at least.
        log.error({ err: error, podcast: podcastId, purchase }, 'an expense was not written down');
      }
    },

    async isCapReached() {
      if (cap === null) return false;
      const at = performance.now();
      if (at - known.at > FRESH) known = { at, spent: await spentToday() };
      return known.spent >= cap;
    },
  };
}
