import { setTimeout as pause } from 'node:timers/promises';
import type { ScriptLine } from '#shared/script.ts';
import type { CircuitBreakers } from '../availability/circuitBreakers.ts';
import type { Needed } from '../availability/probes.ts';
import type { SalesGate } from '../availability/salesGate.ts';
import type { Costs } from '../costs/costs.ts';
import { meteredNarrator, meteredWriter } from '../costs/meter.ts';
import type { Purchase } from '../costs/prices.ts';
import type { EpisodeLog } from '../podcasts/episodeLog.ts';
import type { LeasedEpisode } from '../podcasts/lease.ts';
import type { Producer } from './produceEpisode.ts';
import { openOutageWait } from './waitOutOutage.ts';

type Providers = Pick<Producer, 'writer' | 'moderator' | 'narrator' | 'storage' | 'sample'>;

interface Tools extends Providers {
  episodeLog: Pick<EpisodeLog, 'reread'>;
  costs: Pick<Costs, 'record'>;
  salesGate: Pick<SalesGate, 'isCapReached'>;
  circuits: CircuitBreakers;
  pace: number;
}

/** How often those who wait for a new day look whether it has come, ms. */
const POLL_EVERY = 3_000;

/** A line's turn came when it could not be paid for, or its clip not be kept. */
class NotNow extends Error {}

/**
 * The providers as one episode uses them. Each purchase is written down. Whatever is asked of a
 * provider that is away waits inside the job, with everything the episode has in hand, and goes on
 * where it was. While the day's spending cap is reached, or the bucket would keep no clip, nothing is
 * bought. Throws `LeaseLost` when the episode is given up meanwhile.
 */
export function buyerFor(work: LeasedEpisode, tools: Tools, outer: AbortSignal): Providers {
  const { episodeLog, costs, salesGate, storage } = tools;
  const record = (purchase: Purchase) => costs.record(work.podcast.id, purchase);
  const writer = meteredWriter(tools.writer, record);
  const narrator = meteredNarrator(tools.narrator, record);
  const hold = openOutageWait(work, tools, outer);

  const mayBuy = async () => !hold.isHeld('S3') && !(await salesGate.isCapReached());
  let waiting: Promise<void> | null = null;
  async function waitForLeave(signal: AbortSignal): Promise<void> {
    while (!(await mayBuy())) {
      await episodeLog.reread(work);
      await pause(POLL_EVERY * tools.pace, undefined, { signal });
    }
  }
  /** All lines of the episode wait as one. */
  function leave(signal: AbortSignal): Promise<void> {
    waiting ??= waitForLeave(signal).finally(() => {
      waiting = null;
    });
    return waiting;
  }
  const beforeBuying = async () => {
    if (!(await mayBuy())) throw new NotNow('nothing is bought at the moment');
  };

  /**
   * Makes a call until it goes well or fails for a reason of the episode's own. `served` names the
   * provider of which a success shows that it does its part.
   */
  async function insist<T>(
    call: () => Promise<T>,
    signal: AbortSignal,
    served?: Needed,
  ): Promise<T> {
    for (;;) {
      try {
        const answer = await call();
        if (served) hold.served(served);
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof NotNow)) await hold.after(error);
      }
    }
  }

  return {
    writer: {
      plan: (brief, signal) =>
        insist(
          async () => {
            await leave(signal);
            return writer.plan(brief, signal);
          },
          signal,
          'OpenAI',
        ),
      async *write(brief, signal) {
        const given: ScriptLine[] = [];
        for (;;) {
          await leave(signal);
          const words = brief.words - countWords(given);
          try {
            const rest = { ...brief, words, soFar: [...brief.soFar, ...given] };
            for await (const line of writer.write(rest, signal)) {
              given.push(line);
              hold.served('OpenAI');
              yield line;
            }
            return;
          } catch (error) {
            signal.throwIfAborted();
            await hold.after(error);
          }
        }
      },
    },
    // It costs nothing, and a verdict does not show that the model writes.
    moderator: {
      moderate: (text, signal) => insist(() => tools.moderator.moderate(text, signal), signal),
    },
    narrator: {
      ...narrator,
      speak: (utterance, signal) =>
        insist(
          async () => {
            await leave(signal);
            return narrator.speak({ ...utterance, beforeBuying }, signal);
          },
          signal,
          'ElevenLabs',
        ),
    },
    sample: (voiceId, name, signal) => insist(() => tools.sample(voiceId, name, signal), signal),
    storage: {
      ...storage,
      // That it can be read does not say that it keeps what it is given.
      get: (key) => insist(() => storage.get(key), outer),
      put: (...file) => insist(() => storage.put(...file), outer, 'S3'),
      putFile: (...file) => insist(() => storage.putFile(...file), outer, 'S3'),
    },
  };
}

function countWords(lines: ScriptLine[]): number {
  return lines.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
}
