import type { Db } from '../../base/db/openDatabase.ts';
import { log } from '../../base/kit/log.ts';
import type { Costs } from '../costs/costs.ts';
import { outages } from './circuitBreakers.ts';
import { countProducers } from './instances.ts';
import type { OperatorAlerts } from './operatorAlerts.ts';

/** ms between two log lines of one process; the email is sent once a day. */
const SAID_AGAIN = 60_000;

const AWAY =
  'We can’t take orders right now: a service that records our episodes isn’t responding.';
const UNPAID = 'We can’t take orders right now: our checkout is being fixed.';
const UNABLE = 'We can’t take orders right now: our studio is being fixed.';
const FULL = 'The studio is full for today. We’ll take new orders again tomorrow.';

export type SalesGate = ReturnType<typeof openSalesGate>;

/** Asks the database, so that what one instance finds pauses sales on all of them. */
export function openSalesGate(tools: {
  db: Db;
  costs: Pick<Costs, 'cap' | 'isCapReached'>;
  alerts: Pick<OperatorAlerts, 'capReached'>;
  sells: boolean;
}) {
  const { db, costs, alerts } = tools;
  const kept = tools.sells ? 'Nothing was charged, and your draft is kept.' : 'Your draft is kept.';
  let saidAt = Number.NEGATIVE_INFINITY;

  /** Alerts the operator when it is. */
  async function isCapReached(): Promise<boolean> {
    if (costs.cap === null || !(await costs.isCapReached())) return false;
    if (performance.now() - saidAt > SAID_AGAIN) {
      saidAt = performance.now();
      log.error(
        { cap: costs.cap },
        'the daily spending cap is reached: orders and production are paused',
      );
      await alerts.capReached(db, costs.cap);
    }
    return true;
  }

  async function whyPaused(): Promise<string | null> {
    const out = await outages(db);
    if (out.length) return out.some(({ provider }) => provider !== 'Paddle') ? AWAY : UNPAID;
    const { known, able } = await countProducers(db);
    // Before the very first worker has started, none can be failing.
    if (known && !able) return UNABLE;
    return (await isCapReached()) ? FULL : null;
  }

  return {
    isCapReached,
    outages: () => outages(db),
    producers: () => countProducers(db),
    /** Returns a sentence for the buyer, or null while orders are taken. */
    async pausedReason(): Promise<string | null> {
      const reason = await whyPaused();
      return reason && `${reason} ${kept}`;
    },
  };
}
