/** A date in digits alone. */
export interface DigitDate {
  day: number;
  month: number;
  year: number;
}

const ISO = /(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)/g;
const DOTTED = /(?<!\d)(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)/g;

/** What digits may mean: where day and month could change places, both. */
export interface Written {
  words: string;
  readings: DigitDate[];
}

/**
 * The dates in digits of a text ("1815-04-10", "10.04.1815", "4/10/1815"), and the text without them, of
 * the same length: their parts are no numbers of their own.
 */
export function digitDates(text: string): { dates: Written[]; rest: string } {
  const dates: Written[] = [];
  const take = (words: string, readings: DigitDate[]) => {
    const real = readings.filter(isReal);
    if (!real.length) return words;
    dates.push({ words, readings: real });
    return ' '.repeat(words.length);
  };
  const rest = text
    .replace(ISO, (words, year, month, day) =>
      take(words, [{ year: Number(year), month: Number(month), day: Number(day) }]),
    )
    .replace(DOTTED, (...[words, one, other, year]) => {
      const date = { day: Number(one), month: Number(other), year: Number(year) };
      const turned = { ...date, day: date.month, month: date.day };
      return take(words, words.includes('/') ? [date, turned] : [date]);
    });
  return { dates, rest };
}

const isReal = ({ day, month }: DigitDate) => month >= 1 && month <= 12 && day >= 1 && day <= 31;
