import { stripVTControlCharacters } from 'node:util';

/** The least time between two lines in a log, ms. */
const LINES_EVERY = 5_000;

type Screen = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

/** On a terminal, progress is one line that is rewritten; elsewhere it is separate lines. */
export function openStatusLine(screen: Screen) {
  let shown = '';
  let lastAt = Number.NEGATIVE_INFINITY;
  const clear = () => {
    if (screen.isTTY && shown) screen.write('\r\u001b[K');
    shown = '';
  };
  return {
    show(progress: string): void {
      // A title may hold control characters.
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
    say(sentence: string): void {
      clear();
      screen.write(`${sentence}\n`);
    },
    clear,
  };
}
