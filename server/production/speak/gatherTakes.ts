import type { LineRow } from '../../episodes/log/lease.ts';
import { OPENING_PIECES } from '../read/readingQueue.ts';

/** Lines of one take, at most: an answer of a minute, which is lost as a whole if it fails. */
const MOST_LINES = 12;
/**
 * The episode's first takes end before these positions, with the first pieces that are read: the first sound
 * has to be there within seconds, and nothing of a take is heard until all of it is spoken.
 */
const [FIRST, SECOND] = OPENING_PIECES;
const SHORT_TAKES = [FIRST, FIRST + SECOND];

type Place = Pick<LineRow, 'position' | 'section'>;

/** Gathers lines into takes, in the order of the script, and hands on each take that is complete. */
export function openTakeGatherer<L extends Place>(longest: number, send: (take: L[]) => void) {
  let open: L[] = [];
  let characters = 0;

  /** Ends the open take, if there is one: nothing more is written at the moment. */
  function end(): void {
    const take = open;
    open = [];
    characters = 0;
    if (take.length) send(take);
  }

  return {
    end,
    /** Adds the next line, of so many characters with its tags. */
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
