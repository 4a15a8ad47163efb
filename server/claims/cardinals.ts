import { DIGITS, SCALES, TEENS, TENS } from './numberWords.ts';
import { type Token, tokenAt } from './tokens.ts';

/** A number in words; `to` is the place of the token after it. */
export interface Counted {
  value: number;
  to: number;
}

/** From zero to ninety-nine. */
export function belowHundred(tokens: Token[], at: number): Counted | null {
  const { word } = tokenAt(tokens, at);
  const tens = TENS.get(word);
  if (tens === undefined) {
    const value = TEENS.get(word) ?? (word === 'oh' ? undefined : DIGITS.get(word));
    return value === undefined ? null : { value, to: at + 1 };
  }
  const next = tokenAt(tokens, at + 1);
  const ones = DIGITS.get(next.word);
  // "Twenty four-legged tables" are twenty.
  const isApart = tokenAt(tokens, at + 2).joined && !next.joined;
  if (!ones || isApart) return { value: tens, to: at + 1 };
  return { value: tens + ones, to: at + 2 };
}

/** Up to 9,999: "fifteen hundred and six", "a hundred and one", "three point five". */
function group(tokens: Token[], at: number): Counted | null {
  const first = isArticle(tokens, at) ? { value: 1, to: at + 1 } : belowHundred(tokens, at);
  if (!first) return null;
  if (tokenAt(tokens, first.to).word !== 'hundred') return decimals(tokens, first) ?? first;
  const value = first.value * 100;
  const rest = belowHundred(tokens, afterAnd(tokens, first.to + 1));
  // "One hundred and two hundred" are two numbers.
  const isSum = rest?.value && tokenAt(tokens, rest.to).word !== 'hundred';
  const whole = isSum ? { value: value + rest.value, to: rest.to } : { value, to: first.to + 1 };
  return decimals(tokens, whole) ?? whole;
}

const isArticle = (tokens: Token[], at: number) =>
  /^an?$/.test(tokenAt(tokens, at).word) && isScale(tokenAt(tokens, at + 1).word);
const isScale = (word: string) => word === 'hundred' || SCALES.has(word);

export const afterAnd = (tokens: Token[], at: number) =>
  tokenAt(tokens, at).word === 'and' ? at + 1 : at;

/** "Point two five" after a whole number. */
function decimals(tokens: Token[], whole: Counted): Counted | null {
  if (tokenAt(tokens, whole.to).word !== 'point') return null;
  let to = whole.to + 1;
  let digits = '';
  for (let digit = digitAt(tokens, to); digit !== undefined; digit = digitAt(tokens, to)) {
    digits += digit;
    to += 1;
  }
  const pair = digits ? null : belowHundred(tokens, to);
  if (pair) return { value: Number(`${whole.value}.${pair.value}`), to: pair.to };
  return digits ? { value: Number(`${whole.value}.${digits}`), to } : null;
}

export const digitAt = (tokens: Token[], at: number) => DIGITS.get(tokenAt(tokens, at).word);

/** "Two million three hundred thousand and five"; `add` reads "and a half" after a number. */
export function cardinalAt(
  tokens: Token[],
  at: number,
  add: (tokens: Token[], at: number) => Counted | null,
): Counted | null {
  let sum = null as Counted | null;
  let power = Number.POSITIVE_INFINITY;
  for (let next = at; ; ) {
    const part = group(tokens, next);
    if (!part) return sum;
    const more = add(tokens, part.to);
    const value = part.value + (more?.value ?? 0);
    const to = more?.to ?? part.to;
    const scale = SCALES.get(tokenAt(tokens, to).word);
    if (scale === undefined) {
      return value < 10 ** power ? { value: (sum?.value ?? 0) + value, to } : sum;
    }
    if (scale >= power) return sum;
    power = scale;
    const rest = more ? null : add(tokens, to + 1);
    const scaled = Number(`${value + (rest?.value ?? 0)}e${scale}`);
    sum = { value: (sum?.value ?? 0) + scaled, to: rest?.to ?? to + 1 };
    if (rest) return sum;
    next = continuation(tokens, sum.to);
  }
}

/** Where the smaller part of a number goes on: after "and", or after a comma before hundreds. */
function continuation(tokens: Token[], at: number): number {
  if (tokenAt(tokens, at).text !== ',') return afterAnd(tokens, at);
  const part = belowHundred(tokens, at + 1);
  return part && isScale(tokenAt(tokens, part.to).word) ? at + 1 : at;
}
