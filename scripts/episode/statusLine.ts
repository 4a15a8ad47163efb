import { stripVTControlCharacters } from 'node:util';

/** How long one sentence stands in a log before the next, ms. */
const LINES_EVERY = 5_000;

type Screen = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

/**
 * Progress on a terminal is one line that is written again; elsewhere it is lines, no more than one in five
 * seconds.
 */
export function openStatusLine(screen: Screen) {
  let shown = '';
  let lastAt = Number.NEGATIVE_INFINITY;
  const clear = () => {
    if (screen.isTTY && shown) screen.write('\r\u001b[K');
    shown = '';
  };
  return {
    /** How far it is. */
    show(progress: string): void {
      // A title may hold anything.
      const text = stripVTControlCharacters(progress).replace(/\p{Cc}+/gu, ' ');
      if (!text || text === shown) return;
      if (screen.isTTY) {
        screen.write(`\r\u001b[K${text.slice(0, (screen.columns || 80) - 1)}`);
      } else {
        if (performance.now() - lastAt < LINES_EVERY) return;
        lastAt = performance.now();
        screen.write(`${text}\n`);
      }
      shown = text;
    },
    /** A line that stays. */
    say(sentence: string): void {
      clear();
      screen.write(`${sentence}\n`);
    },
    clear,
  };
}
