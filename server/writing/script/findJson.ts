import type { z } from 'zod';
import { parseStorable } from '#shared/storable.ts';

/** A model that shows its reasoning does it in front of the answer, and may write JSON there, too. */
const THINKING = /^\s*<think>/;
const THOUGHT = '</think>';

/** Where the JSON of an answer begins that may still be arriving; −1 while it has not. */
function startOf(answer: string): number {
  const end = answer.lastIndexOf(THOUGHT);
  if (end < 0 && THINKING.test(answer)) return -1;
  return answer.indexOf('{', Math.max(0, end));
}

/** The JSON of a whole answer, without a code fence or words around it; undefined where there is none. */
export function findJson(answer: string): unknown {
  const start = startOf(answer);
  if (start < 0) return undefined;
  try {
    return parseStorable(answer.slice(start, answer.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

/** What is wrong with it, as a model is told: each place and its fault. */
export function faultsOf({ issues }: z.ZodError): string {
  if (issues.some(({ path }) => !path.length)) return NO_JSON;
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

/** What is wrong with an answer that holds no JSON object, as a model is told. */
export const NO_JSON = 'it is not JSON';

/** Reads an answer up to where its JSON begins. `text` is all of it where there is none. */
export async function readToJson(
  answer: AsyncIterator<string>,
): Promise<{ text: string; hasJson: boolean }> {
  let text = '';
  for (;;) {
    const start = startOf(text);
    if (start >= 0) return { text: text.slice(start), hasJson: true };
    const next = await answer.next();
    if (next.done) return { text, hasJson: false };
    text += next.value;
  }
}
