import { billedCharacters } from './billedCharacters.ts';
import type { Ask } from './client.ts';
import { brokenAnswer } from './failures.ts';
import { type Decode, readClip, readStream, type SoundFormat } from './format.ts';
import { factsOf, taggedFor } from './models.ts';
import type { Clip, Utterance } from './speech.ts';
import { verifyClip } from './verifyClip.ts';

type Line = Omit<Utterance, 'episode' | 'beforeBuying'>;

export interface Speech {
  model: string;
  format: SoundFormat;
  /** Needed for a format of MP3. */
  decode?: Decode | undefined;
  /** Called with the headers of each answer that is audio. */
  onAnswer?(headers: Headers): void;
}

/** Requests one line once, verifies the clip, and reports its cost in any case. */
export function askLine({ model, onAnswer, ...sound }: Speech, utterance: Line): Ask<Clip> {
  const { voiceId, text, onBought } = utterance;
  return async (sdk, abortSignal, alive) => {
    const sent = taggedFor(model, utterance);
    const options = optionsFor(model, utterance);
    const body = { text: sent, ...options, modelId: model, outputFormat: sound.format };
    const { data, rawResponse } = await sdk.textToSpeech
      .convert(voiceId, body, { abortSignal })
      .withRawResponse();
    // From here on it is billed, even if the clip is unusable; a page of HTML is not.
    let cost = 0;
    try {
      refuseOtherTypes(rawResponse.headers);
      cost = billedCharacters(model, sent, rawResponse.headers);
      onAnswer?.(rawResponse.headers);
      const bytes = await readStream(data, alive);
      const clip = verified(await readClip(bytes, sound, abortSignal), text);
      onBought?.(cost, true);
      return clip;
    } catch (error) {
      onBought?.(cost, false);
      throw error;
    }
  };
}

/** Only the parameters that the model accepts. */
function optionsFor(model: string, { previousText, nextText, speed = 1 }: Line) {
  const { neighbours, language, speed: variesSpeed } = factsOf(model);
  const next = neighbours ? nextText?.() : undefined;
  return {
    ...(language ? { languageCode: 'en' } : {}),
    ...(neighbours && previousText ? { previousText } : {}),
    ...(next ? { nextText: next } : {}),
    ...(variesSpeed && speed !== 1 ? { voiceSettings: { speed } } : {}),
  };
}

function refuseOtherTypes(headers: Headers): void {
  const type = headers.get('content-type') ?? '';
  if (/html|json|text/.test(type)) throw brokenAnswer(`${type} is no sound`);
}

/** The clip, if it may be one of this text. Throws `ProviderFailure`. */
export function verified(clip: Clip, text: string): Clip {
  const fault = verifyClip(clip, text);
  if (fault) throw brokenAnswer(fault);
  return clip;
}
