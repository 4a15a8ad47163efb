import { isYear } from './dates.ts';
import { SCALES } from './numberWords.ts';
import type { Quantity } from './quantity.ts';
import { type Token, tokenAt } from './tokens.ts';

/**
 * Where a number in words may end and another one begin, as places of tokens: "one to twenty-five thousand
 * | four centimetres". Words joined by "and" are one number.
 */
export function seamsIn(tokens: Token[], { from, to }: Quantity): { end: number; next: number }[] {
  const seams: { end: number; next: number }[] = [];
  for (let end = from + 1; end < to; end += 1) {
    const { word } = tokenAt(tokens, end - 1);
    if (word !== 'hundred' && !SCALES.has(word)) continue;
    const next = tokenAt(tokens, end).text === ',' ? end + 1 : end;
    if (next < to && tokenAt(tokens, next).word !== 'and') seams.push({ end, next });
  }
  return seams;
}

const IN_TIME = /^(?:in|since|until|till|by|before|after)$/;

/**
 * Whether a number counts nothing, so that the next one may count what follows: the end of a ratio, "one to
 * twenty-five thousand", "one in ten thousand", or a year, "in two thousand".
 */
export function countsNothing(tokens: Token[], number: Quantity): boolean {
  const [before, first] = [1, 2].map((step) => tokenAt(tokens, number.from - step).word);
  const isRatio = /^(?:to|in)$/.test(before ?? '') && /^(?:one|1)$/.test(first ?? '');
  return isRatio || (IN_TIME.test(before ?? '') && isYear(number));
}
