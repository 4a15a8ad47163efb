import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Checks, checksReply } from '#shared/checks.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { claimRun, readSetting, writeSetting } from '../../base/db/settings.ts';
import { settings } from '../../base/db/tables.ts';
import { log } from '../../base/kit/log.ts';
import type { Costs } from '../../supply/costs/costs.ts';
import type { Terms } from './checks.ts';
import { type Entry, type Redaction, runChecks } from './run.ts';

/** Timeout for one provider's check, ms. */
const DEADLINE = { free: 60_000, buy: 600_000 };
/** Least time between checks at startup, over all instances, ms. */
const PAUSE = 3_600_000;

const DONE =
  'These settings have been checked with purchases already, and everything was in order.';
const CAPPED = 'It would exceed the day’s cap: raise SPENDING_CAP, or wait until midnight UTC.';

/** Rows of `settings`. */
const REQUESTED = 'checks_requested';
const BEGUN = 'checks_begun';
const FOUND = 'checks_found';
/** The mark of the settings with which every purchase succeeded. */
const BOUGHT = 'checks_bought';

const result = checksReply.shape.checks.pick({ at: true, bought: true, findings: true });
type Result = z.infer<typeof result>;

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
  let { atStart } = tools;

  // In this order: a request is removed only when its run has begun.
  const isRunning = async () => (await readSetting(db, REQUESTED)) !== null || isUnderWay(db);

  async function whyNotBuy({ price, mark }: Terms): Promise<string | null> {
    if ((await readSetting(db, BOUGHT)) === mark) return DONE;
    if (costs.cap === null) return null;
    return (await costs.spentToday()) + price > costs.cap ? CAPPED : null;
  }

  async function run(buy: boolean, signal: AbortSignal): Promise<void> {
    const deadline = buy ? DEADLINE.buy : DEADLINE.free;
    const findings = await runChecks(entries, { redact, deadline }, { buy, signal });
    await keep(db, { bought: buy, findings });
    if (buy && findings.every(({ ok }) => ok)) {
      await writeSetting(db, BOUGHT, (await terms()).mark);
    }
    for (const { ok, provider, sentence } of findings) {
      if (!ok) log.warn({ provider, sentence }, 'a provider check needs attention');
    }
  }

  async function nextRun(): Promise<{ buy: boolean } | null> {
    const isStart = atStart;
    atStart = false;
    const requested = await claimRequest(db);
    if (requested) return requested;
    return isStart && (await claimRun(db, BEGUN, PAUSE)) ? { buy: false } : null;
  }

  return {
    async state(): Promise<Checks> {
      // Read before the findings, so that a run that has ended comes with its own findings.
      const running = await isRunning();
      const [last, asked] = [await lastResult(db), await terms()];
      return { ...last, running, price: asked.price, whyNotBuy: await whyNotBuy(asked) };
    },

    /** Throws `Problem('conflict')` if buying again proves nothing or would exceed the cap. */
    async request(tx: DbOrTx, buy: boolean): Promise<void> {
      const reason = buy ? await whyNotBuy(await terms()) : null;
      if (reason) throw new Problem('conflict', reason);
      if (!(await isRunning())) await writeRequest(tx, buy);
    },

    async runDueChecks(signal: AbortSignal): Promise<void> {
      const next = await nextRun();
      if (!next) return;
      try {
        await run(next.buy, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        // Shut down half-way: the next instance starts over.
        await writeRequest(db, next.buy);
      }
    },
  };
}

/** A free run does not replace a buying one. */
async function writeRequest(tx: DbOrTx, buy: boolean): Promise<void> {
  if (buy) await writeSetting(tx, REQUESTED, 'buy');
  else await tx.insert(settings).values({ name: REQUESTED, value: 'free' }).onConflictDoNothing();
}

/** Begins the run in the same transaction: it is always requested or under way. */
const claimRequest = (db: Db) =>
  db.transaction(async (tx): Promise<{ buy: boolean } | null> => {
    const [row] = await tx.delete(settings).where(eq(settings.name, REQUESTED)).returning();
    if (!row) return null;
    await claimRun(tx, BEGUN, 0);
    return { buy: row.value === 'buy' };
  });

async function lastResult(db: Db): Promise<Result> {
  const text = await readSetting(db, FOUND);
  if (text === null) return { at: null, bought: false, findings: [] };
  return result.parse(JSON.parse(text));
}

/** A run that has begun and left no result, unless its instance died long ago. */
async function isUnderWay(db: Db): Promise<boolean> {
  const { at } = await lastResult(db);
  const begun = sql`date_trunc('milliseconds', ${settings.value}::timestamptz)`;
  const [row] = await db
    .select({
      isUnderWay: sql<boolean>`${begun} > now() - make_interval(secs => ${DEADLINE.buy / 1000})
        and ${begun} > ${at ?? '-infinity'}::timestamptz`,
    })
    .from(settings)
    .where(eq(settings.name, BEGUN));
  return row?.isUnderWay ?? false;
}

/** Uses the database's time. */
async function keep(db: Db, found: Omit<Result, 'at'>): Promise<void> {
  const { rows } = await db.execute<{ at: Date | string }>(sql`select now() as at`);
  const at = new Date(rows[0]?.at ?? Date.now()).toISOString();
  await writeSetting(db, FOUND, JSON.stringify({ ...found, at } satisfies Result));
}
