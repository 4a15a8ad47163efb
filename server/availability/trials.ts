import type { Payments } from '../payments/payments.ts';
import { ProviderFailure } from '../provider.ts';
import type { ScriptWriter } from '../script/script.ts';
import { tryWriting } from '../script/trial.ts';
import { type Narrator, TRIAL_SENTENCE } from '../speech/speech.ts';
import type { Trials } from './probes.ts';

/** One voice may fail on its own; if several do, the provider is to blame. */
const MOST_VOICES = 3;

interface TrialTools {
  writer: Pick<ScriptWriter, 'write'>;
  narrator: Pick<Narrator, 'speak'>;
  voices: { list(): Promise<{ id: string }[]> };
  payments: Pick<Payments, 'probe'>;
}

/** Trial requests for the providers. The caller records what they cost. */
export function openTrials(tools: () => Promise<TrialTools>): Trials {
  async function speak(signal: AbortSignal): Promise<void> {
    const { narrator, voices } = await tools();
    let failure = new ProviderFailure('ElevenLabs', 'refused', 'there is no voice to speak with');
    for (const { id } of (await voices.list()).slice(0, MOST_VOICES)) {
      try {
        await narrator.speak({ voiceId: id, text: TRIAL_SENTENCE }, signal);
        return;
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.passing) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  return {
    OpenAI: async (signal) => tryWriting((await tools()).writer, signal),
    ElevenLabs: speak,
    Paddle: async () => (await tools()).payments.probe(),
  };
}
