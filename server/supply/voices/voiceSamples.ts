import { createHash } from 'node:crypto';
import type { Storage } from '../../base/files/storage.ts';
import { coalesce } from '../../base/kit/coalesce.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { unlessAborted } from '../../base/kit/unlessAborted.ts';
import type { AudioEngine } from '../../sound/mix/audio.ts';
import type { Clip, Narrator } from '../../sound/speech/speech.ts';
import { clipOf, wavOf } from '../../sound/speech/wav.ts';
import type { VoiceStates } from './voiceStates.ts';

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
