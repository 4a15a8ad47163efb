import { and, eq, inArray } from 'drizzle-orm';
import {
  type Circuit,
  claimProbe,
  halfOpenCircuit,
  listCircuits,
  listOutages,
  noteFailure,
  openCircuit,
  removeEnded,
  setNextProbe,
} from '../../base/db/circuitBreakers.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { circuitBreakers as circuits } from '../../base/db/tables.ts';
import { coalesce } from '../../base/kit/coalesce.ts';
import { log } from '../../base/kit/log.ts';
import { onProviderCall, type ProviderFailure } from '../../base/kit/provider.ts';
import type { OperatorAlerts } from './operatorAlerts.ts';
import {
  DEADLINES,
  NEEDED,
  type Needed,
  openAsk,
  type Questions,
  WATCHED,
  type Watched,
} from './probes.ts';

/*
 * While a breaker is open, sales pause and episodes wait. It opens when the provider refuses our
 * account, or when two episodes, or one and a probe, have failed there for 30 s. Probes, ever more
 * seldom, make it half-open: sales still pause, and the next result of an episode decides.
 */

type Reason = Circuit['reason'];

/** ms. */
const PATIENCE = {
  /** A provider that fails for this long counts as away. */
  away: 30_000,
  /** The first wait between two probes; each further one is twice as long. */
  probe: 5_000,
  longestProbe: 60_000,
};

/** Prefix of failing subjects that are accounts instead of episodes. */
const ACCOUNT = 'account ';

export type CircuitBreakers = ReturnType<typeof openCircuitBreakers>;

