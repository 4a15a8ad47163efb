import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '../db/open.ts';
import { circuitBreakers as circuits } from '../db/tables.ts';
import { log } from '../log.ts';
import type { ProviderFailure } from '../provider.ts';
import { listenForFailures } from './failures.ts';
import type { OperatorAlerts } from './operatorAlerts.ts';
import {
  DEADLINES,
  NEEDED,
  type Needed,
  openProbeRunner,
  type Probes,
  type Trials,
  WATCHED,
  type Watched,
} from './probes.ts';

type Circuit = typeof circuits.$inferSelect & { failingFor: number };
type Seen = Circuit & { provider: Watched };
type Reason = Circuit['reason'];

/** A provider that keeps us from making episodes, or from selling them. */
export type Outage = Pick<Circuit, 'provider' | 'reason' | 'message'> & { since: Date };

/** Times of the circuit breakers, ms. */
const PATIENCE = {
  /** How long a provider fails before it counts as away. */
  away: 30_000,
  /** The first wait between two probes of one that is away; each further one is twice as long. */
  probe: 5_000,
  longestProbe: 60_000,
  /** Longer than a call to a provider is tried again (`speech/retry.ts`), so that it has shown. */
  halfOpen: 120_000,
  /** Two failures this far apart, with nothing in between, are not one outage. */
  forgotten: 300_000,
};

/**
 * One circuit breaker for each provider, in the database, so that what one instance met counts for
 * all of them and for the next start (pattern: Nygard, "Release It!"; the states are its).
 */
export interface CircuitBreakers {
  /**
   * Judges a call that failed for an episode. True when the provider is away for everybody, or may
   * be: two different episodes, or one and a neutral probe, fail there for 30 s. False when the probe
   * is served: the failure is that episode's own.
   */
  isAway(failure: ProviderFailure, episode: string): Promise<boolean>;
  /**
   * Judges a request of an order of `account` that was rejected, without a word about its cause. True
   * when a neutral request of ours is not served either: the order is not to blame, and once a second
   * account's is rejected, with nothing served in between, nothing is sold until one is served.
   */
  rejectsAll(failure: ProviderFailure, account: string): Promise<boolean>;
  /**
   * Told of a failure where something is sold. True when the provider refuses our key, plan, credit or
   * settings: then nothing is sold until it serves us. Anything else is passed over.
   */
  refuses(failure: ProviderFailure): Promise<boolean>;
  /** True while nobody should ask this provider. Whoever waits and asks keeps the probes going. */
  isOpen(provider: string): Promise<boolean>;
  /** The provider has done what an episode needs of it, so that it is not away. Never rejects. */
  served(provider: Needed): Promise<void>;
  /** Probes what is due. Any instance may call it as often as it likes: one of them probes. */
  tend(): Promise<void>;
  /** Ends a probe under way, whose answer nobody hears. */
  close(): void;
}

