import { z } from 'zod';
import { BASES, type Basis } from '#shared/script.ts';
import { parseStorable } from '#shared/storable.ts';

/** A line as the model wrote it: only the form of what it says of itself is checked. */
export interface RawLine {
  speaker: string;
  text: string;
  /** Missing where it names none. */
  basis?: Basis | undefined;
  facts?: number[] | undefined;
}

const ofItself = z.object({
  basis: z.enum(BASES).optional().catch(undefined),
  facts: z.array(z.number().int().min(1)).optional().catch(undefined),
});

export interface LineScanner {
  /** Reads the next piece of the answer, and returns the lines that it completes. */
  push(piece: string): RawLine[];
  /** Whether the JSON is complete. */
  readonly closed: boolean;
  /** Whether any line was found. */
  readonly found: boolean;
}

/** The longest line that is read; a longer one is not a line of a script. */
const MOST_CHARACTERS = 20_000;

/**
 * Finds the lines of `{"lines":[{speaker,text},…]}` in an answer that is still arriving, each as soon as
 * its object closes. Text around the JSON, thoughts before it, and objects that are no line or do not parse
 * are ignored.
 */
export function scanLines(): LineScanner {
  /** Depth of open braces, and the content of the innermost one so far. */
  let depth = 0;
  let inner = '';
  let isLeaf = false;
  let inString = false;
  let escaped = false;
  let closed = false;
  let found = false;

  const withoutThoughts = openThoughts();
  const accept = (character: string): RawLine | null => {
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
      const line = isLeaf ? readLine(`${inner}}`) : null;
      isLeaf = false;
      return line;
    }
    if (isLeaf && inner.length < MOST_CHARACTERS) inner += character;
    return null;
  };

  return {
    push(given) {
      const piece = withoutThoughts(given);
      const lines: RawLine[] = [];
      // By UTF-16 unit, because a piece may end within a surrogate pair.
      for (let index = 0; index < piece.length; index++) {
        const line = accept(piece.charAt(index));
        if (line) lines.push(line);
      }
      found ||= lines.length > 0;
      return lines;
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

/** Leaves out what a model thinks aloud before it answers: a draft of a line is none. */
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

function readLine(json: string): RawLine | null {
  try {
    const value: unknown = parseStorable(json);
    if (typeof value !== 'object' || value === null || !('text' in value)) return null;
    if (typeof value.text !== 'string') return null;
    const speaker = 'speaker' in value && typeof value.speaker === 'string' ? value.speaker : '';
    return { speaker, text: value.text, ...ofItself.parse(value) };
  } catch {
    return null;
  }
}
