import { setTimeout as pause } from 'node:timers/promises';
import type { PodcastRow } from '../../server/episodes/log/lease.ts';
import { tryMachine } from '../../server/production/run/worker.ts';
import { MAX_FAILURES } from '../../server/production/runEpisode.ts';
import { outages } from '../../server/supply/availability/circuitBreakers.ts';
import { NEEDED } from '../../server/supply/availability/probes.ts';
import { causeOf, Ending, isDiskFull } from './ending.ts';
import { rowOf } from './findOrder.ts';
import type { Production } from './openProduction.ts';
import { watchProviders } from './watchProviders.ts';

/** How often an episode that another process makes is looked at, ms. */
const POLL_EVERY = 1_000;

/**
 * A server on the same database makes it while we wait. Throws `Ending`, or the signal's reason.
 */
export async function makeEpisode(
  production: Production,
  { publicId }: Pick<PodcastRow, 'publicId'>,
  say: (sentence: string) => void,
  signal: AbortSignal,
): Promise<PodcastRow> {
  let isSaid = false;
  for (;;) {
    const row = await rowOf(production, publicId);
    if (row?.status === 'completed') return row;
    if (row?.status === 'failed')
      throw new Ending('failed', row.failure ?? 'It could not be made.');
    if (row?.status !== 'processing') throw new Ending('failed', 'The episode was deleted.');
    const { able } = await production.salesGate.producers();
    if (able > 0) {
      if (!isSaid)
        say('A Duologue server uses this database: it makes the episode, and this command waits.');
      isSaid = true;
      await rejectIfAway(production);
      await pause(POLL_EVERY, undefined, { signal });
    } else {
      await makeHere(production, row, say, signal);
    }
  }
}

/** One attempt by this process; ends early if another process has taken the episode over. */
async function makeHere(
  production: Production,
  { id }: PodcastRow,
  say: (sentence: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { signal: away, ...tools } = watchProviders(production);
  let unfit: unknown = null;
  let tries = 0;
  const own = {
    ...tools,
    onFailure(error: unknown) {
      tries += 1;
      say(`Try ${tries} failed (${MAX_FAILURES} without progress end it): ${causeOf(error)}`);
    },
    // The outbox is left to servers.
    outbox: { ...production.outbox, deliver: async () => {} },
    async checkMachine() {
      unfit = await tryMachine(production.audio).then(
        () => null,
        (error: unknown) => error,
      );
      return unfit === null;
    },
  };
  try {
    await production.produce(id, own, AbortSignal.any([signal, away]));
  } catch (error) {
    signal.throwIfAborted();
    away.throwIfAborted();
    if (unfit === null) throw error;
    if (isDiskFull(unfit)) throw unfit;
    throw new Ending('failed', `This machine cannot make episodes: ${causeOf(unfit)}.`);
  }
}

async function rejectIfAway({ db }: Production): Promise<void> {
  const outage = (await outages(db)).find(({ provider }) => NEEDED.some((one) => one === provider));
  if (!outage) return;
  throw new Ending(
    'later',
    `${outage.provider} is away (${outage.message}). The server continues once it is back; run the same command again for the file.`,
  );
}