export function openCircuitBreakers(tools: {
  db: Db;
  alerts: Pick<OperatorAlerts, 'refused'>;
  probes: Probes;
  trials: Trials;
  /** A share of all times, for tests in a hurry; 1 is the product's own. */
  pace: number;
}): CircuitBreakers {
  const { db, alerts, pace } = tools;
  const failing = listenForFailures();
  const closing = new AbortController();
  const asking = openProbeRunner(tools, closing.signal);
  /** As they were at the last look; what is not in it serves us. */
  let known = new Map<string, Circuit>();

  const inTime = (milliseconds: number) =>
    sql`now() + make_interval(secs => ${milliseconds / 1000})`;
  const ago = (milliseconds: number) => inTime(-milliseconds);
  const isLong = ({ failingFor }: Circuit) => failingFor * 1000 >= PATIENCE.away * pace;
  const isForgotten = sql`${circuits.state} = 'closed' and ${circuits.failedAt} < ${ago(PATIENCE.forgotten * pace)}`;

  const isServing = async (provider: Watched) => (await asking.probe(provider)) === 'served';
  /** Whoever refused us serves us again when it serves a request like those that it refused. */
  const isBack = async ({ provider, reason }: Pick<Seen, 'provider' | 'reason'>) =>
    (await isServing(provider)) &&
    (reason === 'away' || (await asking.trial(provider)) === 'served');

  /** Writes down that a provider has been failing for so long, ms, and for which episode. */
  async function note(provider: Needed, message: string, age: number, episode?: string) {
    const both = sql`${circuits.failingSubjects} || excluded.failing_subjects`;
    const isKnown = sql`${circuits.failingSubjects} @> excluded.failing_subjects or cardinality(${circuits.failingSubjects}) > 1`;
    const [circuit] = await db
      .insert(circuits)
      .values({
        provider,
        message,
        failingSubjects: episode ? [episode] : [],
        failingSince: ago(age),
      })
      .onConflictDoUpdate({
        target: circuits.provider,
        set: {
          ...(episode && { message }),
          failedAt: sql`now()`,
          failingSince: sql`case when ${isForgotten} then excluded.failing_since else ${circuits.failingSince} end`,
          failingSubjects: sql`case when ${isForgotten} then excluded.failing_subjects
            when ${isKnown} then ${circuits.failingSubjects} else ${both} end`,
        },
      })
      .returning(shown);
    return circuit as Circuit;
  }

  async function open(provider: Watched, reason: Reason, message: string): Promise<void> {
    const change = {
      state: 'open' as const,
      reason,
      message,
      nextProbeAt: inTime(jitter(PATIENCE.probe * pace)),
    };
    await db.transaction(async (tx) => {
      const [opened] = await tx
        .insert(circuits)
        .values({ provider, ...change, openedAt: sql`now()` })
        .onConflictDoUpdate({
          target: circuits.provider,
          set: {
            ...change,
            openedAt: sql`coalesce(${circuits.openedAt}, now())`,
            // One that was half-open is probed as seldom as before.
            nextProbeAt: sql`greatest(${circuits.nextProbeAt}, excluded.next_probe_at)`,
          },
          setWhere: sql`${circuits.state} <> 'open' or (${circuits.reason} = 'away' and excluded.reason = 'refused')`,
        })
        .returning();
      if (!opened) return;
      log.error({ provider, reason, message }, 'nothing is sold until a provider serves us again');
      if (reason === 'refused') await alerts.refused(tx, provider, message);
    });
    await probeDue();
  }

  async function probeDue(): Promise<void> {
    const rows = await db.select(shown).from(circuits);
    known = new Map(rows.map((circuit) => [circuit.provider, circuit]));
  }

  /** Takes the turn to probe from all other instances until its answer is due. */
  async function claim(provider: Watched): Promise<boolean> {
    const { rowCount } = await db
      .update(circuits)
      .set({
        nextProbeAt: inTime(DEADLINES.probe + DEADLINES.trial),
        probes: sql`${circuits.probes} + 1`,
      })
      .where(sql`${circuits.provider} = ${provider} and ${circuits.nextProbeAt} <= now()`);
    return Boolean(rowCount);
  }

  /** The next answer to an episode decides; where none is made, as at Paddle, the probe has. */
  async function letIn(provider: Watched): Promise<void> {
    const isOut = sql`${circuits.provider} = ${provider} and ${circuits.state} = 'open'`;
    if (!neededOf(provider)) {
      await db.delete(circuits).where(isOut);
      return;
    }
    await db
      .update(circuits)
      .set({
        state: 'half-open',
        halfOpenAt: sql`now()`,
        failingSince: sql`now()`,
        failingSubjects: [],
      })
      .where(isOut);
  }

  async function probe(circuit: Seen): Promise<void> {
    const { provider, state, message, probes } = circuit;
    if (!(await claim(provider))) return;
    if (await isBack(circuit)) await letIn(provider);
    else if (state === 'closed') await open(provider, reasonOf(circuit), message);
    const wait = pace * Math.min(PATIENCE.longestProbe, PATIENCE.probe * 2 ** probes);
    await db
      .update(circuits)
      .set({ nextProbeAt: inTime(jitter(wait)) })
      .where(eq(circuits.provider, provider));
  }

  async function forgetWhatIsOver(): Promise<void> {
    await db
      .delete(circuits)
      .where(
        sql`${isForgotten} or (${circuits.state} = 'half-open' and ${circuits.halfOpenAt} < ${ago(PATIENCE.halfOpen * pace)})`,
      );
  }

  const isDue = (circuit: Circuit) =>
    circuit.state === 'open' || (circuit.state === 'closed' && isLong(circuit));

  async function tendNow(): Promise<void> {
    for (const { provider, message, age } of failing.olderThan((PATIENCE.away * pace) / 6)) {
      const needed = neededOf(provider);
      if (needed) await note(needed, message, age);
    }
    await forgetWhatIsOver();
    await probeDue();
    const due = [...known.values()].flatMap((circuit) => {
      const provider = watchedOf(circuit.provider);
      return provider && isDue(circuit) ? [{ ...circuit, provider }] : [];
    });
    if (!due.length) return;
    await Promise.all(due.map(probe));
    await probeDue();
  }

  async function refuses({ provider: name, trouble, message }: ProviderFailure): Promise<boolean> {
    const provider = watchedOf(name);
    if (!provider || (trouble !== 'refused' && trouble !== 'spent')) return false;
    await open(provider, 'refused', message);
    return true;
  }

  /** Those who ask at once are served by one look. */
  let tending: Promise<void> | null = null;
  function tend(): Promise<void> {
    tending ??= tendNow().finally(() => {
      tending = null;
    });
    return tending;
  }

  return {
    async isAway(failure, episode) {
      const provider = neededOf(failure.provider);
      if (!provider) return false;
      if (await refuses(failure)) return true;
      const circuit = await note(provider, failure.message, 0, episode);
      if (circuit.state === 'open') return true;
      const decides = circuit.state === 'half-open' || isLong(circuit);
      const isShared = decides && circuit.failingSubjects.length > 1;
      if (!isShared && (await isServing(provider))) return false;
      if (decides) await open(provider, 'away', failure.message);
      return true;
    },
    async rejectsAll(failure, account) {
      const provider = neededOf(failure.provider);
      const verdict = provider ? await asking.trial(provider) : 'served';
      if (!provider || verdict === 'served') return false;
      // Nobody can tell: it is asked again before anything is given up.
      if (verdict === 'unknown') return true;
      const circuit = await note(provider, failure.message, 0, `${ACCOUNT}${account}`);
      const isShared = circuit.state === 'half-open' || circuit.failingSubjects.length > 1;
      if (isShared) await open(provider, 'refused', failure.message);
      return true;
    },
    refuses,
    async isOpen(provider) {
      await tend();
      return known.get(provider)?.state === 'open';
    },
    async served(provider) {
      failing.forget(provider);
      // Most answers change nothing, and cost nothing.
      if (!known.delete(provider)) return;
      await db
        .delete(circuits)
        .where(eq(circuits.provider, provider))
        .then(
          () => log.warn({ provider }, 'a provider serves us again'),
          (error) => log.warn({ err: error, provider }, 'a circuit could not be closed'),
        );
    },
    tend,
    close() {
      failing.stop();
      closing.abort(new Error('no provider is probed any more'));
    },
  };
}

