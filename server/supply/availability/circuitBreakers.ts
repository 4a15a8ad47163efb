import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { circuitBreakers as circuits } from '../../base/db/tables.ts';
import { coalesce } from '../../base/kit/coalesce.ts';
import { log } from '../../base/kit/log.ts';
import type { ProviderFailure } from '../../base/kit/provider.ts';
import { listenForFailures } from './listenForFailures.ts';
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

type Outage = Pick<Circuit, 'provider' | 'reason' | 'message'> & { since: Date };

/** ms. */
const PATIENCE = {
  /** A provider that fails for this long counts as away. */
  away: 30_000,
  /** The first wait between two probes; each further one is twice as long. */
  probe: 5_000,
  longestProbe: 60_000,
  /** Longer than one call usually takes with its retries, so that its result is known. */
  halfOpen: 120_000,
  /** Failures further apart than this are not one outage. */
  forgotten: 300_000,
};

export type CircuitBreakers = ReturnType<typeof openCircuitBreakers>;

/** In the database, so that instances share it (the pattern: Nygard, "Release It!"). */
export function openCircuitBreakers(tools: {
  db: Db;
  alerts: Pick<OperatorAlerts, 'refused'>;
  probes: Probes;
  trials: Trials;
  /** For tests. */
  pace: number;
}) {
  const { db, alerts, pace } = tools;
  const failing = listenForFailures();
  const closing = new AbortController();
  const asking = openProbeRunner(tools, closing.signal);
  /** As last read; a provider without an entry is healthy. */
  let known = new Map<string, Circuit>();

  const inTime = (milliseconds: number) =>
    sql`now() + make_interval(secs => ${milliseconds / 1000})`;
  const ago = (milliseconds: number) => inTime(-milliseconds);
  const isLong = ({ failingFor }: Circuit) => failingFor * 1000 >= PATIENCE.away * pace;
  const isForgotten = sql`${circuits.state} = 'closed' and ${circuits.failedAt} < ${ago(PATIENCE.forgotten * pace)}`;

  const isServing = async (provider: Watched) => (await asking.probe(provider)) === 'served';
  /** A provider that refused us is back when it serves a request like those it refused. */
  const isBack = async ({ provider, reason }: Pick<Seen, 'provider' | 'reason'>) =>
    (await isServing(provider)) &&
    (reason === 'away' || (await asking.trial(provider)) === 'served');

  /** Records that a provider has failed for `age` ms, and which episode or account it failed. */
  async function note(provider: Needed, message: string, age: number, subject?: string) {
    const both = sql`${circuits.failingSubjects} || excluded.failing_subjects`;
    const isKnown = sql`${circuits.failingSubjects} @> excluded.failing_subjects or cardinality(${circuits.failingSubjects}) > 1`;
    const [circuit] = await db
      .insert(circuits)
      .values({
        provider,
        message,
        failingSubjects: subject ? [subject] : [],
        failingSince: ago(age),
      })
      .onConflictDoUpdate({
        target: circuits.provider,
        set: {
          ...(subject && { message }),
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
            // A breaker that was half-open keeps its longer wait between probes.
            nextProbeAt: sql`greatest(${circuits.nextProbeAt}, excluded.next_probe_at)`,
          },
          setWhere: sql`${circuits.state} <> 'open' or (${circuits.reason} = 'away' and excluded.reason = 'refused')`,
        })
        .returning();
      if (!opened) return;
      log.error(
        { provider, reason, message },
        'sales are paused until the provider serves us again',
      );
      if (reason === 'refused') await alerts.refused(tx, provider, message);
    });
    await readCircuits();
  }

  async function readCircuits(): Promise<void> {
    const rows = await db.select(shown).from(circuits);
    known = new Map(rows.map((circuit) => [circuit.provider, circuit]));
  }

  /** Claims the next probe until its deadline, so that no other instance sends it. */
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

  /** The next result for an episode decides; Paddle serves none, so there the probe decides. */
  async function halfOpen(provider: Watched): Promise<void> {
    const isOpened = sql`${circuits.provider} = ${provider} and ${circuits.state} = 'open'`;
    if (!neededOf(provider)) {
      await db.delete(circuits).where(isOpened);
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
      .where(isOpened);
  }

  async function probe(circuit: Seen): Promise<void> {
    const { provider, state, message, probes } = circuit;
    if (!(await claim(provider))) return;
    if (await isBack(circuit)) await halfOpen(provider);
    else if (state === 'closed') await open(provider, reasonOf(circuit), message);
    const wait = pace * Math.min(PATIENCE.longestProbe, PATIENCE.probe * 2 ** probes);
    await db
      .update(circuits)
      .set({ nextProbeAt: inTime(jitter(wait)) })
      .where(eq(circuits.provider, provider));
  }

  async function removeEnded(): Promise<void> {
    await db
      .delete(circuits)
      .where(
        sql`${isForgotten} or (${circuits.state} = 'half-open' and ${circuits.halfOpenAt} < ${ago(PATIENCE.halfOpen * pace)})`,
      );
  }

  const isDue = (circuit: Circuit) =>
    circuit.state === 'open' || (circuit.state === 'closed' && isLong(circuit));

  async function probeDueCircuitsNow(): Promise<void> {
    for (const { provider, message, age } of failing.olderThan((PATIENCE.away * pace) / 6)) {
      const needed = neededOf(provider);
      if (needed) await note(needed, message, age);
    }
    await removeEnded();
    await readCircuits();
    const due = [...known.values()].flatMap((circuit) => {
      const provider = watchedOf(circuit.provider);
      return provider && isDue(circuit) ? [{ ...circuit, provider }] : [];
    });
    if (!due.length) return;
    await Promise.all(due.map(probe));
    await readCircuits();
  }

  async function refuses({ provider: name, trouble, message }: ProviderFailure): Promise<boolean> {
    const provider = watchedOf(name);
    if (!provider || (trouble !== 'refused' && trouble !== 'spent')) return false;
    await open(provider, 'refused', message);
    return true;
  }

  const shared = coalesce<void>();
  const probeDueCircuits = () => shared('probe', probeDueCircuitsNow);

  return {
    /**
     * True when the provider is away for everybody, or may be: two different episodes, or one and a
     * neutral probe, fail there for 30 s. False when the probe is served, because then only that
     * episode fails.
     */
    async isAway(failure: ProviderFailure, episode: string): Promise<boolean> {
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
    /**
     * For a request that was rejected without a clear cause. True if a neutral request of ours is
     * rejected too: then the order is not to blame. Once a second account is rejected, with no
     * success in between, sales stop until a request succeeds.
     */
    async rejectsAll(failure: ProviderFailure, account: string): Promise<boolean> {
      const provider = neededOf(failure.provider);
      const verdict = provider ? await asking.trial(provider) : 'served';
      if (!provider || verdict === 'served') return false;
      // Unknown: the caller retries before it gives up.
      if (verdict === 'unknown') return true;
      const circuit = await note(provider, failure.message, 0, `${ACCOUNT}${account}`);
      const isShared = circuit.state === 'half-open' || circuit.failingSubjects.length > 1;
      if (isShared) await open(provider, 'refused', failure.message);
      return true;
    },
    /** True if the provider refuses our key, plan, credit or settings; sales then stop. */
    refuses,
    /** True while this provider should not be called. Calling this keeps the probes going. */
    async isOpen(provider: string): Promise<boolean> {
      await probeDueCircuits();
      return known.get(provider)?.state === 'open';
    },
    /** The provider has served an episode. Never rejects. */
    async served(provider: Needed): Promise<void> {
      failing.forget(provider);
      // Most successes change nothing and need no query.
      if (!known.delete(provider)) return;
      await db
        .delete(circuits)
        .where(eq(circuits.provider, provider))
        .then(
          () => log.warn({ provider }, 'a provider serves us again'),
          (error) => log.warn({ err: error, provider }, 'could not close a circuit breaker'),
        );
    },
    /** Any instance may call this at any time; only one sends each probe. */
    probeDueCircuits,
    close(): void {
      failing.stop();
      closing.abort(new Error('probing has stopped'));
    },
  };
}

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
      // A failing mail server (`mail/outbox/outage.ts`) does not stop production.
      .where(and(ne(circuits.state, 'closed'), ne(provider, 'SMTP')))
      .orderBy(provider)
  );
}

/** `failingFor` is in seconds, by the database's clock. */
const shown = {
  ...getTableColumns(circuits),
  failingFor: sql<number>`extract(epoch from now() - ${circuits.failingSince})::float8`,
};

/** Prefix of failing subjects that are accounts instead of episodes. */
const ACCOUNT = 'account ';
/** A provider that rejects an order and then the free probe is not down: it refuses us. */
const reasonOf = ({ failingSubjects }: Circuit): Reason =>
  failingSubjects.some((subject) => subject.startsWith(ACCOUNT)) ? 'refused' : 'away';
const watchedOf = (provider: string) => WATCHED.find((one) => one === provider);
const neededOf = (provider: string) => NEEDED.find((one) => one === provider);
const jitter = (milliseconds: number) => milliseconds * (0.5 + Math.random() / 2);
