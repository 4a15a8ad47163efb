import type { Checks } from '#shared/checks.ts';
import { Problem } from '#shared/problem.ts';
import type { Costs } from '../costs/costs.ts';
import type { Db, DbOrTx } from '../db/open.ts';
import { log } from '../log.ts';
import { openStore } from './checkStore.ts';
import type { Terms } from './price.ts';
import type { Redaction } from './redact.ts';
import { type Entry, runChecks } from './run.ts';

/** How long the check of one provider may take, ms: calls that are free, and a sample of each voice. */
const DEADLINE = { free: 60_000, buy: 600_000 };
/** Starts check no more often than this, however many instances start, ms. */
const PAUSE = 3_600_000;

const DONE = 'These settings were checked with purchases before, and everything was in order.';
const CAPPED = 'It would pass the day’s cap: raise SPENDING_CAP, or wait until midnight UTC.';

/**
 * Checks the providers for all instances, one run at a time. Whoever serves visitors only wishes for
 * a run; whoever makes episodes takes it.
 */
export interface CheckRuns {
  /** What was found last, and what may be asked for now. */
  state(): Promise<Checks>;
  /**
   * Wishes for a run; nothing happens while one is under way. Throws `Problem('conflict')` where
   * nothing may be bought.
   */
  wish(tx: DbOrTx, buy: boolean): Promise<void>;
  /** Runs what is wished for, and once after this start what is free. */
  tend(signal: AbortSignal): Promise<void>;
}

interface InspectorTools {
  db: Db;
  entries: readonly Entry[];
  veil: Redaction;
  costs: Pick<Costs, 'cap' | 'spentToday'>;
  terms(): Promise<Terms>;
  /** Whether the start itself is an occasion: only where buyers are. */
  atStart: boolean;
}

export function openCheckRuns(tools: InspectorTools): CheckRuns {
  const { db, entries, veil, costs, terms } = tools;
  const store = openStore(db);
  let { atStart } = tools;

  // In this order: what is no longer wished for has begun.
  const isRunning = async () => (await store.isWished()) || store.isUnderWay(DEADLINE.buy);

  async function whyNotBuy({ price, mark }: Terms): Promise<string | null> {
    if ((await store.bought()) === mark) return DONE;
    if (costs.cap === null) return null;
    return (await costs.spentToday()) + price > costs.cap ? CAPPED : null;
  }

  async function run(buy: boolean, signal: AbortSignal): Promise<void> {
    const deadline = buy ? DEADLINE.buy : DEADLINE.free;
    const findings = await runChecks(entries, { veil, deadline }, { buy, signal });
    await store.keep({ bought: buy, findings });
    if (buy && findings.every(({ ok }) => ok)) await store.keepBought((await terms()).mark);
    for (const { ok, provider, sentence } of findings) {
      if (!ok) log.warn({ provider, sentence }, 'a check found something to be done');
    }
  }

  /** Answers whether the run that is to be made now buys; null when none is to be made. */
  async function takeTurn(): Promise<{ buy: boolean } | null> {
    const isStart = atStart;
    atStart = false;
    const wish = await store.acquireRequest();
    if (wish) return wish;
    return isStart && (await store.takeTurn(PAUSE)) ? { buy: false } : null;
  }

  return {
    async state() {
      // Before what was found: a run that has ended is read with its own findings.
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

    async wish(tx, buy) {
      const reason = buy ? await whyNotBuy(await terms()) : null;
      if (reason) throw new Problem('conflict', reason);
      if (!(await isRunning())) await store.wish(tx, buy);
    },

    async tend(signal) {
      const turn = await takeTurn();
      if (!turn) return;
      try {
        await run(turn.buy, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        // Told to end in the middle of it: the next instance begins again.
        await store.wish(db, turn.buy);
      }
    },
  };
}
