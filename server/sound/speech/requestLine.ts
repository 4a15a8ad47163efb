import { billedCharacters } from './billedCharacters.ts';
import type { Ask } from './client.ts';
import { codingOf, type SoundFormat } from './format.ts';
import { receive } from './readSound.ts';
import type { Clip, Decode, Utterance } from './speech.ts';
import { factsOf, taggedFor } from './speechModels.ts';

type Line = Omit<Utterance, 'episode' | 'beforeBuying'>;

export interface Speech {
  model: string;
  format: SoundFormat;
  decode?: Decode | undefined;
  /** Called with the headers of each answer that is audio. */
  onAnswer?(headers: Headers): void;
}

export function askLine(speech: Speech, utterance: Line): Ask<Clip> {
  const { model, format, decode, onAnswer } = speech;
  const { voiceId, text, onBought } = utterance;
  return async (sdk, abortSignal, alive) => {
    const sent = taggedFor(model, utterance);
    const options = optionsFor(model, utterance);
    const body = { text: sent, ...options, modelId: model, outputFormat: format };
    const { data, rawResponse } = await sdk.textToSpeech
      .convert(voiceId, body, { abortSignal })
      .withRawResponse();
    const costOf = (headers: Headers) => {
      onAnswer?.(headers);
      return billedCharacters(model, sent, headers);
    };
    const delivery = { text, coding: codingOf(format, decode), costOf, onBought };
    return receive({ headers: rawResponse.headers, body: data }, delivery, abortSignal, alive);
  };
}

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
