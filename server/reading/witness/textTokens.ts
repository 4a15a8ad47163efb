import { toCardinal as germanCardinal } from 'n2words/de-DE';
import { toCardinal, toOrdinal } from 'n2words/en-GB';
import { toCardinal as spanishCardinal } from 'n2words/es-ES';

/** Lower case, without accents, hyphens and the full stops of an abbreviation. */
export function folded(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\u2010\u2011-]/gu, '')
    .replaceAll('’', "'");
  return /^(?:\p{L}\.)+$/u.test(plain) ? plain.replaceAll('.', '') : plain;
}

/** Each English word, then its equivalents in German and Spanish sources. */
const CALENDAR = `January januar enero jan;February februar febrero feb;March marz marzo;April abril apr
May mai mayo;June juni junio jun;July juli julio jul;August agosto aug;September septiembre sept sep
October oktober octubre oct;November noviembre nov;December dezember diciembre dec`;
const OTHERS = `a ein eine einen einem einer un una;half halb halbe halfte mitad medio media;dozen dutzend docena
thousand tausend mil;million millionen mio millon millones;hundred hundert cien;trillion billionen billones
billion milliarde milliarden mrd;thirds drittel tercio tercios;quarters viertel cuarto cuartos;fifths funftel
tenths zehntel;of de von del der des;in im en;and und y;to bis hasta;per pro por;cent ciento;century jahrhundert
Sunday sonntag domingo;Monday montag lunes;Tuesday dienstag martes;Wednesday mittwoch miercoles
Thursday donnerstag jueves;Friday freitag viernes;Saturday samstag sabado`;

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
const rows = (table: string) => table.split(/[;\n]/).map((row) => row.split(' '));
const MONTHS = rows(CALENDAR).map(([name = '']) => name);

const BASIC = [0, ...upTo(20), 30, 40, 50, 60, 70, 80, 90];
const NUMBERS = new Map(BASIC.map((value) => [toCardinal(value), value]));
/** Up to "ninety-ninth"; without "second", which is also a time. */
const ORDINALS = new Map(upTo(99).map((value) => [toOrdinal(value), value]));
ORDINALS.delete('second');

const TRANSLATIONS = new Map<string, string>();
const translate = (word: string, english: string) => TRANSLATIONS.set(folded(word), english);
for (const value of upTo(99)) {
  translate(germanCardinal(value), `${value}`);
  translate(spanishCardinal(value), `${value}`);
}
for (const [english = '', ...words] of rows(`${CALENDAR}\n${OTHERS}`)) {
  for (const word of words) translate(word, english);
}
/** These are English words as well. */
for (const word of ['once', 'die', 'elf']) TRANSLATIONS.delete(word);

/** Puts a source's numbers and dates into English, and both years of "1914–18" in full. */
export const translated = (text: string) =>
  text
    .replace(/(?<=\bM(?:io|rd))\./g, '')
    .replace(/\b([12]\d)(\d\d)[-–](\d\d)\b(?!-)/g, '$1$2 to $1$3')
    .replace(/\b(\d{4})-([01]\d)-(\d\d)\b/g, '$3.$2.$1')
    .replace(/\b(\d\d?)\. ([01]?\d)\. (?=\d{4}\b)/g, '$1.$2.')
    .replace(/(?<![\d.])(\d\d?)\.([01]?\d)\.(\d{4}|(?!\d))/g, (all, day, month, year) => {
      return `${all} ; ${day} ${MONTHS[month - 1]} ${year} ;`;
    })
    .replace(/\p{L}+/gu, (word) => TRANSLATIONS.get(folded(word)) ?? word);

/** A word, a sign, or a number with all its words. */
export interface Token {
  /** As it is compared: a number as its value, or "19th", "1920s", "month5". */
  word: string;
  /** As it stands in the text, at the index `at`. */
  text: string;
  at: number;
  /** What a number may mean, the likeliest first: "3.142" is also the German 3,142. */
  values?: number[];
  /** The factor of its last word, such as 1e6 for "million". */
  scale: number;
}

const SCALES: Record<string, number> = {
  ...{ dozen: 12, hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 },
  ...{ k: 1e3, m: 1e6, mn: 1e6, bn: 1e9, b: 1e9, tn: 1e12 },
};
const sizeOf = (word = '') => SCALES[word.toLowerCase()] ?? 1;

