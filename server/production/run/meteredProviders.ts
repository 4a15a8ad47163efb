import { setTimeout as pause } from 'node:timers/promises';
import type { ScriptLine } from '#shared/script.ts';
import { coalesce } from '../../base/kit/coalesce.ts';
import type { Narrator } from '../../sound/speech/speech.ts';
import type { Needed } from '../../supply/availability/probes.ts';
import { meteredNarrator, meteredSearch, meteredWriter } from '../../supply/costs/costMeter.ts';
import type { Purchase } from '../../supply/costs/prices.ts';
import { countWords } from '../../writing/script/countWords.ts';
import type { Attempt } from './episodeRun.ts';
import { NotNow } from './failureCause.ts';
import { openOutageWait } from './waitOutOutage.ts';

/** How often an episode checks whether it may buy again, ms. */
const POLL_EVERY = 3_000;

/**
 * Records each purchase. A call to a provider that is away waits inside the job and is made again.
 * Nothing is bought while the day's spending cap is reached or no clip can be stored. Throws
 * `LeaseLost` when the episode is given up meanwhile.
 */
export function meterProviders(tools: Attempt): Attempt {
  const { work, episodeLog, costs, salesGate, circuits, storage, signal: outer } = tools;
  const record = (purchase: Purchase) => costs.record(work.podcast.id, purchase);
  const writer = meteredWriter(tools.writer, record);
  const search = tools.webSearch && meteredSearch(tools.webSearch, record);
  const outage = openOutageWait(tools);

  const mayBuy = async () => !outage.isHeld(storage.provider) && !(await salesGate.isCapReached());
  async function pollUntil(may: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
    while (!(await may())) {
      await episodeLog.reread(work);
      await pause(POLL_EVERY * tools.pace, undefined, { signal });
    }
  }
  const shared = coalesce<void>();
  const untilMayBuy = (signal: AbortSignal) => shared('poll', () => pollUntil(mayBuy, signal));
  const beforeBuying = async () => {
    if (!(await mayBuy())) throw new NotNow('nothing is bought at the moment');
  };

  async function* streamed<T>(begin: () => AsyncIterable<T>): AsyncGenerator<T> {
    await beforeBuying();
    yield* begin();
  }

  /** While the model is away, nobody finds facts. */
  const mayRead = async () => (await mayBuy()) && !(await circuits.isOpen('OpenAI'));

  /** `served` names the provider whose recovery a success proves. */
  async function retryThroughOutages<T>(
    call: () => Promise<T>,
    signal: AbortSignal,
    served?: Needed,
  ): Promise<T> {
    for (;;) {
      try {
        const answer = await call();
        if (served) outage.served(served);
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof NotNow)) await outage.after(error);
      }
    }
  }

  function patientNarrator(own: Narrator): Narrator {
    const narrator = meteredNarrator(own, record);
    const bought = <T>(signal: AbortSignal, speak: () => Promise<T>) =>
      retryThroughOutages(() => untilMayBuy(signal).then(speak), signal, narrator.provider);
    return {
      ...narrator,
      speak: (utterance, signal) =>
        bought(signal, () => narrator.speak({ ...utterance, beforeBuying }, signal)),
      speakTake: (take, signal) =>
        bought(signal, () => narrator.speakTake({ ...take, beforeBuying }, signal)),
    };
  }

  return {
    ...tools,
    writer: {
      // Fails instead of waiting: a visitor waits, and asks again.
      open: (...call) => streamed(() => writer.open(...call)),
      // An episode without these is better than one that waits for them.
      edit: (...call) => streamed(() => writer.edit(...call)),
      findAnswers: async (...call) => beforeBuying().then(() => writer.findAnswers(...call)),
      findFacts: async (...call) => beforeBuying().then(() => writer.findFacts(...call)),
      read: (...call) => streamed(() => writer.read(...call)),
      rewrite: async (...call) => beforeBuying().then(() => writer.rewrite(...call)),
      recap: async (...call) => beforeBuying().then(() => writer.recap(...call)),
      readTopic: async (...call) => untilMayBuy(call[2]).then(() => writer.readTopic(...call)),
      async plan(spec, signal) {
        const plan = () => untilMayBuy(signal).then(() => writer.plan(spec, signal));
        return retryThroughOutages(plan, signal, 'OpenAI');
      },
      async *write(spec, signal) {
        const given: ScriptLine[] = [];
        for (;;) {
          await untilMayBuy(signal);
          const words = spec.words - countWords(given);
          try {
            const rest = { ...spec, words, soFar: [...spec.soFar, ...given] };
            for await (const line of writer.write(rest, signal)) {
              given.push(line);
              outage.served('OpenAI');
              yield line;
            }
            return;
          } catch (error) {
            signal.throwIfAborted();
            await outage.after(error);
          }
        }
      },
    },
    // An episode that has to wait is read up on afterwards, so that it keeps its sources.
    mayReadUp: async () => pollUntil(mayRead, outer).then(tools.mayReadUp),
    webSearch: search && {
      find: async (...call) => beforeBuying().then(() => search.find(...call)),
    },
    // Moderation is free, and a verdict does not prove that the model writes.
    moderator: {
      moderate: (text, signal) =>
        retryThroughOutages(() => tools.moderator.moderate(text, signal), signal),
      moderateEach: (texts, signal) =>
        retryThroughOutages(() => tools.moderator.moderateEach(texts, signal), signal),
    },
    narratorOf: (voiceId) => patientNarrator(tools.narratorOf(voiceId)),
    sample: (voiceId, name, signal) =>
      retryThroughOutages(() => tools.sample(voiceId, name, signal), signal),
    storage: {
      ...storage,
      // A read does not prove that the bucket stores anything.
      get: (key) => retryThroughOutages(() => storage.get(key), outer),
      put: (...file) => retryThroughOutages(() => storage.put(...file), outer, storage.provider),
      putFile: (...file) =>
        retryThroughOutages(() => storage.putFile(...file), outer, storage.provider),
    },
  };
}
