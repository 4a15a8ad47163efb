import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardinal, ordinal, yearWords } from '../speech/numerals.ts';
import { particularsIn, unsupportedIn } from './claims.ts';

const kindsOf = (text: string, quote: string) =>
  unsupportedIn({ text, quotes: [quote], known: [] }).map(({ kind }) => kind);

/** A number as hosts say it. */
const spellings: ((value: number) => string)[] = [
  (value) => cardinal(value),
  (value) => cardinal(value).replaceAll(' and ', ' '),
  (value) => cardinal(value).replace(/^one (?=hundred|thousand|million)/, 'a '),
  (value) => cardinal(value).replaceAll('-', ' '),
  (value) => cardinal(value).replace(/(thousand|million) (?=\w+ hundred)/g, '$1, '),
  (value) => String(value),
  (value) => value.toLocaleString('en'),
];
/** The same as sources write it. */
const writings: ((value: number) => string)[] = [
  (value) => `It held ${value} lamps.`,
  (value) => `It held ${value.toLocaleString('en')} lamps.`,
  (value) => `It held ${value.toLocaleString('en').replaceAll(',', '\u00a0')} lamps.`,
  (value) => `It held ${value.toLocaleString('en').replaceAll(',', "'")} lamps.`,
  (value) => `Im Turm waren ${value.toLocaleString('de')} Lampen.`,
  (value) => `En la torre hay ${value.toLocaleString('de')} luces.`,
  (value) => `It held ${cardinal(value)} lamps.`,
];
/** Two to four without a noun are a manner of speaking; here is one. */
const number = fc.oneof(
  fc.integer({ min: 2, max: 120 }),
  fc.integer({ min: 100, max: 99_999 }),
  fc.integer({ min: 100_000, max: 999_999_999_999 }),
);
const oneOf = <Item>(items: Item[]) => fc.constantFrom(...items);

test('a number is carried by itself in any spelling, and by no other', () => {
  fc.assert(
    fc.property(number, number, oneOf(spellings), oneOf(writings), (value, other, say, write) => {
      const line = `There were ${say(value)} lamps.`;
      expect([line, write(value), kindsOf(line, write(value))]).toEqual([line, write(value), []]);
      if (value !== other) expect(kindsOf(line, write(other))).toHaveLength(1);
    }),
    { numRuns: 1500 },
  );
});

test('a decimal is carried by itself, with a point or a comma, and by no other', () => {
  const decimal = fc
    .tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 99 }))
    .map(([whole, part]) => Number(`${whole}.${part}`));
  fc.assert(
    fc.property(decimal, decimal, fc.boolean(), (value, other, isGerman) => {
      const write = (written: number) =>
        isGerman ? `Das sind ${String(written).replace('.', ',')} km und mehr.` : `${written} km`;
      const line = `It was ${cardinal(value)} kilometres.`;
      expect([line, kindsOf(line, write(value))]).toEqual([line, []]);
      if (value !== other) expect(kindsOf(line, write(other))).toEqual(['number']);
    }),
  );
});

test('a year is carried by itself and by no other', () => {
  const year = fc.integer({ min: 1100, max: 2099 });
  fc.assert(
    fc.property(year, year, (value, other) => {
      const line = `It happened in ${yearWords(String(value))}, they say.`;
      expect(kindsOf(line, `In ${value} it was seen.`)).toEqual([]);
      if (value !== other) expect(kindsOf(line, `In ${other} it was seen.`)).toEqual(['date']);
    }),
  );
});

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const date = fc.record({
  day: fc.integer({ min: 1, max: 31 }),
  month: fc.integer({ min: 1, max: 12 }),
  year: fc.integer({ min: 1100, max: 2099 }),
});
type CalendarDay = { day: number; month: number; year: number };
const nameOf = (month: number) => MONTHS[month - 1] ?? '';
const two = (value: number) => String(value).padStart(2, '0');
const dateWritings: ((date: CalendarDay) => string)[] = [
  ({ day, month, year }) => `on ${day} ${nameOf(month)} ${year}`,
  ({ day, month, year }) => `on ${nameOf(month)} ${day}, ${year}`,
  ({ day, month, year }) => `on ${year}-${two(month)}-${two(day)}`,
  ({ day, month, year }) => `am ${day}.${month}.${year}`,
];
const dateSpellings: ((date: CalendarDay) => string)[] = [
  ({ day, month, year }) =>
    `on the ${ordinal(day)} of ${nameOf(month)}, ${yearWords(String(year))}`,
  ({ day, month, year }) => `on ${nameOf(month)} ${ordinal(day)}, ${yearWords(String(year))}`,
  ({ day, month, year }) => `on ${nameOf(month)} the ${ordinal(day)}, ${year}`,
];

