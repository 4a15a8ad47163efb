import { log } from '../log.ts';
import { factsOf } from './models.ts';

/** Said once in a process: an account that pays otherwise does so with every line. */
let isSaid = false;

/**
 * The characters that an answer was billed as. ElevenLabs names credits in `character-cost`; what a
 * character costs of them differs by model, and a voice with a rate of its own takes a multiple. An
 * answer that names none was billed as the length of its text.
 */
export function billedCharacters(model: string, text: string, headers: Headers): number {
  const named = headers.get('character-cost');
  const credits = Number(named);
  if (!named?.trim() || !Number.isFinite(credits) || credits < 0) return text.length;
  const each = factsOf(model).credits;
  // A credit that buys more than one character must not make a line look cheaper than it is.
  if (each === null) return Math.max(text.length, Math.ceil(credits));
  // They count characters as Unicode does, and round what a request comes to.
  const expected = [...text].length * each;
  if (Math.abs(credits - expected) < 1) return text.length;
  const billed = Math.ceil(credits / each);
  if (!isSaid) {
    isSaid = true;
    log.warn({ model, characters: text.length, billed }, 'ElevenLabs bills other than the text');
  }
  return billed;
}
