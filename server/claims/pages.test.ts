import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cardinal } from '../speech/numerals.ts';
import { spokenForm } from '../speech/spokenForm.ts';
import { unsupportedIn } from './claims.ts';

/*
 * The pages of the stand-in web: a sentence as the quote, what a host would say of it as the line. Then
 * figures and names change places with those of other sentences.
 */

const PAGES = new URL('../../standins/web/pages/', import.meta.url);

interface Sentence {
  text: string;
  language: string;
}

const sentences = readdirSync(PAGES)
  .map((file) => readFileSync(new URL(file, PAGES), 'utf8'))
  .flatMap((file) => file.split(/^(?=== )/m))
  .flatMap((page): Sentence[] => {
    const [head = '', ...lines] = page.split('\n');
    const language = head.split(' | ')[4]?.trim() ?? '';
    return lines
      .map((line) => line.replace(/\s*\{[^}]*\}\s*$/, '').trim())
      .filter((line) => line && !line.startsWith('#'))
      .map((text) => ({ text, language }));
  });
const english = sentences.filter(({ language }) => language === 'en').map(({ text }) => text);

const faultsOf = (line: string, ...quotes: string[]) =>
  unsupportedIn({ text: line, quotes, known: [] });

test('of what the pages say, at least 99 sentences in 100 are supported by themselves when spoken', () => {
  const lost = english.filter((text) => faultsOf(spokenForm(text), text).length > 0);
  expect(english.length).toBeGreaterThan(200);
  expect(lost.length / english.length).toBeLessThan(0.01);
});

test('digits that a model forgot to write out are supported as well', () => {
  expect(english.filter((text) => faultsOf(text, text).length > 0)).toEqual([]);
});

/** Days of the month carry no count, and five hundred millions no five hundred. */
test('the figures of German and Spanish pages carry the same in English words', () => {
  const foreign = sentences.filter(({ language }) => language !== 'en');
  const figures = foreign.flatMap(({ text }) =>
    (text.match(/(?<![\d.,])\d+(?:\.\d{3})*(?![\d,]|\. | de \p{Ll}| millones)/gu) ?? []).map(
      (figure) => ({
        text,
        line: `They say that it was ${cardinal(figure.replaceAll('.', ''))}.`,
      }),
    ),
  );
  expect(figures.length).toBeGreaterThan(60);
  expect(figures.filter(({ text, line }) => faultsOf(line, text).length > 0)).toEqual([]);
});

const EXCHANGES = 12;
/** The figures, dates and units of a sentence, and the names within it. */
const PARTS = {
  'small number': /(?<![\d.,:-])\d\d?(?![\d.,:]\d|\d)/g,
  'large number': /(?<![\d.,:])\d+[.,]\d+|(?<![\d.,])\d{3}(?![\d.,])/g,
  'number in words':
    /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|forty)\b/g,
  year: /(?<!\d)(?:1[0-9]|20)\d\d(?![\d,])/g,
  month: /\b(?:January|March|April|June|July|August|September|October|November|December)\b/g,
  unit: /(?<=\d )(?:kilometres|miles|metres|inches|minutes|hours|days|years|kilograms|tonnes|tons|pounds|percent|euros|milligrams)\b/g,
  name: /(?<=\p{Ll},? )\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?/gu,
};
type Kind = keyof typeof PARTS;

/** Each part of each sentence in the place of others' parts of its kind, where it is a lie. */
function planted(kind: Kind) {
  const all = english.flatMap((text) => text.match(PARTS[kind]) ?? []);
  return english.flatMap((quote, place) =>
    [...quote.matchAll(PARTS[kind])].flatMap(({ 0: words, index }) =>
      Array.from({ length: EXCHANGES }, (_, turn) => {
        const other = all[(place * 31 + index * 7 + turn * 97) % all.length] ?? '';
        const said = quote.slice(0, index) + other + quote.slice(index + words.length);
        return { line: spokenForm(said), quote, other };
      }).filter(({ other }) => other.split(' ').every((word) => !isIn(word, quote))),
    ),
  );
}

const isIn = (word: string, text: string) => text.toLowerCase().includes(word.toLowerCase());
const kinds = Object.keys(PARTS) as Kind[];

test.each(kinds)(
  'of lines with the %s of another sentence at least 98 in 100 are found',
  (kind) => {
    const lines = planted(kind);
    const passed = lines.filter(({ line, quote }) => faultsOf(line, quote).length === 0);
    expect(lines.length).toBeGreaterThan(200);
    expect(passed.length / lines.length).toBeLessThan(0.02);
  },
);
