import { setTimeout as pause } from 'node:timers/promises';
import type { Costs } from '../costs/costs.ts';
import { meteredNarrator, meteredWriter } from '../costs/meter.ts';
import type { Purchase } from '../costs/prices.ts';
import type { Work } from '../podcasts/lease.ts';
import type { Ledger } from '../podcasts/ledger.ts';
import type { ScriptWriter } from '../script/script.ts';
import type { Narrator } from '../speech/speech.ts';
import type { Till } from '../till/till.ts';

interface Tools {
  writer: ScriptWriter;
  narrator: Narrator;
  ledger: Pick<Ledger, 'reread'>;
  costs: Pick<Costs, 'record'>;
  till: Pick<Till, 'isCapReached'>;
}

/** How often those who wait for a new day look whether it has come, ms. */
const LOOK_AGAIN = 3_000;

/** A line's turn came when there was nothing left to pay for it. */
class CapReached extends Error {}

/**
 * The providers as one episode buys from them. Each purchase is written down; while the day's
 * spending cap is reached nothing is bought, and whoever wants to waits inside the job, with
 * everything it has, until a new day or a higher cap. Throws `LeaseLost` when the episode is given
 * up meanwhile.
 */
export function buyerFor(work: Work, tools: Tools): { writer: ScriptWriter; narrator: Narrator } {
  const { ledger, costs, till } = tools;
  const record = (purchase: Purchase) => costs.record(work.podcast.id, purchase);
  const writer = meteredWriter(tools.writer, record);
  const narrator = meteredNarrator(tools.narrator, record);

  let waiting: Promise<void> | null = null;
  async function waitForMoney(signal: AbortSignal): Promise<void> {
    while (await till.isCapReached()) {
      await ledger.reread(work);
      await pause(LOOK_AGAIN, undefined, { signal });
    }
  }
  /** All lines of the episode wait as one. */
  function allowance(signal: AbortSignal): Promise<void> {
    waiting ??= waitForMoney(signal).finally(() => {
      waiting = null;
    });
    return waiting;
  }
  const beforeBuying = async () => {
    if (await till.isCapReached()) throw new CapReached('the day’s spending cap is reached');
  };

  return {
    writer: {
      async plan(brief, signal) {
        await allowance(signal);
        return writer.plan(brief, signal);
      },
      async *write(brief, signal) {
        await allowance(signal);
        yield* writer.write(brief, signal);
      },
    },
    narrator: {
      ...narrator,
      async speak(utterance, signal) {
        for (;;) {
          await allowance(signal);
          try {
            return await narrator.speak({ ...utterance, beforeBuying }, signal);
          } catch (error) {
            if (!(error instanceof CapReached)) throw error;
          }
        }
      },
    },
  };
}
