import type { Checks } from '#shared/checks.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { log } from '../../base/kit/log.ts';
import type { Costs } from '../../supply/costs/costs.ts';
import { openStore } from './checkStore.ts';
import type { Terms } from './price.ts';
import type { Redaction } from './redaction.ts';
import { type Entry, runChecks } from './run.ts';

/** Timeout for one provider's check, ms. */
const DEADLINE = { free: 60_000, buy: 600_000 };
/** Least time between checks at startup, over all instances, ms. */
const PAUSE = 3_600_000;

const DONE =
  'These settings have been checked with purchases already, and everything was in order.';
const CAPPED = 'It would exceed the day’s cap: raise SPENDING_CAP, or wait until midnight UTC.';

interface CheckRunsTools {
  db: Db;
  entries: readonly Entry[];
  redact: Redaction;
  costs: Pick<Costs, 'cap' | 'spentToday'>;
  terms(): Promise<Terms>;
  /** Whether to check at startup too: only where there are buyers. */
  atStart: boolean;
}

export type CheckRuns = ReturnType<typeof openCheckRuns>;

/** One run at a time for all instances. Web instances only request it; workers run it. */
export function openCheckRuns(tools: CheckRunsTools) {
  const { db, entries, redact, costs, terms } = tools;
  const store = openStore(db);
  let { atStart } = tools;

  // In this order: a request is removed only when its run has begun.
  const isRunning = async () => (await store.isRequested()) || store.isRunning(DEADLINE.buy);

  async function whyNotBuy({ price, mark }: Terms): Promise<string | null> {
    if ((await store.bought()) === mark) return DONE;
    if (costs.cap === null) return null;
    return (await costs.spentToday()) + price > costs.cap ? CAPPED : null;
  }

  async function run(buy: boolean, signal: AbortSignal): Promise<void> {
    const deadline = buy ? DEADLINE.buy : DEADLINE.free;
    const findings = await runChecks(entries, { redact, deadline }, { buy, signal });
    await store.keep({ bought: buy, findings });
    if (buy && findings.every(({ ok }) => ok)) await store.keepBought((await terms()).mark);
    for (const { ok, provider, sentence } of findings) {
      if (!ok) log.warn({ provider, sentence }, 'a provider check needs attention');
    }
  }

  async function nextRun(): Promise<{ buy: boolean } | null> {
    const isStart = atStart;
    atStart = false;
    const requested = await store.claimRequest();
    if (requested) return requested;
    return isStart && (await store.claimRun(PAUSE)) ? { buy: false } : null;
  }

  return {
    async state(): Promise<Checks> {
      // Read before the findings, so that a run that has ended comes with its own findings.
      const running = await isRunning();
      const [last, asked] = [await store.last(), await terms()];
      return {
        at: last?.at ?? null,
        bought: last?.bought ?? false,
        findings: last?.findings ?? [],
        running,
        price: asked.price,
        whyNotBuy: await whyNotBuy(asked),
      };
    },

    /** Throws `Problem('conflict')` if buying again proves nothing or would exceed the cap. */
    async request(tx: DbOrTx, buy: boolean): Promise<void> {
      const reason = buy ? await whyNotBuy(await terms()) : null;
      if (reason) throw new Problem('conflict', reason);
      if (!(await isRunning())) await store.request(tx, buy);
    },

    async runDueChecks(signal: AbortSignal): Promise<void> {
      const next = await nextRun();
      if (!next) return;
      try {
        await run(next.buy, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        // Shut down half-way: the next instance starts over.
        await store.request(db, next.buy);
      }
    },
  };
}
