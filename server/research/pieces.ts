/** A document is read for facts in pieces of at most so many characters: about six pages. */
const LONGEST = 12_000;
/** A word counts no more often than that in one piece. */
const MOST_COUNTED = 3;

/** Some of a document that is read at once. */
export interface Piece {
  /** From 0, of all pieces of its document. */
  at: number;
  text: string;
}

/** The whole text in pieces that end with a paragraph, else with a sentence, else with a word, if they can. */
export function piecesOf(text: string, longest = LONGEST): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; from < text.length; ) {
    const rest = text.slice(from, from + longest);
    const piece = from + longest < text.length ? rest.slice(0, endIn(rest)) : rest;
    pieces.push({ at: pieces.length, text: piece });
    from += piece.length;
  }
  return pieces;
}

/** Where to cut: in the second half, so that no piece is a scrap. */
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
 * At most `most` pieces in their order: the first, which says what the document is, and those that share most
 * with what was asked, by words that not every piece has. Where nothing tells them apart they are spread.
 */
export function choosePieces(pieces: Piece[], asked: string, most: number): Piece[] {
  if (pieces.length <= most) return pieces;
  const wanted = new Set(wordsIn(asked));
  const counts = pieces.map(({ text }) =>
    countsOf(wordsIn(text).filter((word) => wanted.has(word))),
  );
  const rarity = new Map(
    [...wanted].map((word) => {
      const holding = counts.filter((count) => count.has(word)).length;
      return [word, holding ? Math.log(pieces.length / holding) : 0];
    }),
  );
  const worth = counts.map((count) =>
    [...count].reduce(
      (sum, [word, times]) => sum + (rarity.get(word) ?? 0) * Math.min(times, MOST_COUNTED),
      0,
    ),
  );
  const chosen = new Set([0]);
  const distance = (at: number) => Math.min(...[...chosen].map((one) => Math.abs(one - at)));
  while (chosen.size < most) {
    const open = pieces.map(({ at }) => at).filter((at) => !chosen.has(at));
    const best = open.toSorted(
      (one, other) =>
        (worth[other] ?? 0) - (worth[one] ?? 0) || distance(other) - distance(one) || one - other,
    );
    chosen.add(best[0] ?? 0);
  }
  return pieces.filter(({ at }) => chosen.has(at));
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
