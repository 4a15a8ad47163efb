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
export const MONTHS = rows(CALENDAR).map(([name = '']) => name);

const BASIC = [0, ...upTo(20), 30, 40, 50, 60, 70, 80, 90];
export const NUMBERS = new Map(BASIC.map((value) => [toCardinal(value), value]));
/** Up to "ninety-ninth"; without "second", which is also a time. */
export const ORDINALS = new Map(upTo(99).map((value) => [toOrdinal(value), value]));
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
