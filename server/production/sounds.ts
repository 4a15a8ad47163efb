import type { SoundName } from '../audio/sounds.ts';
import { greets } from '../script/cleanText.ts';
import { sentencesOf } from '../script/repetition.ts';

interface Line {
  section: number;
  text: string;
}

/** Lines of a cold open. A "hello" that comes later is part of a story. */
const LONGEST_HOOK = 8;

/**
 * The sound that stands before a line. The sting ends the cold open: it stands before the first line
 * that greets, or at the first new chapter when nobody greets after a hook. Every later chapter begins
 * with a mark. It follows from the lines alone, so that every restart and mix gives the same.
 * `earlier`: all lines before this one.
 */
export function soundBefore(line: Line, earlier: readonly Line[]): SoundName | null {
  const [first] = earlier;
  if (!first) return null;
  const isOpening = earlier.every(({ section }) => section === first.section);
  if (line.section !== earlier.at(-1)?.section) {
    return isOpening && greetingAt(earlier) === null ? 'sting' : 'mark';
  }
  return isOpening && greetingAt([...earlier, line]) === earlier.length ? 'sting' : null;
}

/** The index of the line that ends the hook of an opening with a greeting; null without a hook or one. */
function greetingAt(opening: readonly Line[]): number | null {
  const at = opening.findIndex(({ text }) => sentencesOf(text).some(greets));
  return at > 0 && at <= LONGEST_HOOK ? at : null;
}
