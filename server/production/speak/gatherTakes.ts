import type { LineRow } from '../../episodes/log/lease.ts';
import { OPENING_PIECES } from '../read/readingQueue.ts';

/** Most lines of a take: an answer of a minute, which is lost as a whole if it fails. */
const MOST_LINES = 12;
/** Short, because nothing of a take is heard until all of it is spoken, and somebody waits. */
const [FIRST, SECOND] = OPENING_PIECES;
const SHORT_TAKES = [FIRST, FIRST + SECOND];

type Place = Pick<LineRow, 'position' | 'section'>;

export function openTakeGatherer<L extends Place>(longest: number, send: (take: L[]) => void) {
  let open: L[] = [];
  let characters = 0;

  function end(): void {
    const take = open;
    open = [];
    characters = 0;
    if (take.length) send(take);
  }

  return {
    end,
    /** `length`: characters of the line, tags included. */
    add(line: L, length: number): void {
      const last = open.at(-1);
      const follows = !last || line.section === last.section;
      if (!follows || characters + length > longest) end();
      open.push(line);
      characters += length;
      const first = open[0]?.position ?? 0;
      const isShort = SHORT_TAKES.some((end) => first < end && line.position + 1 >= end);
      if (open.length === MOST_LINES || isShort) end();
    },
  };
}
