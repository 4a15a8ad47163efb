import { asks } from '../../writing/script/asks.ts';

/**
 * Groups lines that stand or fall together: a question with its answer, a line with its reaction.
 */
export function exchangesOf<T extends { text: string; isOver?: boolean | undefined }>(
  lines: T[],
): T[][] {
  const exchanges: T[][] = [];
  for (const line of lines) {
    const open = exchanges.at(-1);
    // A reaction does not separate a question from its answer.
    const last = open?.findLast(({ isOver }) => !isOver);
    if (open && (line.isOver || (last && asks(last)))) open.push(line);
    else exchanges.push([line]);
  }
  return exchanges;
}

/** Cost of a cut that lets a host's turn follow another one of theirs, ms. */
const NO_ANSWER = 8_000;

/**
 * Fits a section into `limit` ms by leaving out one run of exchanges, never the first or the last
 * two; if none is enough, leaves out those in front of the last one.
 */
export function fitExchanges<T extends { speaker: string }>(
  exchanges: T[][],
  lengthOf: (lines: T[]) => number,
  limit: number,
): T[] {
  // Measured in place: a section's first line has a longer silence in front of it.
  const ends = exchanges.map((_, at) => lengthOf(exchanges.slice(0, at + 1).flat()));
  const all = ends.at(-1) ?? 0;
  if (all <= limit) return exchanges.flat();
  const inner = exchanges.map((_, at) => at).slice(1, -2);
  const [best] = inner
    .flatMap((from) => inner.slice(from - 1).map((to) => ({ from, to })))
    .map(({ from, to }) => {
      const isAnswered = exchanges[from - 1]?.at(-1)?.speaker !== exchanges[to + 1]?.[0]?.speaker;
      const length = all - ((ends[to] ?? 0) - (ends[from - 1] ?? 0));
      return { from, to, length, worth: length - (isAnswered ? 0 : NO_ANSWER) };
    })
    .filter(({ length }) => length <= limit)
    .toSorted((one, other) => other.worth - one.worth);
  if (best) return exchanges.toSpliced(best.from, best.to - best.from + 1).flat();
  const kept = [...exchanges];
  while (kept.length && lengthOf(kept.flat()) > limit) kept.splice(-2, 1);
  return kept.flat();
}

/**
 * Returns a goodbye within `near` ms of `budget`, if need be without exchanges in its middle; else
 * its last lines that come nearest, at least one.
 */
export function fitGoodbye<
  T extends { speaker: string; text: string; isOver?: boolean | undefined },
>(
  lines: T[],
  lengthOf: (lines: T[]) => number,
  { budget, near }: { budget: number; near: number },
): T[] {
  const miss = (some: T[]) => Math.abs(budget - lengthOf(some));
  const whole = fitExchanges(exchangesOf(lines), lengthOf, budget + near);
  // Preferred: without its first lines it would answer what nobody has said.
  if (whole.length && miss(whole) <= near) return whole;
  const [best = lines] = lines
    .map((_, from) => lines.slice(from))
    .filter((end, from) => end.length === 1 || !asks(lines[from - 1] ?? { text: '' }))
    .toSorted((one, other) => miss(one) - miss(other));
  return best;
}
