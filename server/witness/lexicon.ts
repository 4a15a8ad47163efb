import { toCardinal as germanCardinal, toOrdinal as germanOrdinal } from 'n2words/de-DE';
import { toCardinal, toOrdinal } from 'n2words/en-GB';
import { toCardinal as spanishCardinal, toOrdinal as spanishOrdinal } from 'n2words/es-ES';

const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', '’': "'" };

/** In lower case, without accents, hyphens and the full stops of an abbreviation. */
export function folded(text: string): string {
  // The pronoun names no country.
  if (/^U\.?S\.?(?:A\.?)?$/.test(text)) return 'usa';
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\u2010\u2011-]/gu, '');
  const lower = plain.replace(/[ßøłæœ’]/g, (letter) => LETTERS[letter] ?? letter);
  return /^(?:\p{L}\.)+$/u.test(lower) ? lower.replaceAll('.', '') : lower;
}

/** In English, German and Spanish. */
const CALENDAR = `January januar enero;February februar febrero;March marz marzo;April abril;May mai mayo;June juni junio
July juli julio;August agosto;September septiembre;October oktober octubre;November noviembre;December dezember diciembre
Sunday sonntag domingo;Monday montag lunes;Tuesday dienstag martes;Wednesday mittwoch miercoles
Thursday donnerstag jueves;Friday freitag viernes;Saturday samstag sabado`;
/** English for the words with which German and Spanish sources count. */
const OTHERS = `a ein eine einen einem einer un una;half halb halbe halfte mitad medio media;dozen dutzend docena
thousand tausend mil;million millionen mio millon millones;hundred hundert cien;trillion billionen billones
billion milliarde milliarden mrd;thirds drittel tercio tercios;quarters viertel cuarto cuartos;fifths funftel
tenths zehntel;every jeder jede jedes jedem cada;of de von del;in im en;and und y;to bis hasta;per pro por
cent ciento;o'clock uhr;century jahrhundert jahrhunderts;bc chr;1.5 anderthalb eineinhalb`;

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
const rows = (table: string) => table.split(/[;\n]/).map((row) => row.split(' '));
const DATES = rows(CALENDAR).map(([name = '']) => name);

/** English number words by their value, those of one word. */
export const SMALL = new Map([0, ...upTo(99)].map((value) => [toCardinal(value), value]));
export const ORDINALS = new Map(upTo(99).map((value) => [toOrdinal(value), value]));

/** "month5", "mon5" for what is short and another word as well, "weekday1" for an English name of one. */
export function dateOf(text: string): string | undefined {
  if (!/^\p{Lu}\p{Ll}/u.test(text)) return;
  const name = text.replace(/['’]?s$/, '');
  const place = DATES.findIndex((date) => date === text || date === name);
  if (place >= 0) return place < 12 ? `month${place + 1}` : `weekday${place - 12}`;
  const isShort = text.length === 3 || text === 'Sept';
  const month = isShort ? DATES.slice(0, 12).findIndex((date) => date.startsWith(text)) : -1;
  return month < 0 ? undefined : `mon${month + 1}`;
}

const TRANSLATIONS = new Map<string, string>();
const translate = (word: string, english: string) => TRANSLATIONS.set(folded(word), english);
for (const value of upTo(999)) {
  translate(germanCardinal(value), `${value}`);
  translate(germanCardinal(value * 1000), `${value}000`);
  translate(spanishCardinal(value), `${value}`);
}
for (const value of upTo(31)) {
  for (const ending of ['', 'n', 'r', 's']) translate(germanOrdinal(value) + ending, `${value}th`);
  translate(spanishOrdinal(value), `${value}th`);
}
for (const [english = '', ...words] of rows(`${CALENDAR}\n${OTHERS}`)) {
  for (const word of words) translate(word, english);
}
/** English words as well. */
for (const word of ['once', 'die', 'elf']) TRANSLATIONS.delete(word);
const SHORT_DATE = /(?<![\d.])(\d{1,2})\.(\d{1,2})\.(?!\d)/g;

/** A source with the numbers and dates of its language in English. */
export const translated = (text: string) =>
  text
    .replace(/(?<=\bM(?:io|rd))\./g, '')
    .replace(SHORT_DATE, (all, day, month) => `${all} ${day} ${DATES[month - 1]} ;`)
    .replace(/\p{L}+/gu, (word) => TRANSLATIONS.get(folded(word)) ?? word);
