import { toCardinal } from 'n2words/en-GB';

const ORDINALS: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** "1,234.5" as "one thousand two hundred and thirty-four point five". Past 15 digits, digit by digit. */
export function cardinal(value: string | number): string {
  const [whole = '0', decimals] = String(value).replaceAll(',', '').split('.');
  const words = whole.length > 15 ? digitWords(whole) : toCardinal(whole);
  return decimals ? `${words} point ${digitWords(decimals)}` : words;
}

/** "007" as "zero zero seven". */
export function digitWords(digits: string): string {
  return [...digits].map((digit) => toCardinal(digit)).join(' ');
}

/** 21 as "twenty-first". n2words has its own ordinals, without the British "and". */
export function ordinal(value: number): string {
  return cardinal(value).replace(/\w+$/, (last) => {
    return ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  });
}

/** A year of three or four digits: "nineteen sixty-nine", "nineteen oh five", "two thousand and one". */
export function yearWords(digits: string): string {
  const year = Number(digits);
  const rest = year % 100;
  if (year === 1000 || (year >= 2000 && year < 2010)) return toCardinal(year);
  const century = toCardinal(Math.floor(year / 100));
  if (rest === 0) return `${century} hundred`;
  return `${century} ${rest < 10 ? 'oh ' : ''}${toCardinal(rest)}`;
}

/** "1990" as "nineteen nineties", "1800" as "eighteen hundreds", "870" as "eight seventies", "90" as "nineties". */
export function decadeWords(digits: string): string {
  if (digits === '2000') return 'two thousands';
  if (digits.endsWith('00')) return `${cardinal(digits.slice(0, -2))} hundreds`;
  const words = digits.length > 2 ? yearWords(digits) : cardinal(digits);
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`;
}
