import { ProviderFailure } from '../../base/kit/provider.ts';
import { type Narrator, type SpeechProvider, TRIAL_SENTENCE } from '../../sound/speech/speech.ts';
import type { ScriptWriter } from '../../writing/script/scriptWriter.ts';
import { tryWriting } from '../../writing/writer/trial.ts';
import type { Trials } from './probes.ts';

/** One voice may fail on its own; if several do, the provider is to blame. */
const MOST_VOICES = 3;

interface TrialTools {
  writer: Pick<ScriptWriter, 'write'>;
  narrators: readonly Pick<Narrator, 'provider' | 'owns' | 'speak'>[];
  voices: { list(): Promise<{ id: string }[]> };
  payments: { probe(): Promise<void> };
}

/** The caller records what trials cost. */
export function openTrials(tools: () => Promise<TrialTools>): Trials {
  const speakWith = (provider: SpeechProvider) => async (signal: AbortSignal) => {
    const { narrators, voices } = await tools();
    const narrator = narrators.find((one) => one.provider === provider);
    if (!narrator) return;
    let failure = new ProviderFailure(provider, 'refused', 'there is no voice to speak with');
    const own = (await voices.list()).filter(({ id }) => narrator.owns(id));
    for (const { id } of own.slice(0, MOST_VOICES)) {
      try {
        await narrator.speak({ voiceId: id, text: TRIAL_SENTENCE }, signal);
        return;
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.passing) throw error;
        failure = error;
      }
    }
    throw failure;
  };

  return {
    OpenAI: async (signal) => tryWriting((await tools()).writer, signal),
    ElevenLabs: speakWith('ElevenLabs'),
    'Speech server': speakWith('Speech server'),
    Paddle: async () => (await tools()).payments.probe(),
  };
}
