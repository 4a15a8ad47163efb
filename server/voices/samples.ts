import { createHash } from 'node:crypto';
import type { AudioEngine } from '../audio/audio.ts';
import { ProviderFailure } from '../provider.ts';
import { provider } from '../speech/failures.ts';
import type { Clip, Narrator } from '../speech/speech.ts';
import { clipOf, wavOf } from '../speech/wav.ts';
import type { Storage } from '../storage/storage.ts';
import type { VoiceStates } from './voiceStates.ts';

interface SampleTools {
  narrator: Narrator;
  storage: Storage;
  audio: Pick<AudioEngine, 'encode'>;
  /** Is told of each voice whose sample is stored. */
  states: Pick<VoiceStates, 'spoke' | 'found'>;
}

/** A voice introducing itself: about five seconds of speech, and the words it says. */
export interface Sample {
  clip: Clip;
  text: string;
}

/** Longest wait for a sample, ms: the narrator's own patience with a busy provider. */
const deadline = 120_000;

/**
 * Samples are bought once and kept for good, under the hash of everything that shapes them.
 * Whoever asks while one is being made waits for the same one. Both throw `ProviderFailure`.
 */
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
    /** Buys the sample, whatever is stored: of a voice that was refused only that shows more. */
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

/** A narrator that hangs is a narrator that is busy, whoever loses patience first. */
async function speakInTime(narrator: Narrator, voiceId: string, text: string): Promise<Clip> {
  const late = AbortSignal.timeout(deadline);
  try {
    return await narrator.speak({ voiceId, text }, late);
  } catch (error) {
    if (!late.aborted) throw error;
    throw new ProviderFailure(provider, 'busy', 'no sample in time', { cause: error });
  }
}

/** What a voice of this name says in its sample. */
export function introduction(name: string): string {
  return `Hello, I'm ${name}. Ask me something good, and we'll talk it through together.`;
}

function address(narrator: Narrator, voiceId: string, text: string): string {
  const what = JSON.stringify([voiceId, narrator.settings, text]);
  return `samples/${createHash('sha256').update(what).digest('hex')}`;
}

/** Work under way, by name: the second to ask gets the first one's. */
function coalesce<T>() {
  const underWay = new Map<string, Promise<T>>();
  return (name: string, work: () => Promise<T>): Promise<T> => {
    const started = underWay.get(name) ?? work().finally(() => underWay.delete(name));
    underWay.set(name, started);
    return started;
  };
}

/** Stops waiting when the signal aborts; the work itself goes on for whoever else waits. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
