import { billedCharacters } from './billedCharacters.ts';
import type { Ask } from './client.ts';
import { cutTake } from './cutTake.ts';
import { codingOf } from './format.ts';
import { readSound, verified } from './readSound.ts';
import type { Speech } from './requestLine.ts';
import type { Clip, Take } from './speech.ts';
import { brokenAnswer, isUnreadable } from './speechFailures.ts';
import { factsOf, taggedFor } from './speechModels.ts';

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
