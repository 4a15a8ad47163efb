import { PAGE_BREAK } from './cleanText.ts';

/** Characters: about six pages. */
const LONGEST = 12_000;
const MOST_COUNTED = 3;

export interface Chunk {
  at: number;
  text: string;
  /** The page on which it begins, from 1; null in a document without pages. */
  page: number | null;
}

export function chunksOf(text: string, longest = LONGEST): Chunk[] {
  const chunks: Chunk[] = [];
  let page = text.includes(PAGE_BREAK) ? 1 : null;
  for (let from = 0; from < text.length; ) {
    const rest = text.slice(from, from + longest);
    const chunk = from + longest < text.length ? rest.slice(0, endIn(rest)) : rest;
    chunks.push({ at: chunks.length, text: chunk, page });
    if (page !== null) page += pagesIn(chunk) - 1;
    from += chunk.length;
  }
  return chunks;
}

const pagesIn = (text: string) => text.split(PAGE_BREAK).length;

/** The page on which each chunk begins, then the number of pages; empty without pages. */
export function pagesOf(chunks: Chunk[]): number[] {
  const last = chunks.at(-1);
  if (!last?.page) return [];
  return [...chunks.flatMap(({ page }) => page ?? []), last.page + pagesIn(last.text) - 1];
}

/** Cuts in the second half, so that no chunk is a scrap. */
function endIn(text: string): number {
  const half = text.length >> 1;
  const ends = [/.*\n/s, /.*[.!?。！？]["'”’»)]?\s/s, /.*\s/s].map(
    (end) => end.exec(text)?.[0].length ?? 0,
  );
  const end = ends.find((one) => one > half);
  // Never splits a surrogate pair.
  return end ?? (/[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length);
}

/** Keeps the indexes `first`, and the texts that share most with `asked`; rare words count more. */
export function chooseNearest<T extends Pick<Chunk, 'text'>>(
  texts: T[],
  asked: string,
  most: number,
  first = [0],
): T[] {
  if (texts.length <= most) return texts;
  const wanted = new Set(wordsIn(asked));
  const counts = texts.map(({ text }) => {
    const shared = wordsIn(text).filter((word) => wanted.has(word));
    return Map.groupBy(shared, (word) => word);
  });
  const rarity = new Map(
    [...wanted].map((word) => {
      const holding = counts.filter((count) => count.has(word)).length;
      return [word, holding ? Math.log(texts.length / holding) : 0];
    }),
  );
  const worth = counts.map((count) =>
    [...count].reduce(
      (sum, [word, times]) => sum + (rarity.get(word) ?? 0) * Math.min(times.length, MOST_COUNTED),
      0,
    ),
  );
  const chosen = new Set(first);
  const distance = (at: number) => Math.min(...[...chosen].map((one) => Math.abs(one - at)));
  while (chosen.size < most) {
    const open = [...texts.keys()].filter((at) => !chosen.has(at));
    const highest = Math.max(...open.map((at) => worth[at] ?? 0));
    const best = open.filter((at) => (worth[at] ?? 0) === highest);
    chosen.add(best.reduce((one, other) => (distance(other) > distance(one) ? other : one)));
  }
  return texts.filter((_, at) => chosen.has(at));
}

/** Numbers, pairs of CJK characters, and words of four letters or more, cut to six. */
const wordsIn = (text: string) =>
  (
    text
      .toLowerCase()
      .match(/\p{N}+|[\p{L}\p{M}]{4,}|[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]{2}/gu) ?? []
  ).map((word) => word.slice(0, 6));
