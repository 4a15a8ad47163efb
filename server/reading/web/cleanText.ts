/** Characters of one document's text: a book of 200 pages. Longer texts are cut. */
export const LONGEST_TEXT = 400_000;

const LONGEST_TITLE = 200;

/** Characters that only a model would read: control, zero-width, bidirectional, private. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

export function cleanLine(text: string, longest = LONGEST_TITLE): string {
  const line = removeUnseen(text).replace(/\s+/g, ' ').trim();
  return cut(line, longest).trim();
}

export const PAGE_BREAK = '\f';

export function cleanText(text: string): string {
  // Cut before cleaning too, to bound the work.
  const pages = cut(text, 4 * LONGEST_TEXT)
    .split(PAGE_BREAK)
    .map((page) =>
      removeUnseen(page)
        .split(/\n\s*\n/)
        .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
        .filter(Boolean)
        .join('\n\n'),
    );
  const isEmpty = pages.every((page) => !page);
  return isEmpty ? '' : cut(pages.join(`\n${PAGE_BREAK}\n`), LONGEST_TEXT).replace(/\s+$/, '');
}

export function countWords(text: string): number {
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter('en', { granularity: 'word' }).segment(text)) {
    if (isWordLike) words += 1;
  }
  return words;
}

function removeUnseen(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\v\f]/g, '\n')
    .replace(/\u2029/g, '\n\n')
    .replace(/[\u0085\t]/g, ' ')
    .replace(UNSEEN, (character) => (character === '\n' ? '\n' : ''));
}

function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

const FEWEST_CELLS = 2;

/**
 * Returns rows as sentences, each cell behind its column's head: "Reach: upper; 2019: 144; 2020:
 * 131." In running text figures would lose what they count. Null for what is no table.
 */
export function rowsWithHeads(rows: string[][]): string[] | null {
  const [heads = [], ...others] = rows.map((row) =>
    row.map((cell) => cell.replace(/\s+/g, ' ').trim()),
  );
  const isTable = heads.length >= FEWEST_CELLS && others.some((row) => row.length === heads.length);
  if (!isTable) return null;
  return others.map((row) => {
    const isWhole = row.length === heads.length;
    const cells = row.map((cell, at) =>
      isWhole && heads[at] && cell ? `${heads[at]}: ${cell}` : cell,
    );
    return `${cells.filter(Boolean).join('; ')}.`;
  });
}
