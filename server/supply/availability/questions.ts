import type { Storage } from '../../base/files/storage.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import {
  type ProbedNarrator,
  type SpeechProvider,
  TRIAL_SENTENCE,
} from '../../sound/speech/speech.ts';
import type { ScriptWriter } from '../../writing/script/scriptWriter.ts';
import { tryWriting } from '../../writing/writer/trial.ts';
import { meteredNarrator, meteredWriter } from '../costs/costMeter.ts';
import type { Purchase } from '../costs/prices.ts';
import type { Questions } from './probes.ts';

/** One voice may fail on its own; if several do, the provider is to blame. */
const MOST_VOICES = 3;

interface Current {
  unlimitedWriter: ScriptWriter;
  narrators: readonly ProbedNarrator[];
  voices: { list(): Promise<{ id: string }[]> };
}

interface QuestionTools {
  current(): Promise<Current>;
  probeScript(signal: AbortSignal): Promise<void>;
  storage: Pick<Storage, 'put'>;
  payments: { probe(): Promise<void> };
  recordOwnPurchase(purchase: Purchase): Promise<void>;
}

/** What each provider is asked to find out whether it serves us. */
export function openQuestions(tools: QuestionTools): Questions {
  const { current, probeScript, storage, payments, recordOwnPurchase } = tools;
  const speech = (provider: SpeechProvider) => ({
    async serve(signal: AbortSignal) {
      const { narrators } = await current();
      await narrators.find((one) => one.provider === provider)?.probe(signal);
    },
    async buy(signal: AbortSignal) {
      const { narrators, voices } = await current();
      const narrator = narrators.find((one) => one.provider === provider);
      if (!narrator) return;
      const own = (await voices.list()).filter(({ id }) => narrator.owns(id));
      const ids = own.slice(0, MOST_VOICES).map(({ id }) => id);
      await trySpeaking(meteredNarrator(narrator, recordOwnPurchase), ids, signal);
    },
  });
  const sound = {
    serve: () =>
      storage.put('probe', Buffer.from('Written to see whether it can be'), 'text/plain'),
  };
  return {
    OpenAI: {
      serve: probeScript,
      buy: async (signal) =>
        tryWriting(meteredWriter((await current()).unlimitedWriter, recordOwnPurchase), signal),
    },
    ElevenLabs: speech('ElevenLabs'),
    'Speech server': speech('Speech server'),
    S3: sound,
    Folder: sound,
    Paddle: { buy: () => payments.probe() },
  };
}

/** Throws the last voice's failure when none speaks. */
async function trySpeaking(
  narrator: Pick<ProbedNarrator, 'provider' | 'speak'>,
  voiceIds: string[],
  signal: AbortSignal,
): Promise<void> {
  const { provider } = narrator;
  let failure = new ProviderFailure(provider, 'refused', 'there is no voice to speak with');
  for (const voiceId of voiceIds) {
    try {
      await narrator.speak({ voiceId, text: TRIAL_SENTENCE }, signal);
      return;
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.passing) throw error;
      failure = error;
    }
  }
  throw failure;
}
