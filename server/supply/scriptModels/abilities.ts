import type { SpeechAccount } from '../../sound/speech/speech.ts';
import type { Abilities } from './candidates.ts';

const UNKNOWN = { models: null, tier: null };

/** Free of charge. Throws `ProviderFailure`. */
export function askAbilities(
  listModels: (signal: AbortSignal) => Promise<string[] | null>,
  voice: Pick<SpeechAccount, 'abilities'> | null,
): (signal: AbortSignal) => Promise<Abilities> {
  return async (signal) => {
    const [script, speech] = await Promise.all([
      listModels(signal),
      voice?.abilities(signal) ?? UNKNOWN,
    ]);
    return { script, speech: speech.models, tier: speech.tier };
  };
}
