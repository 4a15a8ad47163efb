import { sql } from 'drizzle-orm';
import type { Costs } from '../costs/costs.ts';
import type { Db } from '../db/open.ts';
import { providerRefusals } from '../db/tables.ts';
import { log } from '../log.ts';
import type { Alarm } from './alarm.ts';

/** Whether anything may be sold: never what cannot be made (design section 2). */
export interface Till {
  /**
   * Why nothing is sold at the moment, in a sentence for buyers; null when the till is open. It is
   * closed while a provider refuses our key or has no credit left for us, and while the day's
   * spending cap is reached.
   */
  whyClosed(): Promise<string | null>;
  /** True while nothing more may be bought today. The operator is told. */
  isCapReached(): Promise<boolean>;
  /** Closes the till for a while; whoever waits for the provider closes it again at each refusal. */
  close(provider: string, message: string): Promise<void>;
  /** An episode was made, so every provider serves us again. */
  open(): Promise<void>;
  /** The providers that keep the till closed. */
  refusals(): Promise<{ provider: string; message: string; refusedAt: Date }[]>;
}

/** Well above the time between two tries of an episode that waits, seconds. */
const CLOSED_FOR = 180;
/** How often one process says again that the cap is reached, ms; the letter goes once a day. */
const SAID_AGAIN = 60_000;

const AWAY =
  'We take no orders for a moment: a service that records our episodes is away. Nothing was charged, and your draft is kept.';
const FULL =
  'The studio is full for today: we take new orders again tomorrow. Nothing was charged, and your draft is kept.';

/** Kept in the database: what one instance met keeps all of them from selling. */
export function openTill(tools: {
  db: Db;
  costs: Pick<Costs, 'cap' | 'isCapReached'>;
  alarm: Alarm;
}): Till {
  const { db, costs, alarm } = tools;
  let saidAt = Number.NEGATIVE_INFINITY;

  const refusals = () =>
    db
      .select()
      .from(providerRefusals)
      .where(sql`${providerRefusals.refusedAt} > now() - make_interval(secs => ${CLOSED_FOR})`)
      .orderBy(providerRefusals.provider);

  async function isCapReached(): Promise<boolean> {
    if (costs.cap === null || !(await costs.isCapReached())) return false;
    if (performance.now() - saidAt > SAID_AGAIN) {
      saidAt = performance.now();
      log.error({ cap: costs.cap }, 'the day’s spending cap is reached: nothing is sold or bought');
      await alarm.capReached(db, costs.cap);
    }
    return true;
  }

  return {
    refusals,
    isCapReached,
    async whyClosed() {
      if ((await refusals()).length) return AWAY;
      return (await isCapReached()) ? FULL : null;
    },
    async close(provider, message) {
      log.error({ provider }, 'a provider refuses us: nothing is sold until it serves us again');
      await db.transaction(async (tx) => {
        await tx
          .insert(providerRefusals)
          .values({ provider, message })
          .onConflictDoUpdate({
            target: providerRefusals.provider,
            set: { message, refusedAt: sql`now()` },
          });
        await alarm.refused(tx, provider, message);
      });
    },
    async open() {
      await db.delete(providerRefusals);
    },
  };
}
