import type { z } from 'zod';
import { parseStorable } from '#shared/storable.ts';

/** A model may show its reasoning in front of the answer, with JSON in it. */
const THINKING = /^\s*<think>/;
const THOUGHT = '</think>';

/** Where the JSON begins in an answer that may still be arriving; −1 until it has. */
function startOf(answer: string): number {
  const end = answer.lastIndexOf(THOUGHT);
  if (end < 0 && THINKING.test(answer)) return -1;
  return answer.indexOf('{', Math.max(0, end));
}

export function findJson(answer: string): unknown {
  const start = startOf(answer);
  if (start < 0) return undefined;
  try {
    return parseStorable(answer.slice(start, answer.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

export function faultsOf({ issues }: z.ZodError): string {
  if (issues.some(({ path }) => !path.length)) return NO_JSON;
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

export const NO_JSON = 'it is not JSON';

/** Reads an answer to where its JSON begins. `text` begins there, or is all of it without JSON. */
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

export async function* resumed(text: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (text) yield text;
  yield* rest;
}
