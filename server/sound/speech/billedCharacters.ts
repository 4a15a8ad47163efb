import { log } from '../../base/kit/log.ts';
import { factsOf } from './speechModels.ts';

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
