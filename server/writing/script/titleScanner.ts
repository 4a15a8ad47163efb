import { parseStorable } from '#shared/storable.ts';

/** Characters of an answer in which its title is looked for. */
const HEAD = 800;
const TITLE = /"title"\s*:\s*("(?:[^"\\]|\\.)*")/s;
/** In front of a plain script. */
const PLAIN = /^[*_#\s]*title[*_]*:[*_ ]*(\S[^\n]*)\n/im;

/**
 * Reads an answer `{"title":"…","lines":[…]}` that is still arriving up to the end of its title. Returns
 * the title, null where there is none, and the text that was read.
 */
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

/** An answer of which some text has been read already. */
export async function* resumed(text: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (text) yield text;
  yield* rest;
}
