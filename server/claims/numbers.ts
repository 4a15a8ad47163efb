import { amountAt } from './amounts.ts';
import { countsNothing, seamsIn } from './apart.ts';
import { boundOf } from './bounds.ts';
import { clockAt } from './clocks.ts';
import { type Language, languageOf } from './language.ts';
import { measured, unitAndHalf } from './measures.ts';
import type { Quantity } from './quantity.ts';
import { ranged } from './ranges.ts';
import { type Token, tokenAt } from './tokens.ts';

/** All numbers of a text, in their order; `language` decides how "10.000" is read. */
export function numbersIn(tokens: Token[], language: Language = languageOf(tokens)): Quantity[] {
  const found: Quantity[] = [];
  for (let at = 0; at < tokens.length; ) {
    const quantity = quantityAt(tokens, at, language);
    if (quantity) found.push(quantity);
    at = quantity?.to ?? at + 1;
  }
  return ranged(found, tokens);
}

function quantityAt(tokens: Token[], at: number, language: Language): Quantity | null {
  const clock = clockAt(tokens, at);
  if (clock) return { ...clock, from: at, bound: 'exact' };
  const isMinus = hasMinus(tokens, at);
  const number = isMinus ? at + 1 : at;
  const amount = unitAndHalf(tokens, number) ?? amountAt(tokens, number, language);
  if (!amount) return null;
  const whole = measured(tokens, number, amount);
  const isBelow = BELOW.has(
    `${tokenAt(tokens, whole.to).word} ${tokenAt(tokens, whole.to + 1).word}`,
  );
  const to = isBelow ? whole.to + 2 : whole.to;
  const values = isMinus || isBelow ? whole.values.map((value) => -value) : whole.values;
  const quantity = { ...whole, values, from: at, to, bound: boundOf(tokens, at, to) };
  const apart = amount.form === 'count' ? apartIn(tokens, quantity, language) : [];
  return apart.length ? { ...quantity, apart } : quantity;
}

function apartIn(tokens: Token[], whole: Quantity, language: Language): [Quantity, Quantity][] {
  return seamsIn(tokens, whole).flatMap(({ end, next }) => {
    const amount = amountAt(tokens.slice(0, end), whole.from, language);
    const second = quantityAt(tokens, next, language);
    if (amount?.to !== end || second?.to !== whole.to) return [];
    const first: Quantity = { ...amount, from: whole.from, bound: whole.bound };
    const pair: [Quantity, Quantity] = [first, second];
    return countsNothing(tokens, first) ? [pair] : [];
  });
}

const BELOW = new Set(['below zero', 'below freezing', 'unter null', 'bajo cero']);

/** "Minus three", or "-3" after a space, but not the dash of "10-3". */
function hasMinus(tokens: Token[], at: number): boolean {
  const { word, glued } = tokenAt(tokens, at);
  if (word === 'minus') return true;
  const next = tokenAt(tokens, at + 1);
  const isFree = !glued || tokenAt(tokens, at - 1).text === '(';
  return /^[-\u2212\u2013]$/.test(word) && next.kind === 'digits' && next.glued && isFree;
}
