import { datesIn, weekdaysIn } from './dates.ts';
import { type DigitDate, digitDates } from './digitDates.ts';
import { formsOf, stemsOf } from './names.ts';
import { numbersIn } from './numbers.ts';
import type { Quantity } from './quantity.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A date of a source; a part that it leaves out is undefined. */
export type SourceDate = { month: number; day?: number; year?: number };

/** What the words of the sources hold. */
export interface Evidence {
  /** Each once; days of dates are not among them. */
  numbers: Quantity[];
  /** The same by value. */
  byValue: Map<number, Quantity[]>;
  ordinals: Set<number>;
  dates: SourceDate[];
  weekdays: Set<number>;
  units: Set<string>;
  /** All words in all forms by which they are compared. */
  words: Set<string>;
  /** What those words may be derived from. */
  stems: Set<string>;
}

/** Reads the words of sources. */
export function evidenceOf(texts: string[]): Evidence {
  const evidence: Evidence = {
    numbers: [],
    byValue: new Map(),
    ordinals: new Set(),
    dates: [],
    weekdays: new Set(),
    units: new Set(),
    words: new Set(),
    stems: new Set(),
  };
  for (const text of texts) add(evidence, text);
  return evidence;
}

function add(evidence: Evidence, text: string) {
  const { dates: digits, rest } = digitDates(text);
  const tokens = tokensOf(rest);
  const quantities = numbersIn(tokens);
  const dates = datesIn(tokens, quantities);
  const days = new Set(dates.flatMap((date) => date.days));
  for (const quantity of quantities) {
    addNumber(evidence, quantity, days.has(quantity));
  }
  for (const { month, days, year } of dates) {
    const years = year?.values.slice(0, 1) ?? [undefined];
    for (const value of years) {
      const date = { month, ...(value && { year: value }) };
      if (!days.length) evidence.dates.push(date);
      for (const day of days) evidence.dates.push({ ...date, day: day.values[0] ?? 0 });
    }
  }
  for (const { readings } of digits) for (const date of readings) addDigitDate(evidence, date);
  for (const { weekday } of weekdaysIn(tokens)) evidence.weekdays.add(weekday);
  addWords(evidence, tokens);
}

function addNumber(evidence: Evidence, quantity: Quantity, isDay: boolean) {
  if (quantity.unit) evidence.units.add(quantity.unit);
  if (isDay || quantity.form === 'ordinal') {
    for (const value of quantity.values) evidence.ordinals.add(value);
    return;
  }
  let isNew = false;
  for (const value of quantity.values) {
    const same = evidence.byValue.get(keyOf(value)) ?? [];
    if (same.some(({ form, unit }) => form === quantity.form && unit === quantity.unit)) continue;
    isNew = true;
    same.push(quantity);
    evidence.byValue.set(keyOf(value), same);
  }
  if (isNew) evidence.numbers.push(quantity);
}

/** Without what binary fractions cannot hold. */
export const keyOf = (value: number) => Number(value.toPrecision(14));

function addDigitDate(evidence: Evidence, date: DigitDate) {
  evidence.dates.push({ ...date });
  evidence.ordinals.add(date.day);
  addNumber(
    evidence,
    { values: [date.year], form: 'count', from: 0, to: 0, bound: 'exact' },
    false,
  );
}

function addWords(evidence: Evidence, tokens: Token[]) {
  tokens.forEach(({ word, kind, joined, glued }, at) => {
    const before = tokens[at - 1]?.word ?? '';
    // "B-52" as "b52", "5G" as "5g".
    if (joined || (glued && kind === 'word')) evidence.words.add(before + word);
    if (kind !== 'word') return;
    for (const form of formsOf(word)) evidence.words.add(form);
    for (const stem of stemsOf(word)) evidence.stems.add(stem);
    const letters = word.replace(/\d+$/, '');
    if (letters !== word) evidence.words.add(letters);
  });
}
