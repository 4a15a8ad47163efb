import { parseStorable } from '#shared/storable.ts';

/** Characters of an answer that are searched for its title. */
const HEAD = 800;
const TITLE = /"title"\s*:\s*("(?:[^"\\]|\\.)*")/s;
/** The title of a plain script. */
const PLAIN = /^[*_#\s]*title[*_]*:[*_ ]*(\S[^\n]*)\n/im;

/** Reads to the end of the title, if there is one; `text` is what was read. */
export async function readTitle(
  answer: AsyncIterator<string>,
): Promise<{ title: string | null; text: string }> {
  let text = '';
  while (text.length < HEAD) {
    const next = await answer.next();
    if (next.done) break;
    text += next.value;
    const [, literal] = TITLE.exec(text) ?? [];
    const [, plain = null] = PLAIN.exec(text) ?? [];
    if (literal || plain) return { title: literal ? parsed(literal) : plain, text };
  }
  return { title: null, text };
}

function parsed(literal: string): string | null {
  try {
    return String(parseStorable(literal));
  } catch {
    return null;
  }
}

export async function* resumed(text: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (text) yield text;
  yield* rest;
}
