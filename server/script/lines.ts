/** A line as the provider wrote it: neither its speaker nor its text has been looked at. */
export interface RawLine {
  speaker: string;
  text: string;
}

export interface LineScanner {
  /** Takes the next piece of the answer; gives the lines that it closed. */
  push(piece: string): RawLine[];
  /** Whether the JSON that was begun has been closed. */
  readonly closed: boolean;
  /** Whether there was any line. */
  readonly found: boolean;
}

/** No line of a script is this long; past it, the answer is not what was asked for. */
const MOST_CHARACTERS = 20_000;

/**
 * Finds the lines of `{"lines":[{speaker,text},…]}` in an answer that is still arriving, each at
 * the moment its object closes. Chatter around the JSON is passed over; an object that holds no
 * line, or does not parse, is left out.
 */
export function scanLines(): LineScanner {
  /** Depth of open braces, and what the innermost of them has held so far. */
  let depth = 0;
  let inner = '';
  let isLeaf = false;
  let inString = false;
  let escaped = false;
  let closed = false;
  let found = false;

  const accept = (character: string): RawLine | null => {
    if (inString) {
      if (escaped) escaped = false;
      else if (character === '\\') escaped = true;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      // Outside of all braces a quotation mark is prose.
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
    push(piece) {
      const lines: RawLine[] = [];
      // By UTF-16 unit: a piece may end between the halves of a character.
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

function readLine(json: string): RawLine | null {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || !('text' in value)) return null;
    if (typeof value.text !== 'string') return null;
    const speaker = 'speaker' in value && typeof value.speaker === 'string' ? value.speaker : '';
    return { speaker, text: value.text };
  } catch {
    return null;
  }
}
