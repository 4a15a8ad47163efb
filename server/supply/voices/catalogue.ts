import type { Voice } from '#shared/voices.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import type { Storage } from '../../base/files/storage.ts';
import type { AudioEngine } from '../../sound/mix/audio.ts';
import type { Narrator } from '../../sound/speech/speech.ts';
import { describe, whyNotForSale } from './describe.ts';
import { openVoiceCache } from './voiceCache.ts';
import { openSamples, type Sample } from './voiceSamples.ts';
import { openVoiceStates } from './voiceStates.ts';

export interface Voices {
  /** Sorted by name. The last known list while the provider is down. */
  list(): Promise<Voice[]>;
  find(id: string): Promise<Voice | null>;
  /**
   * Bought once for this name, so a voice that has left the list still speaks under its old one.
   * Throws the signal's reason, or `ProviderFailure`: `rejected` if there is no such voice.
   */
  sample(id: string, name: string, signal: AbortSignal): Promise<Sample>;
  sampleMp3(id: string): Promise<Buffer | null>;
  hasSample(id: string): Promise<boolean>;
}

interface VoicesTools {
  db: Db;
  narrator: Narrator;
  storage: Storage;
  audio: Pick<AudioEngine, 'encode'>;
  /** True with a real account, where a voice without a sample may not work. */
  onlyWithSample: boolean;
}

export function openVoices({ db, narrator, storage, audio, onlyWithSample }: VoicesTools): Voices {
  const voiceCache = openVoiceCache(db, narrator);
  const states = openVoiceStates(db, narrator.settings);
  const samples = openSamples({ narrator, storage, audio, states });

  const list = async () => {
    const [live, known] = await Promise.all([voiceCache.current(), states.all()]);
    const voices = live
      .filter((voice) => !whyNotForSale(voice))
      .filter(({ id }) => !known.get(id)?.refusal && (!onlyWithSample || known.get(id)?.hasSample))
      .flatMap((voice) => describe(voice) ?? []);
    return voices.sort((one, other) => one.name.localeCompare(other.name));
  };
  const find = async (id: string) => (await list()).find((voice) => voice.id === id) ?? null;

  return {
    list,
    find,
    sample: samples.clip,
    async sampleMp3(id) {
      const voice = await find(id);
      return voice && samples.mp3(id, voice.name);
    },
    hasSample: async (id) => (await states.all()).get(id)?.hasSample ?? false,
  };
}