test('a date is carried by itself however it is written, and by none that differs in one part', () => {
  const part = fc.constantFrom('day', 'month', 'year');
  fc.assert(
    fc.property(
      date,
      date,
      oneOf(dateSpellings),
      oneOf(dateWritings),
      part,
      (value, other, say, write, changed) => {
        const line = `It was found ${say(value)}.`;
        expect([line, kindsOf(line, write(value))]).toEqual([line, []]);
        const wrong = { ...value, [changed]: other[changed] };
        if (wrong[changed] !== value[changed])
          expect(kindsOf(line, write(wrong))).toEqual(['date']);
      },
    ),
    { numRuns: 500 },
  );
});

const UNITS: [string, string][] = [
  ['kilometres', 'km'],
  ['miles', 'mi'],
  ['metres', 'm'],
  ['kilograms', 'kg'],
  ['degrees Celsius', '\u00b0C'],
  ['percent', '%'],
  ['hours', 'h'],
  ['euros', '\u20ac'],
  ['square kilometres', 'km\u00b2'],
  ['kilometres per hour', 'km/h'],
  ['watts', 'W'],
  ['litres', 'Liter'],
];

test('a unit is carried by its sign and by no other', () => {
  const value = fc.integer({ min: 2, max: 9999 });
  fc.assert(
    fc.property(value, oneOf(UNITS), oneOf(UNITS), fc.boolean(), (amount, unit, other, isTight) => {
      const gap = isTight ? '' : ' ';
      const line = `It was ${cardinal(amount)} ${unit[0]} in all.`;
      expect([line, kindsOf(line, `In all ${amount}${gap}${unit[1]}.`)]).toEqual([line, []]);
      if (unit !== other)
        expect(kindsOf(line, `In all ${amount}${gap}${other[1]}.`)).toEqual(['unit']);
    }),
    { numRuns: 500 },
  );
});

/** No two of them begin alike, and none is a month or a number. */
const name = fc.stringMatching(/^[BDFGKLPRTVZ][aeiou][bdgklmprtvz][aeiou][bdgklprtvz]o$/);

test('a name is carried by itself, with and without the rest of it, and a swapped one is found', () => {
  fc.assert(
    fc.property(name, name, name, (first, last, other) => {
      const quote = `In that year ${first} ${last} built a tower.`;
      expect(kindsOf(`It was ${first} ${last} who built it.`, quote)).toEqual([]);
      expect(kindsOf(`They say that ${last}'s tower stands.`, quote)).toEqual([]);
      if (other === last || other === first) return;
      expect(kindsOf(`It was ${first} ${other} who built it.`, quote)).toEqual(['name']);
      expect(kindsOf(`${other} built it.`, quote)).toEqual(['name']);
    }),
  );
});

test('ordinary words hold no particular', () => {
  const word = oneOf(
    'well they and some of the water that we had under a bridge slowly moved'.split(' '),
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
      const line = words.join(' ');
      expect(particularsIn(`${line.charAt(0).toUpperCase()}${line.slice(1)}.`, [])).toEqual([]);
    }),
  );
});

test('anything can be asked for, and what is found stands in the line', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  const scraps = fc
    .array(
      fc.constantFrom(
        'a',
        'half',
        'and',
        'hundred',
        'point',
        '1',
        '.',
        ',',
        '-',
        '/',
        '1815',
        'May',
        'of',
        'to',
        'oh',
        ':',
        '\u00bd',
        '\u00b0',
        'C',
        '$',
        'XIV',
        'the',
        'twenty',
        "'",
        's',
        ' ',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.oneof(text, scraps), fc.oneof(text, scraps), (line, quote) => {
      for (const { words } of unsupportedIn({
        text: line,
        quotes: [quote],
        known: [line.slice(5)],
      })) {
        expect(words).not.toBe('');
        expect(line).toContain(words);
      }
      expect(unsupportedIn({ text: line, quotes: [line], known: [] }).length).toBeLessThan(300);
    }),
    { numRuns: 1000 },
  );
});

/** Longer than any line; what takes more than a linear search would take minutes. */
const GARBAGE = 20_000;
const LONGEST = 3000;

test.each([
  '1',
  '1.',
  '1,000 ',
  '1-',
  'a ',
  'A',
  'A.',
  '.',
  "'",
  '- ',
  'one ',
  'a hundred and ',
  'about two ',
  'May ',
  'twenty ',
  'five point ',
  'January 1, ',
  'Anna ',
  'half a ',
])('twenty thousand characters of %j are read in seconds', (scrap) => {
  const text = scrap.repeat(GARBAGE / scrap.length);
  const start = performance.now();
  unsupportedIn({ text, quotes: [text], known: [text] });
  expect(performance.now() - start).toBeLessThan(LONGEST);
});
