import { toCardinal, toOrdinal } from 'n2words/en-GB';

/** Reads "1,00,000", "1 000 000", "1.234.567" and "27,50". */
export function plainDigits(written: string): string {
  const isDecimalComma = /^\d+,\d\d?$/.test(written);
  const isDotted = /^\d+(?:\.\d{3}){2,}$/.test(written);
  return written
    .replace(isDotted ? /\./g : /[\s']/g, '')
    .replaceAll(',', isDecimalComma ? '.' : '');
}

/** "2.5" as "two point five"; a code like "007" digit by digit. */
export function cardinal(written: string | number): string {
  const [whole = '', decimals] = plainDigits(String(written)).split('.');
  const isCode = /^0\d/.test(whole) || whole.length > 15;
  const words = isCode ? digitWords(whole) : toCardinal(whole || '0');
  return decimals ? `${words} point ${digitWords(decimals)}` : words;
}

export const digitWords = (digits: string) =>
  [...digits].map((digit) => toCardinal(digit)).join(' ');

/** 21 as "twenty-first"; zero and numbers of over 15 digits as digits with "th". */
export function ordinal(written: string | number): string {
  const digits = plainDigits(String(written));
  return Number(digits) > 0 && digits.length <= 15 ? toOrdinal(digits) : `${digits}th`;
}

/** "1969" as "nineteen sixty-nine", "1905" as "nineteen oh five"; takes three or four digits. */
export function yearWords(digits: string): string {
  const year = Number(digits);
  const rest = year % 100;
  if (year === 1000 || (year >= 2000 && year < 2010)) return toCardinal(year);
  const century = toCardinal(Math.floor(year / 100));
  if (rest === 0) return `${century} hundred`;
  return `${century} ${rest < 10 ? 'oh ' : ''}${toCardinal(rest)}`;
}

/** "1990" as "nineteen nineties", "1800" as "eighteen hundreds", "90" as "nineties". */
export function decadeWords(digits: string): string {
  if (digits === '2000') return 'two thousands';
  if (digits.endsWith('00')) return `${cardinal(digits.slice(0, -2))} hundreds`;
  const words = digits.length > 2 ? yearWords(digits) : cardinal(digits);
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`;
}
