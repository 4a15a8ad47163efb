import { log } from '../../base/kit/log.ts';
import type { Ask } from './client.ts';
import { codingOf, type SoundFormat } from './format.ts';
import { readSound, receive, verified } from './readSound.ts';
import type { Clip, Decode, Take, Utterance } from './speech.ts';
import { brokenAnswer, isUnreadable } from './speechFailures.ts';
import { factsOf, taggedFor } from './speechModels.ts';

type Line = Omit<Utterance, 'episode' | 'beforeBuying'>;

interface Speech {
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

/** Warns once per process, because such an account is billed like this for every line. */
let isLogged = false;

/** ElevenLabs names credits in `character-cost`. Without it the length of the text counts. */
export function billedCharacters(model: string, text: string, headers: Headers): number {
  const named = headers.get('character-cost');
  const credits = Number(named);
  if (!named?.trim() || !Number.isFinite(credits) || credits < 0) return text.length;
  const each = factsOf(model).credits;
  // For an unknown model, never less than the text: a credit may buy more than one character.
  if (each === null) return Math.max(text.length, Math.ceil(credits));
  // ElevenLabs counts Unicode characters, and rounds the sum of a request.
  const expected = [...text].length * each;
  if (Math.abs(credits - expected) < 1) return text.length;
  const billed = Math.ceil(credits / each);
  if (!isLogged) {
    isLogged = true;
    log.warn(
      { model, characters: text.length, billed },
      'ElevenLabs bills more or less than the text',
    );
  }
  return billed;
}

/** Reports the cost in any case, even when a clip is unusable. */
export function askTake(
  { model, format, decode, onAnswer }: Speech,
  { lines, onBought }: Pick<Take, 'lines' | 'onBought'>,
): Ask<Clip[]> {
  const inputs = lines.map((line) => ({ voiceId: line.voiceId, text: taggedFor(model, line) }));
  const sent = inputs.map(({ text }) => text).join('');
  return async (sdk, abortSignal) => {
    const body = {
      inputs,
      modelId: model,
      outputFormat: format,
      ...(factsOf(model).language ? { languageCode: 'en' } : {}),
    };
    // Without headers, an answer that the SDK could not read counts as billed for its text.
    let cost = sent.length;
    let isAnswered = false;
    try {
      const { data, rawResponse } = await sdk.textToDialogue
        .convertWithTimestamps(body, { abortSignal })
        .withRawResponse();
      isAnswered = true;
      cost = billedCharacters(model, sent, rawResponse.headers);
      onAnswer?.(rawResponse.headers);
      const bytes = Buffer.from(data.audioBase64, 'base64');
      const whole = await readSound(bytes, codingOf(format, decode), abortSignal);
      const clips = cutTake(whole, data.voiceSegments, lines.length);
      for (const [index, clip] of clips.entries()) verified(clip, lines[index]?.text ?? '');
      onBought?.(cost, true);
      return clips;
    } catch (error) {
      const isUnread = !isAnswered && isUnreadable(error);
      if (isAnswered || isUnread) onBought?.(cost, false);
      throw isUnread ? brokenAnswer('the take cannot be read') : error;
    }
  };
}

/** Where a line of a take is heard, seconds. A line may have several segments. */
interface Segment {
  dialogueInputIndex: number;
  startTimeSeconds: number;
  endTimeSeconds: number;
}

/** Seconds that a segment may end after the sound, because its times are rounded. */
const LOOSE = 0.5;

/** Cuts halfway between two lines, so that nothing is lost. Throws `ProviderFailure`. */
function cutTake({ samples, sampleRate }: Clip, segments: Segment[], count: number): Clip[] {
  const spans = Array.from({ length: count }, (_, index) => spanOf(segments, index));
  const cuts = spans.slice(1).map(({ start }, index) => {
    const before = spans[index];
    if (!before || start < before.start) throw brokenAnswer('the lines of the take are mixed up');
    return Math.round(((before.end + start) / 2) * sampleRate);
  });
  if ((spans.at(-1)?.end ?? 0) > samples.length / sampleRate + LOOSE) {
    throw brokenAnswer('the take ends before its last line');
  }
  const edges = [0, ...cuts, samples.length];
  return spans.map((_, index) => ({
    // A copy: a view would keep the whole take in memory.
    samples: samples.slice(edges[index], edges[index + 1]),
    sampleRate,
  }));
}

function spanOf(segments: Segment[], index: number) {
  const mine = segments.filter(({ dialogueInputIndex }) => dialogueInputIndex === index);
  if (!mine.length) throw brokenAnswer(`the take has no segment for line ${index + 1}`);
  return {
    start: Math.min(...mine.map(({ startTimeSeconds }) => startTimeSeconds)),
    end: Math.max(...mine.map(({ endTimeSeconds }) => endTimeSeconds)),
  };
}
