import { QUOTE_MAX } from '#shared/sourceLimits.ts';
import { cleanLine, countWords } from './cleanText.ts';

/** Shorter quotes stand in any text. */
const LEAST_CHARACTERS = 12;
const LEAST_WORDS = 3;
/** Longer texts are no quotes. The bound keeps the search linear in the text. */
const MOST_CHARACTERS = 1_000;

/**
 * Returns a quote as the document writes it: white space collapsed, at most 400 characters, cut at
 * a word. Only case and the forms of quotation marks, dashes and ellipses may differ. Null when it
 * does not stand there, leaves something out ("a … b"), or is too short to show anything.
 */
export function findQuote(text: string, quote: string): string | null {
  const place = findPlace(text, quote);
  return place && cutAtWord(collapsed(text.slice(...place)));
}

/** Like `findQuote`, but in whole sentences where these fit, with some 600 characters around. */
export function findPassage(text: string, quote: string) {
  const place = findPlace(text, quote);
  if (!place) return null;
  const around = (most: number) => collapsed(text.slice(...sentencesAround(text, place, most)));
  const whole = around(0);
  return {
    quote: whole.length > QUOTE_MAX ? cutAtWord(collapsed(text.slice(...place))) : whole,
    paragraph: around(LONGEST_PARAGRAPH),
  };
}

const collapsed = (part: string) => part.replace(/\s+/g, ' ').trim();

function findPlace(text: string, quote: string): [number, number] | null {
  const given = trimMarks(cleanLine(quote, 2 * MOST_CHARACTERS));
  const wanted = fold(given).text;
  if (wanted.length < LEAST_CHARACTERS || wanted.length > MOST_CHARACTERS) return null;
  if (countWords(given) < LEAST_WORDS || wanted.includes('...')) return null;
  const folded = fold(text);
  // A quoter often closes half a sentence with a stop.
  const open = wanted.replace(/[.,;:]$/, '');
  return placeOf(wanted, folded, text) ?? placeOf(open, folded, text);
}

const LONGEST_PARAGRAPH = 600;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Bounds of the place's sentences, with neighbours in the paragraph up to `most` characters. */
function sentencesAround(
  text: string,
  [start, end]: [number, number],
  most: number,
): [number, number] {
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - 2 * LONGEST_PARAGRAPH);
  const after = text.indexOf('\n', end);
  const to = Math.min(after < 0 ? text.length : after, end + 2 * LONGEST_PARAGRAPH);
  const sentences = [...SENTENCES.segment(text.slice(from, to))].map(({ index, segment }) => ({
    start: from + index,
    end: from + index + segment.length,
  }));
  let first = Math.max(
    0,
    sentences.findLastIndex((one) => one.start <= start),
  );
  let last = Math.max(
    first,
    sentences.findIndex((one) => one.end >= end),
  );
  const span = (one: number, other: number) =>
    (sentences[other]?.end ?? end) - (sentences[one]?.start ?? start);
  for (let hasRoom = true; hasRoom; ) {
    const [before, behind] = [first - 1, last + 1];
    if (before >= 0 && span(before, last) <= most) first = before;
    if (behind < sentences.length && span(first, behind) <= most) last = behind;
    hasRoom = first === before || last === behind;
  }
  return [sentences[first]?.start ?? start, sentences[last]?.end ?? end];
}

const trimMarks = (quote: string) =>
  quote.replace(/^(?:[\s"'‘’‚“”„«»…]|\.\.\.)+|(?:[\s"'‘’“”«»…]|\.\.\.)+$/g, '');

const SAME: Record<string, string> = {
  ...formsOf("'", '‘’‚‛′'),
  ...formsOf('"', '“”„‟″«»'),
  ...formsOf('-', '‐‑‒–—―−'),
  '…': '...',
};

function formsOf(one: string, forms: string): Record<string, string> {
  return Object.fromEntries(Array.from(forms, (form) => [form, one]));
}

/** `from` has for each code unit of `text` the index of the character that it comes from. */
function fold(text: string) {
  const units: string[] = [];
  const from: number[] = [];
  let index = 0;
  let last = '';
  for (const character of text) {
    const folded = foldCharacter(character);
    if (folded !== ' ' || last !== ' ') {
      units.push(folded);
      for (let unit = 0; unit < folded.length; unit++) from.push(index);
    }
    last = folded;
    index += character.length;
  }
  from.push(index);
  return { text: units.join(''), from };
}

const foldCharacter = (character: string) =>
  ASCII[character.charCodeAt(0)] ?? SAME[character] ?? foldOther(character);
const foldOther = (character: string) => (/\s/.test(character) ? ' ' : character.toLowerCase());
/** A table for most characters is several times as fast. */
const ASCII = Array.from({ length: 128 }, (_, code) => foldOther(String.fromCharCode(code)));

function placeOf(
  wanted: string,
  folded: ReturnType<typeof fold>,
  text: string,
): [number, number] | null {
  for (let at = folded.text.indexOf(wanted); at >= 0; at = folded.text.indexOf(wanted, at + 1)) {
    const start = folded.from[at] ?? 0;
    let next = at + wanted.length;
    // One character may be folded into several units.
    while (folded.from[next] === folded.from[next - 1]) next += 1;
    const end = folded.from[next] ?? text.length;
    const isWhole = start !== folded.from[at - 1] && !splitsWord(text, start);
    if (isWhole && !splitsWord(text, end)) return [start, end];
  }
  return null;
}

/** Letters and digits, but not of scripts without spaces between words. */
const IN_WORD =
  '[[\\p{L}\\p{N}\\p{M}_]--[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]]';
/** Joins the parts of one word ("non-toxic", "don't"), or of one number ("21,000", "1990–95"). */
const JOINS_WORD = "[\\-‐‑'’]";
const JOINS_NUMBER = '[.,:\\/–−]';

const SPLITS = [
  [`${IN_WORD}${JOINS_WORD}?`, IN_WORD],
  [IN_WORD, `${JOINS_WORD}${IN_WORD}`],
  [`\\p{N}${JOINS_NUMBER}`, '\\p{N}'],
  ['\\p{N}', `${JOINS_NUMBER}\\p{N}`],
  // A sign belongs to its number.
  ['(?<![^\\s\\(])[\\-–−]', '\\p{N}'],
].map(([before, after]) => [new RegExp(`${before}$`, 'v'), new RegExp(`^${after}`, 'v')] as const);

function splitsWord(text: string, index: number): boolean {
  const left = text.slice(Math.max(0, index - 3), index);
  const right = text.slice(index, index + 3);
  return SPLITS.some(([before, after]) => before.test(left) && after.test(right));
}

function cutAtWord(quote: string): string {
  if (quote.length <= QUOTE_MAX) return quote;
  const space = quote.lastIndexOf(' ', QUOTE_MAX);
  // Some scripts have no spaces.
  if (space > QUOTE_MAX / 2) return quote.slice(0, space);
  return quote.slice(0, QUOTE_MAX).replace(/[\uD800-\uDBFF]$/, '');
}