export function openCircuitBreakers(tools: {
  db: Db;
  alerts: Pick<OperatorAlerts, 'refused'>;
  questions: Questions;
  /** For tests. */
  pace: number;
}) {
  const { db, alerts, questions, pace } = tools;
  const closing = new AbortController();
  const ask = openAsk(questions, closing.signal);
  const failing = listenForFailures();
  const isLong = ({ failingFor }: Circuit) => failingFor * 1000 >= PATIENCE.away * pace;
  const isDue = (circuit: Circuit) =>
    circuit.state === 'open' || (circuit.state === 'closed' && isLong(circuit));
  const isServing = async (provider: Watched) => (await ask(provider, 'serve')) === 'served';
  const note = (failure: Parameters<typeof noteFailure>[1]) => noteFailure(db, failure, pace);

  /** As last read; a provider without an entry is healthy. */
  let known = new Map<string, Circuit>();
  async function readCircuits(): Promise<void> {
    known = new Map((await listCircuits(db)).map((circuit) => [circuit.provider, circuit]));
  }

  async function open(provider: Watched, reason: Reason, message: string): Promise<void> {
    await db.transaction(async (tx) => {
      const probeIn = jitter(PATIENCE.probe * pace);
      if (!(await openCircuit(tx, { provider, reason, message }, probeIn))) return;
      log.error(
        { provider, reason, message },
        'sales are paused until the provider serves us again',
      );
      if (reason === 'refused') await alerts.refused(tx, provider, message);
    });
    await readCircuits();
  }

  /** A provider that refused us is back when it serves a request like those it refused. */
  const isBack = async (provider: Watched, reason: Reason) =>
    (await isServing(provider)) && (reason === 'away' || (await ask(provider, 'buy')) === 'served');

  async function probe(provider: Watched, circuit: Circuit): Promise<void> {
    const { state, reason, message, probes, failingSubjects } = circuit;
    if (!(await claimProbe(db, provider, DEADLINES.serve + DEADLINES.buy))) return;
    if (await isBack(provider, reason)) {
      // Paddle serves no episode whose result could decide.
      if (neededOf(provider)) await halfOpenCircuit(db, provider);
      else await db.delete(circuits).where(and(isOf(provider), eq(circuits.state, 'open')));
    } else if (state === 'closed') {
      // One that rejected an order and then a free probe is not down: it refuses us.
      const isRefusing = failingSubjects.some((subject) => subject.startsWith(ACCOUNT));
      await open(provider, isRefusing ? 'refused' : 'away', message);
    }
    const wait = Math.min(PATIENCE.longestProbe, PATIENCE.probe * 2 ** probes);
    await setNextProbe(db, provider, jitter(wait * pace));
  }

  async function probeDueCircuitsNow(): Promise<void> {
    for (const { provider, message, age } of failing.olderThan((PATIENCE.away * pace) / 6)) {
      if (neededOf(provider)) await note({ provider, message, isVague: true, age });
    }
    await removeEnded(db, pace);
    await readCircuits();
    const probes = WATCHED.flatMap((provider) => {
      const circuit = known.get(provider);
      return circuit && isDue(circuit) ? [probe(provider, circuit)] : [];
    });
    if (!probes.length) return;
    await Promise.all(probes);
    await readCircuits();
  }
  const shared = coalesce<void>();
  const probeDueCircuits = () => shared('probe', probeDueCircuitsNow);

  async function refuses({ provider: name, trouble, message }: ProviderFailure): Promise<boolean> {
    const provider = watchedOf(name);
    if (!provider || (trouble !== 'refused' && trouble !== 'spent')) return false;
    await open(provider, 'refused', message);
    return true;
  }

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
      const { message } = failure;
      const circuit = await note({ provider, message, subject: episode });
      if (circuit.state === 'open') return true;
      const decides = circuit.state === 'half-open' || isLong(circuit);
      const isShared = decides && circuit.failingSubjects.length > 1;
      if (!isShared && (await isServing(provider))) return false;
      if (decides) await open(provider, 'away', message);
      return true;
    },
    /**
     * For a request that was rejected without a clear cause. True if a neutral request of ours is
     * rejected too: then the order is not to blame. Once a second account is rejected, with no
     * success in between, sales stop until a request succeeds.
     */
    async rejectsAll({ provider: name, message }: ProviderFailure, account: string) {
      const provider = neededOf(name);
      const verdict = provider ? await ask(provider, 'buy') : 'served';
      if (!provider || verdict === 'served') return false;
      // Unknown: the caller retries before it gives up.
      if (verdict === 'unknown') return true;
      const circuit = await note({ provider, message, subject: `${ACCOUNT}${account}` });
      const isShared = circuit.state === 'half-open' || circuit.failingSubjects.length > 1;
      if (isShared) await open(provider, 'refused', message);
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
        .where(isOf(provider))
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

/** What pauses sales: a failing mail server (`mail/outbox/outage.ts`) does not. */
export const outages = (db: DbOrTx) => listOutages(db, inArray(circuits.provider, [...WATCHED]));

/** Sees retries too, which go on for over a minute before an episode sees the failure. */
function listenForFailures() {
  const began = new Map<string, { at: number; message: string }>();
  const stop = onProviderCall(({ provider, outcome }) => {
    if (outcome === 'ok') began.delete(provider);
    if ((outcome !== 'busy' && outcome !== 'broken') || began.has(provider)) return;
    const message = `${provider}: no call goes through (${outcome})`;
    began.set(provider, { at: performance.now(), message });
  });
  return {
    /** Lists providers without a successful call for longer than this, ms. */
    olderThan: (milliseconds: number) =>
      [...began]
        .map(([provider, { at, message }]) => ({ provider, message, age: performance.now() - at }))
        .filter(({ age }) => age > milliseconds),
    forget: (provider: string) => void began.delete(provider),
    stop,
  };
}

const isOf = (provider: Watched) => eq(circuits.provider, provider);
const watchedOf = (provider: string) => WATCHED.find((one) => one === provider);
const neededOf = (provider: string) => NEEDED.find((one) => one === provider);
const jitter = (milliseconds: number) => milliseconds * (0.5 + Math.random() / 2);
