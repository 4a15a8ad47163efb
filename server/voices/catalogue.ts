import type { Voice } from '#shared/voices.ts';
import type { Desk } from '../audio/audio.ts';
import type { Db } from '../db/open.ts';
import type { Narrator } from '../speech/speech.ts';
import type { Storage } from '../storage/storage.ts';
import { describe, describeKnown } from './describe.ts';
import { openRoster } from './roster.ts';
import { openSamples, type Sample } from './samples.ts';

export interface Voices {
  /** Every voice a host can have, by name. Never empty, even while the provider is out of reach. */
  list(): Promise<Voice[]>;
  find(id: string): Promise<Voice | null>;
  /**
   * The voice introducing itself by this name, bought once ever: one that has left the list since is
   * found by the name it had. Throws `ProviderFailure`, `rejected` when there is no such voice (any
   * more), and the signal's reason.
   */
  sample(id: string, name: string, signal: AbortSignal): Promise<Sample>;
  /** The same as MP3 for a browser, or null when there is no such voice. */
  sampleMp3(id: string): Promise<Buffer | null>;
}

interface VoicesTools {
  db: Db;
  narrator: Narrator;
  storage: Storage;
  desk: Pick<Desk, 'encode'>;
}

export function openVoices({ db, narrator, storage, desk }: VoicesTools): Voices {
  const roster = openRoster(db, narrator);
  const samples = openSamples({ narrator, storage, desk });

  const list = async () => {
    const live = await roster();
    const voices = live ? live.map(describe) : describeKnown();
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
  };
}
