import { z } from 'zod';
import { BASES, type Basis } from '#shared/script.ts';
import { parseStorable } from '#shared/storable.ts';
import { guarded } from '../../base/kit/guarded.ts';
import { type Hosts, turnsOf } from './labels.ts';

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
    push(given: string): T[] {
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

/** Passes an answer on; a plain script in its first 20,000 characters follows again as JSON. */
export async function* inJson(answer: AsyncIterable<string>, hosts: Hosts): AsyncGenerator<string> {
  let text = '';
  for await (const piece of answer) {
    if (text.length < 20_000) text += piece;
    yield piece;
  }
  const lines = guarded('a plain script', text, () => parseLines(text, hosts), []);
  if (new Set(lines.map(({ speaker }) => speaker)).size > 1) yield JSON.stringify({ lines });
}

/** Skips what stands around a script: a row without a label may be a refusal. */
function parseLines(answer: string, hosts: Hosts): { speaker: string; text: string }[] {
  if (/\{\s*"/.test(answer)) return [];
  const text = answer
    .replace(/^\s*<think>.*?<\/think>/s, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/(^|\n ?\n|\n)\s*(?:(?:\d{1,3}[.)]|[-•]) )?/g, '$1');
  const turns = turnsOf({ speaker: '', text }, hosts).filter(({ speaker }) => speaker);
  const last = turns.at(-1);
  if (last) last.text = last.text.replace(/\n ?\n.*/s, '');
  return turns.flatMap((turn) => turn.text.split('\n').map((text) => ({ ...turn, text })));
}
