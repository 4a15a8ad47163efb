import type { Amount } from './amounts.ts';
import { type Token, tokenAt } from './tokens.ts';
import { moneyBefore, unitAt } from './units.ts';

export type Measured = Amount & { unit?: string };

/** A number together with the unit behind it, the money sign before it, or its century. */
export function measured(tokens: Token[], at: number, amount: Amount): Measured {
  if (amount.form === 'ordinal' || amount.form === 'roman') return century(tokens, at, amount);
  if (amount.form === 'multiple') return amount;
  const { word, glued } = tokenAt(tokens, amount.to);
  if (amount.form === 'count' && (word === 'times' || (glued && /^[x\u00d7]$/.test(word)))) {
    return { ...amount, form: 'multiple', to: amount.to + 1 };
  }
  const money = moneyBefore(tokens, at);
  if (money) return { ...amount, unit: money };
  const unit = unitAt(tokens, behindArticle(tokens, amount));
  if (!unit) return amount.form === 'count' ? century(tokens, at, amount) : amount;
  const [value = 0] = amount.values;
  if (!isAndHalf(tokens, unit.to)) return { ...amount, ...unit };
  const values = Number.isInteger(value) ? [value + 0.5] : amount.values;
  return { ...amount, values, unit: unit.unit, to: unit.to + 3 };
}

/** "Half a degree", "a third of a mile". */
function behindArticle(tokens: Token[], { form, to }: Amount): number {
  if (form !== 'fraction') return to;
  const of = tokenAt(tokens, to).word === 'of' ? to + 1 : to;
  return /^an?$/.test(tokenAt(tokens, of).word) ? of + 1 : to;
}

/** "An hour and a half": the article stands for the number. */
export function unitAndHalf(tokens: Token[], at: number): Amount | null {
  if (!/^(?:an?|one)$/.test(tokenAt(tokens, at).word)) return null;
  const unit = unitAt(tokens, at + 1);
  if (!unit || !isAndHalf(tokens, unit.to)) return null;
  return { values: [1.5], form: 'count', to: at + 1 };
}

const isAndHalf = (tokens: Token[], at: number) =>
  ['and', 'a', 'half'].every((word, index) => tokenAt(tokens, at + index).word === word);

/** "The nineteenth century", "siglo XIX", "19. Jahrhundert". */
function century(tokens: Token[], at: number, amount: Amount): Measured {
  const dot = tokenAt(tokens, amount.to).text === '.' ? amount.to + 1 : amount.to;
  const isCentury = /^(?:century|centuries|jahrhunderts?)$/.test(tokenAt(tokens, dot).word);
  const isSiglo = tokenAt(tokens, at - 1).word === 'siglo';
  if (!isCentury && !isSiglo) return amount;
  const to = isCentury ? dot + 1 : amount.to;
  const era = unitAt(tokens, to);
  const before = era?.unit === 'bc' ? era : null;
  return { ...amount, form: 'century', ...(before ?? { to }) };
}
