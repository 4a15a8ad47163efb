import { PAGE_BREAK } from './cleanText.ts';

/** A document is read for facts in chunks of at most so many characters: about six pages. */
const LONGEST = 12_000;
/** A word counts no more often than that in one chunk. */
const MOST_COUNTED = 3;

/** Some of a document that is read at once. */
export interface Chunk {
  /** From 0, of all chunks of its document. */
  at: number;
  text: string;
  /** On which page of its document it begins, from 1; null in one without pages. */
  page: number | null;
}

/** The whole text in chunks that end with a paragraph, else with a sentence, else with a word, if they can. */
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

/** Pages of which a text holds something. */
const pagesIn = (text: string) => text.split(PAGE_BREAK).length;

/** On which page each chunk begins, and last the number of all; empty for a document without pages. */
export function pagesOf(chunks: Chunk[]): number[] {
  const last = chunks.at(-1);
  if (!last?.page) return [];
  return [...chunks.flatMap(({ page }) => page ?? []), last.page + pagesIn(last.text) - 1];
}

/** Where to cut: in the second half, so that no chunk is a scrap. */
function endIn(text: string): number {
  const half = text.length >> 1;
  const ends = [/.*\n/s, /.*[.!?。！？]["'”’»)]?\s/s, /.*\s/s].map(
    (end) => end.exec(text)?.[0].length ?? 0,
  );
  const end = ends.find((one) => one > half);
  // Never half a character.
  return end ?? (/[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length);
}

/**
 * At most `most` texts in their order: the `first`, as those at the head of a document, which say what it is,
 * and those that share most with what was asked, by words that not every one has. Where nothing tells them
 * apart they are spread.
 */
export function chooseNearest<T extends Pick<Chunk, 'text'>>(
  texts: T[],
  asked: string,
  most: number,
  first = [0],
): T[] {
  if (texts.length <= most) return texts;
  const wanted = new Set(wordsIn(asked));
  const counts = texts.map(({ text }) =>
    countsOf(wordsIn(text).filter((word) => wanted.has(word))),
  );
  const rarity = new Map(
    [...wanted].map((word) => {
      const holding = counts.filter((count) => count.has(word)).length;
      return [word, holding ? Math.log(texts.length / holding) : 0];
    }),
  );
  const worth = counts.map((count) =>
    [...count].reduce(
      (sum, [word, times]) => sum + (rarity.get(word) ?? 0) * Math.min(times, MOST_COUNTED),
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

/** Numbers, and words of four letters or more without their endings. */
const wordsIn = (text: string) =>
  (
    text
      .toLowerCase()
      .match(/\p{N}+|[\p{L}\p{M}]{4,}|[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]{2}/gu) ?? []
  ).map((word) => word.slice(0, 6));

function countsOf(words: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
