/** Characters of one document's text: a book of 200 pages. Of longer ones than that the beginning is kept. */
export const LONGEST_TEXT = 400_000;

const LONGEST_TITLE = 200;

/**
 * What nobody sees on a page: control characters, zero-width and bidirectional ones, tags, variation
 * selectors and private characters. Such text is read by a model only.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** One line: a title, a name. */
export function cleanLine(text: string, longest = LONGEST_TITLE): string {
  const line = removeUnseen(text).replace(/\s+/g, ' ').trim();
  return cut(line, longest).trim();
}

/** Between the pages of a document that has some. */
export const PAGE_BREAK = '\f';

/** Paragraphs with an empty line in between, each without line breaks of its own. */
export function cleanText(text: string): string {
  // Bounded before the work, too: what is cut off need not be cleaned.
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

/** Never in the middle of a character. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
