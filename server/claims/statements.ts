import { type CalendarDate, datesIn, isAlone, isYear, weekdaysIn } from './dates.ts';
import { digitDates, type Written } from './digitDates.ts';
import { isClaim } from './idioms.ts';
import { isName } from './names.ts';
import { numbersIn } from './numbers.ts';
import type { Quantity } from './quantity.ts';
import { type Token, tokenAt, tokensOf } from './tokens.ts';

/** One thing that a line states, and that a source has to carry. */
export type Statement = { words: string } & (
  | { date: CalendarDate }
  | { digits: Written }
  | { weekday: number }
  | { number: Quantity; isNamed: boolean; isYear: boolean }
  | { names: string[] }
);

/** All that a line states, in its order within each kind. */
export function statedIn(text: string): Statement[] {
  const { dates: digits, rest } = digitDates(text);
  const tokens = tokensOf(rest);
  const quantities = numbersIn(tokens, 'en');
  const dates = datesIn(tokens, quantities);
  const dated = new Set(dates.flatMap(({ days, year }) => (year ? [...days, year] : days)));
  const words = (from: number, to: number) =>
    text.slice(tokenAt(tokens, from).at, tokenAt(tokens, to - 1).end);
  return [
    ...digits.map((written) => ({ digits: written, words: written.words })),
    ...dates.map((date) => ({ date, words: words(date.from, date.to) })),
    ...weekdaysIn(tokens).map(({ weekday, at }) => ({ weekday, words: words(at, at + 1) })),
    ...quantities
      .filter((number) => !dated.has(number) && isClaim(tokens, number, isNamed(tokens, number)))
      .map((number) => ({
        number,
        isNamed: isNamed(tokens, number),
        isYear: isPlainYear(tokens, number),
        words: words(number.from, number.to),
      })),
    ...namesIn(tokens, quantities).map(({ from, to }) => ({
      names: tokens.slice(from, to).map(({ word }) => word),
      words: words(from, to),
    })),
  ];
}

/** A numeral of a name: "World War Two", "Louis the Fourteenth". */
function isNamed(tokens: Token[], { from }: Quantity): boolean {
  const before = tokenAt(tokens, from - 1);
  const name = before.word === 'the' ? tokenAt(tokens, from - 2) : before;
  return /^[\p{Lu}\d]/u.test(tokenAt(tokens, from).text) && /^\p{Lu}/u.test(name.text);
}

const IN_TIME = /^(?:in|since|from|until|till|by|year|before|after|between|around|about)$/;

/** A number that is said as years are: "nineteen twenty-three", "1923", "in two thousand and four". */
function isPlainYear(tokens: Token[], quantity: Quantity): boolean {
  if (!isYear(quantity)) return quantity.unit === 'bc';
  const isDigits = /^\d{4}$/.test(tokenAt(tokens, quantity.from).text);
  const isInTime =
    IN_TIME.test(tokenAt(tokens, quantity.from - 1).word) && isAlone(tokens, quantity);
  return quantity.form === 'pair' || isDigits || isInTime;
}

/** The longest runs of names; "Celsius" belongs to its number. */
function namesIn(tokens: Token[], quantities: Quantity[]): { from: number; to: number }[] {
  const measured = new Set(
    quantities.flatMap(({ from, to }) =>
      Array.from({ length: to - from }, (_, step) => from + step),
    ),
  );
  const runs: { from: number; to: number }[] = [];
  tokens.forEach((_, at) => {
    if (measured.has(at) || !isName(tokens, at)) return;
    const last = runs.at(-1);
    if (last?.to === at) last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  });
  return runs;
}