const SCALE = 'dozen|hundred|thousand|million|billion|trillion';
const [SMALLS, NTH] = [NUMBERS, ORDINALS].map((words) =>
  [...words.keys()].join('|').replaceAll('-', '[ ‐]'),
);
const DECADES = 'twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties';
const MORE = `[ ‐](?:${SMALLS}|${SCALE}|point(?= (?:${SMALLS})\\b)|and a half)\\b
|(?<=hundred|thousand|million) and (?:${SMALLS})\\b`;
const TOKEN = new RegExp(
  // "U.S.", "1920s", "19th", "1,490", "12.5 million", "fifties", "twenty-first", "a hundred and three".
  String.raw`(?:\p{L}\.){2,}|(?<decade>\d+0)(?:['’]?s|er)(?!\p{L})|(?<nth>\d+)(?:st|nd|rd|th)(?!\p{L})
|(?<digits>\d{1,3}(?:['’\u00a0\u202f\u2009]\d{3})+(?!\d)|\d+(?:[.,]\d+)*)
(?:(?:[ ‐]?(?<scale>${SCALE})|(?<short>[kKM]|mn|bn|(?<=[$€£][\d.,]+)[mb]))(?!\p{L}))?
|(?i:(?<tens>${DECADES})\b|(?<ordinal>${NTH})s?\b
|(?<spoken>(?:(?:${SMALLS})\b|(?:half )?an?(?= (?:${SCALE})\b))(?:${MORE})*))
|\p{L}[\p{L}\p{M}]*[²³]?(?:['’]\p{L}+)*|\S`.replaceAll('\n', ''),
  'gu',
);
/** A hyphen within a word is no sign; between numbers it means "to". */
const HYPHEN = /(?<=[\p{L}\d])[-\u2011](?=\p{L})|(?<=\p{L})[-\u2011](?=\d)/gu;

export function tokensOf(source: string): Token[] {
  const found = [...source.replace(HYPHEN, '‐').matchAll(TOKEN)].filter(([text]) => text !== '‐');
  return found.map(({ 0: text, index: at, groups = {} }) => {
    const { decade, tens, nth, ordinal, digits, spoken } = groups;
    const words = text.toLowerCase().split(/[ ‐]+/);
    const scale = sizeOf(groups.scale ?? groups.short ?? (spoken && words.at(-1)));
    const place = { text, at, scale };
    if (decade) return { ...place, word: `${decade}s` };
    if (tens) return { ...place, word: `${NUMBERS.get(tens.toLowerCase().replace('ies', 'y'))}s` };
    if (nth || ordinal) {
      const value = Number(nth ?? ORDINALS.get(ordinal?.toLowerCase().replace(/[ ‐]/, '-') ?? ''));
      return { ...place, word: `${value}th${/s$/.test(text) ? 's' : ''}`, values: [value] };
    }
    const month = MONTHS.indexOf(text) + 1;
    if (month) return { ...place, word: `month${month}` };
    if (!digits && !spoken) return { ...place, word: folded(text) || text };
    const values = digits
      ? valuesOf(digits).map((value) => exact(value * scale))
      : [valueOfWords(words)];
    return { ...place, values, word: `${values[0]}` };
  });
}

export const wordsAt = (tokens: Token[], from: number, to: number) =>
  tokens.slice(Math.max(0, from), to).map(({ word }) => word);

const exact = (value: number) => Number(value.toPrecision(14));

/** "10,000", "10.000" and "10'000" are ten thousand; "3.5" and "3,5" are three and a half. */
function valuesOf(literal: string): number[] {
  const whole = Number(literal.replace(/\D/g, ''));
  const decimal = Number(literal.replace(/\D(?=.*\D)/g, '').replace(/\D/, '.'));
  if (!/^[1-9]\d{0,2}(?:(\D)\d{3})(?:\1\d{3})*$/.test(literal)) return [decimal];
  return /^\d+\.\d+$/.test(literal) ? [decimal, whole] : [whole];
}

function valueOfWords(words: string[]): number {
  let [total, group, tenth, scale] = [0, 0, 1, 1];
  for (const word of words) {
    const [small = -1, size] = [NUMBERS.get(word), sizeOf(word)];
    if (size > 1) scale = size;
    if (word === 'point') tenth = 0.1;
    else if (small >= 0 && tenth < 1) [group, tenth] = [group + small * tenth, tenth / 10];
    // "Nineteen ninety".
    else if (small > 9 && group > 9 && group < 100) group = group * 100 + small;
    else if (small >= 0) group += small;
    // "Two million and a half".
    else if (word === 'half') group += scale / 2;
    else if (size > 100) [total, group, tenth] = [total + (group || 1) * size, 0, 1];
    else if (size > 1) group = (group || 1) * size;
  }
  return exact(total + group);
}
