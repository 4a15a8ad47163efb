import { z } from 'zod';
import { BASES, type Basis } from '#shared/script.ts';
import { parseStorable } from '#shared/storable.ts';

/** A line as the model wrote it: only the form of its basis, facts and sum is checked. */
export interface RawLine {
  speaker: string;
  text: string;
  basis?: Basis | undefined;
  facts?: number[] | undefined;
  sum?: string | undefined;
}

const LONGEST_SUM = 80;

const ofItself = z.object({
  basis: z.enum(BASES).optional().catch(undefined),
  facts: z.array(z.number().int().min(1)).optional().catch(undefined),
  sum: z.string().max(LONGEST_SUM).optional().catch(undefined),
});

/** A longer object is no line. */
const MOST_CHARACTERS = 20_000;

/** The lines of `{"lines":[{speaker,text},…]}`. */
export const scanLines = () => scanObjects(readLine);

/** Finds innermost objects as they arrive. Skips thoughts, and what `read` returns null for. */
export function scanObjects<T>(read: (value: object) => T | null) {
  let depth = 0;
  let inner = '';
  let isLeaf = false;
  let inString = false;
  let escaped = false;
  let closed = false;
  let found = false;

  const withoutThoughts = openThoughts();
  const accept = (character: string): T | null => {
    if (inString) {
      if (escaped) escaped = false;
      else if (character === '\\') escaped = true;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      // Outside of all braces a quotation mark is plain text.
      inString = depth > 0;
    } else if (character === '{') {
      depth++;
      inner = '';
      isLeaf = true;
    } else if (character === '}' && depth > 0) {
      depth--;
      closed = depth === 0;
      const object = isLeaf ? parsed(`${inner}}`) : null;
      isLeaf = false;
      return object && read(object);
    }
    if (isLeaf && inner.length < MOST_CHARACTERS) inner += character;
    return null;
  };

  return {
    push(given) {
      const piece = withoutThoughts(given);
      const objects: T[] = [];
      // By UTF-16 unit: a piece may end within a surrogate pair.
      for (let index = 0; index < piece.length; index++) {
        const object = accept(piece.charAt(index));
        if (object) objects.push(object);
      }
      found ||= objects.length > 0;
      return objects;
    },
    get closed() {
      return closed;
    },
    get found() {
      return found;
    },
  };
}

const THOUGHTS = { begin: '<think>', end: '</think>' };

/** Skips what a model thinks aloud before it answers: a draft of a line is none. */
function openThoughts() {
  let seen = '';
  let isOver = false;
  return (piece: string): string => {
    if (isOver) return piece;
    seen += piece;
    const text = seen.trimStart();
    if (THOUGHTS.begin.startsWith(text)) return '';
    const end = text.indexOf(THOUGHTS.end);
    if (text.startsWith(THOUGHTS.begin) && end < 0) return '';
    isOver = true;
    return text.startsWith(THOUGHTS.begin) ? text.slice(end + THOUGHTS.end.length) : seen;
  };
}

function parsed(json: string): object | null {
  try {
    const value: unknown = parseStorable(json);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function readLine(value: object): RawLine | null {
  if (!('text' in value) || typeof value.text !== 'string') return null;
  const speaker = 'speaker' in value && typeof value.speaker === 'string' ? value.speaker : '';
  return { speaker, text: value.text, ...ofItself.parse(value) };
}