/** The providers for which nothing is made or sold at the moment, and since when. */
export async function outages(db: DbOrTx): Promise<Outage[]> {
  const { provider, reason, message } = circuits;
  return (
    db
      .select({
        provider,
        reason,
        message,
        since: sql<Date>`coalesce(${circuits.openedAt}, now())`.mapWith(circuits.openedAt),
      })
      .from(circuits)
      // Mail that fails (`outbox/outage.ts`) keeps nothing from being made.
      .where(and(ne(circuits.state, 'closed'), ne(provider, 'SMTP')))
      .orderBy(provider)
  );
}

/** All columns, and for how many seconds it has been failing by the database's clock. */
const shown = {
  ...getTableColumns(circuits),
  failingFor: sql<number>`extract(epoch from now() - ${circuits.failingSince})::float8`,
};

/** Stands before what was rejected, among the episodes that failed. */
const ACCOUNT = 'account ';
/** A provider that rejects an order, and then the free probe too, is there: it refuses us. */
const reasonOf = ({ failingSubjects }: Circuit): Reason =>
  failingSubjects.some((subject) => subject.startsWith(ACCOUNT)) ? 'refused' : 'away';
const watchedOf = (provider: string) => WATCHED.find((one) => one === provider);
const neededOf = (provider: string) => NEEDED.find((one) => one === provider);
const jitter = (milliseconds: number) => milliseconds * (0.5 + Math.random() / 2);
