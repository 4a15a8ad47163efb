import { months, weekdays } from './calendar.ts';
import { BEGINNINGS } from './numberWords.ts';
import { isOrdinary } from './ordinaryWords.ts';
import { type Token, tokenAt } from './tokens.ts';

/** They stand before a name and say nothing that has to be shown. */
const TITLES = new Set(
  'mister mr missus mrs miss ms doctor dr professor prof sir dame madam saint st mount mt lake river cape captain reverend rev lord lady junior senior'.split(
    ' ',
  ),
);
/** Their stop ends no sentence. */
const ABBREVIATIONS = new Set('mr mrs ms dr prof st mt rev capt jr sr'.split(' '));
/** They have a capital and name nobody. */
const NO_NAMES = new Set(
  "i i'm i'd i'll i've ai ok okay tv god oh am pm uhr bc bce ad ce".split(' '),
);

/** Whether a token is (part of) a name: a capital where no sentence begins, or no ordinary word there. */
export function isName(tokens: Token[], at: number): boolean {
  const { text, word, kind } = tokenAt(tokens, at);
  if (kind !== 'word' || !/^\p{Lu}/u.test(text) || /^\p{L}$/u.test(text)) return false;
  if (TITLES.has(word) || NO_NAMES.has(word) || months.has(word) || BEGINNINGS.has(word))
    return false;
  if (weekdays.has(word.replace(/'?s$/, '')) || weekdays.has(word)) return false;
  if (/^I['\u2019]/.test(text)) return false;
  return !isFirst(tokens, at) || /\p{Lu}.*\p{Lu}|\d/u.test(text) || !isOrdinary(word);
}

const ENDS = /^[.!?:\u2026\]"\u201c\u201d(\u2018*]$/;

/** At the beginning of a sentence or of speech in quotes; "Dr." and initials end none. */
function isFirst(tokens: Token[], at: number): boolean {
  const before = tokenAt(tokens, at - 1);
  if (at === 0 || (before.kind === 'sign' && /^['\u2019\u2014\u2013]$/.test(before.text)))
    return true;
  if (!ENDS.test(before.text)) return false;
  const last = tokenAt(tokens, at - 2);
  return before.text !== '.' || !(ABBREVIATIONS.has(last.word) || /^\p{Lu}$/u.test(last.text));
}

/** The forms by which a word is compared: as it stands, without possessive and plural. */
export function formsOf(word: string): string[] {
  const bare = word.replace(/'s?$/, '');
  const forms = [bare];
  if (bare.length > 3 && bare.endsWith('s')) forms.push(bare.slice(0, -1));
  if (bare.length > 4 && bare.endsWith('es')) forms.push(bare.slice(0, -2));
  return forms;
}

const LEAST_STEM = 4;
const ENDINGS = ['ic', 'ian', 'ean', 'an', 'n', 'ese', 'ish', 'ist', 'ism', 'ite'];

/** The names that a word may be derived from: "Napoleonic", "Victorian" and "European" have theirs. */
export function stemsOf(word: string): string[] {
  return formsOf(word).flatMap((form) =>
    ENDINGS.filter(
      (ending) => form.endsWith(ending) && form.length - ending.length >= LEAST_STEM,
    ).map((ending) => form.slice(0, -ending.length)),
  );
}
