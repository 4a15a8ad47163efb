import { createHash } from 'node:crypto';
import type { Voice } from '#shared/voices.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import type { Storage } from '../../base/files/storage.ts';
import { coalesce } from '../../base/kit/coalesce.ts';
import { log } from '../../base/kit/log.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { unlessAborted } from '../../base/kit/unlessAborted.ts';
import type { AudioEngine } from '../../sound/mix/audio.ts';
import type { Clip, Narrator } from '../../sound/speech/speech.ts';
import { clipOf, wavOf } from '../../sound/speech/wav.ts';
import { describe, whyNotForSale } from './describe.ts';
import { openVoiceCache, openVoiceStates, type VoiceStates } from './voiceCache.ts';

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

interface Speaking {
  narrator: Pick<Narrator, 'owns'>;
  voices: Voices;
}

/** Listeners cannot tell two voices of one name apart, so the earlier narrator's stays. */
export function joinCatalogues([first, ...others]: readonly [Speaking, ...Speaking[]]): Voices {
  if (others.length === 0) return first.voices;
  const all = [first, ...others];
  const said = new Set<string>();
  /** The first narrator answers for a voice that nobody owns. */
  const voicesOf = (id: string) => (all.find(({ narrator }) => narrator.owns(id)) ?? first).voices;

  async function list(): Promise<Voice[]> {
    const listed = (await Promise.all(all.map(({ voices }) => voices.list()))).flat();
    const names = new Set<string>();
    const kept = listed.filter(({ id, name }) => {
      if (!names.has(name)) return names.add(name);
      if (!said.has(id))
        log.warn({ voiceId: id, name }, 'another voice has this name: not for sale');
      said.add(id);
      return false;
    });
    return kept.sort((one, other) => one.name.localeCompare(other.name));
  }
  const find = async (id: string) => (await list()).find((voice) => voice.id === id) ?? null;

  return {
    list,
    find,
    sample: (id, ...rest) => voicesOf(id).sample(id, ...rest),
    sampleMp3: (id) => voicesOf(id).sampleMp3(id),
    hasSample: (id) => voicesOf(id).hasSample(id),
  };
}

interface SampleTools {
  narrator: Narrator;
  storage: Storage;
  audio: Pick<AudioEngine, 'encode'>;
  states: Pick<VoiceStates, 'spoke' | 'found'>;
}

export interface Sample {
  clip: Clip;
  text: string;
}

/** ms, as long as the narrator itself waits for an answer. */
const deadline = 120_000;

/** Samples are kept forever, by a hash of their inputs. All functions throw `ProviderFailure`. */
export function openSamples({ narrator, storage, audio, states }: SampleTools) {
  const clips = coalesce<Clip>();
  const sounds = coalesce<Buffer>();

  const keep = (voiceId: string, text: string): Promise<Clip> => {
    const key = `${address(narrator, voiceId, text)}.wav`;
    return clips(key, async () => {
      const stored = await storage.get(key);
      if (!stored) return buy(key, voiceId, text);
      await states.found(voiceId);
      return clipOf(stored);
    });
  };

  const buy = async (key: string, voiceId: string, text: string): Promise<Clip> => {
    const clip = await speakInTime(narrator, voiceId, text);
    await storage.put(key, wavOf(clip), 'audio/wav');
    await states.spoke(voiceId);
    return clip;
  };

  return {
    async clip(voiceId: string, name: string, signal: AbortSignal): Promise<Sample> {
      const text = introduction(name);
      return { clip: await unlessAborted(keep(voiceId, text), signal), text };
    },
    /** Buys even a stored sample: only that shows whether a refused voice works again. */
    async buyAgain(voiceId: string, name: string): Promise<void> {
      const text = introduction(name);
      const key = `${address(narrator, voiceId, text)}.wav`;
      await clips(key, () => buy(key, voiceId, text));
    },
    mp3(voiceId: string, name: string): Promise<Buffer> {
      const text = introduction(name);
      const key = `${address(narrator, voiceId, text)}.mp3`;
      return sounds(key, async () => {
        const stored = await storage.get(key);
        if (stored) return stored;
        const clip = await keep(voiceId, text);
        const sound = await audio.encode(clip, AbortSignal.timeout(deadline));
        await storage.put(key, sound, 'audio/mpeg');
        return sound;
      });
    },
  };
}

/** A timeout here means that the provider is busy, as the narrator's own does. */
async function speakInTime(narrator: Narrator, voiceId: string, text: string): Promise<Clip> {
  const late = AbortSignal.timeout(deadline);
  try {
    return await narrator.speak({ voiceId, text }, late);
  } catch (error) {
    if (!late.aborted) throw error;
    throw new ProviderFailure(narrator.provider, 'busy', 'no sample in time', { cause: error });
  }
}

export function introduction(name: string): string {
  return `Hello, I'm ${name}. Ask me something good, and we'll talk it through together.`;
}

function address(narrator: Narrator, voiceId: string, text: string): string {
  const what = JSON.stringify([voiceId, narrator.settings, text]);
  return `samples/${createHash('sha256').update(what).digest('hex')}`;
}
