import { months, weekdays } from './calendar.ts';
import type { Quantity } from './quantity.ts';
import { type Token, tokenAt } from './tokens.ts';

/** A month with what stands beside it; `from` and `to` are places of tokens. */
export interface CalendarDate {
  month: number;
  days: Quantity[];
  year?: Quantity;
  from: number;
  to: number;
}

/** The months of a text, each with its days and its year. */
export function datesIn(tokens: Token[], quantities: Quantity[]): CalendarDate[] {
  const starts = new Map(quantities.map((quantity) => [quantity.from, quantity]));
  const ends = new Map(quantities.map((quantity) => [quantity.to, quantity]));
  const found = tokens.flatMap((_, at) => {
    const month = monthAt(tokens, at);
    return month ? [dateAt(tokens, at, { month, starts, ends })] : [];
  });
  const dates = found.filter((date) => date.year || date.days.length || isSurely(tokens, date));
  shareYears(tokens, dates);
  return dates;
}

/** Months that are other words as well, and names. */
const DOUBTFUL = new Set([
  'may',
  'march',
  'mar',
  'sep',
  'dec',
  'jan',
  'jun',
  'ago',
  'ene',
  'abr',
  'dic',
  'mai',
]);

function monthAt(tokens: Token[], at: number): number | undefined {
  const { word, text } = tokenAt(tokens, at);
  const month = months.get(word);
  // Only Spanish writes its months small.
  const isSpanish = /^(?:de|en|desde|hasta|entre|y)$/.test(tokenAt(tokens, at - 1).word);
  return month && (/^\p{Lu}/u.test(text) || isSpanish) ? month : undefined;
}

/** "May" at the beginning of a sentence is a verb unless a number stands beside it. */
function isSurely(tokens: Token[], { from, to }: CalendarDate): boolean {
  const { word } = tokenAt(tokens, from);
  if (!DOUBTFUL.has(word)) return true;
  const before = tokenAt(tokens, from - 1);
  const isInside = before.kind === 'word' || /^[,-]$/.test(before.text);
  return isInside && to - from === 1;
}

interface Surroundings {
  month: number;
  starts: Map<number, Quantity>;
  ends: Map<number, Quantity>;
}

function dateAt(tokens: Token[], at: number, { month, starts, ends }: Surroundings): CalendarDate {
  const days = daysBefore(tokens, at, ends);
  const from = days[0]?.from ?? at;
  let to = at + 1;
  const after = starts.get(tokenAt(tokens, to).word === 'the' ? to + 1 : to);
  if (after && !days.length && isDay(tokens, after) && isAlone(tokens, after)) {
    days.push(after);
    to = after.to;
  }
  const year = starts.get(yearAfter(tokens, to));
  if (!year || !isYear(year) || !isAlone(tokens, year)) return { month, days, from, to };
  return { month, days, year, from, to: year.to };
}

/** "The sixth, the eighth and the tenth of" a month. */
function daysBefore(tokens: Token[], at: number, ends: Map<number, Quantity>): Quantity[] {
  const days: Quantity[] = [];
  for (let end = behindDay(tokens, at); ; ) {
    const day = ends.get(end);
    // Only the last of "six to ten June" is surely a day; before it, numbers in words are days as well.
    if (!day || !(isDay(tokens, day) || (days.length && isDayNumber(day)))) return days;
    days.unshift(day);
    const link = tokenAt(tokens, day.from - 1).word === 'the' ? day.from - 2 : day.from - 1;
    if (!LINKS.test(tokenAt(tokens, link).word)) return days;
    end = link;
  }
}

const LINKS = /^(?:to|and|or|until|through|,|[-\u2010-\u2015/]|bis|und|a|y|al)$/;

/** Before "of April" and "de abril"; before ". April" where German digits go before. */
function behindDay(tokens: Token[], at: number): number {
  const { word } = tokenAt(tokens, at - 1);
  const isDot = word === '.' && tokenAt(tokens, at - 2).kind === 'digits';
  return isDot || /^(?:of|de)$/.test(word) ? at - 1 : at;
}

/** Behind "," or "of" or "in"; behind the full stop of "Oct." */
function yearAfter(tokens: Token[], at: number): number {
  const isShort = tokenAt(tokens, at - 1).word.length <= 4;
  const { word } = tokenAt(tokens, at);
  return /^(?:,|of|de|del|in)$/.test(word) || (word === '.' && isShort) ? at + 1 : at;
}

/** Not a count of what the next word names: "in June twelve boats", "in April, two thousand people". */
export function isAlone(tokens: Token[], { form, to }: Quantity): boolean {
  const next = tokenAt(tokens, to);
  return form !== 'count' || next.kind !== 'word' || FUNCTION_WORD.test(next.word);
}

const FUNCTION_WORD =
  /^(?:and|or|but|to|until|in|on|at|by|for|from|with|the|an?|it|he|she|they|we|that|when|while|was|were|had|is|as|because|the|after|before|bis|und|im|y|en|de|auf|der|die|das|el|la)$/;

const LAST_DAY = 31;

/** In words a day is an ordinal: "one January evening" is no first of January. */
function isDay(tokens: Token[], quantity: Quantity): boolean {
  const isSurely = quantity.form === 'ordinal' || tokenAt(tokens, quantity.from).kind === 'digits';
  return isSurely && isDayNumber(quantity);
}

function isDayNumber({ values: [value = 0], form, unit }: Quantity): boolean {
  const isWhole = (form === 'ordinal' || form === 'count') && Number.isInteger(value);
  return isWhole && !unit && value >= 1 && value <= LAST_DAY;
}

/** A year that a text can be about; older ones need "BC" or stand as numbers. */
export function isYear({ values: [value = 0], form, unit, scale }: Quantity): boolean {
  const isCounted = form === 'pair' || form === 'count' || form === 'short';
  return (
    isCounted &&
    !unit &&
    (!scale || scale === 3) &&
    Number.isInteger(value) &&
    value >= 1000 &&
    value < 2200
  );
}

/** In "June, July and August 1816" all are of that year. */
function shareYears(tokens: Token[], dates: CalendarDate[]) {
  for (let at = dates.length - 2; at >= 0; at -= 1) {
    const [one, next] = [dates[at], dates[at + 1]];
    if (!one || !next?.year || one.year) continue;
    const between = tokens.slice(one.to, next.from);
    if (between.every(({ word }) => LINKS.test(word) || word === 'the')) one.year = next.year;
  }
}

/** A day of the week with a capital, or in Spanish; `at` is its place. */
export function weekdaysIn(tokens: Token[]): { weekday: number; at: number }[] {
  return tokens.flatMap(({ word, text }, at) => {
    const singular = word.length > 4 ? word.replace(/'?s$/, '') : word;
    const weekday = weekdays.get(word) ?? weekdays.get(singular);
    const isNamed =
      /^\p{Lu}/u.test(text) || (weekdays.get(word) !== undefined && /es$|o$/.test(word));
    return weekday && isNamed ? [{ weekday, at }] : [];
  });
}
