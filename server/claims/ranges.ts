import type { Quantity } from './quantity.ts';
import { type Token, tokenAt } from './tokens.ts';

/** Between the ends of a range, or two numbers that share a unit. */
const LINKS = /^(?:to|and|or|through|[-\u2010-\u2015\u2212/]|bis|und|oder|a|y|o|until)$/;

/**
 * In "ten to sixty thousand kilometres" the first number shares the scale and the unit of the second; in
 * "1914-18" the second is of the century of the first; in "three dollars ninety-nine" they are one.
 */
export function ranged(found: Quantity[], tokens: Token[]): Quantity[] {
  for (let at = found.length - 2; at >= 0; at -= 1) {
    const [one, other] = [found[at], found[at + 1]];
    if (!one || !other) continue;
    if (isCents(one, other)) found.splice(at, 2, inOne(one, other));
    else if (isLinked(one, other, tokens)) share(one, other);
  }
  return found;
}

const isLinked = (one: Quantity, other: Quantity, tokens: Token[]) =>
  one.to + 1 === other.from && LINKS.test(tokenAt(tokens, one.to).word);

function share(one: Quantity, other: Quantity) {
  const [first = 0] = one.values;
  const [second = 0] = other.values;
  if (!one.unit && other.unit && one.form === other.form) one.unit = other.unit;
  if (one.form === 'ordinal' && other.form === 'century') one.form = 'century';
  if (!one.scale && other.scale && first < 1000) {
    one.values = [...one.values, Number(`${first}e${other.scale}`)];
  }
  const isYear = first >= 1000 && first < 2200 && Number.isInteger(first) && !one.unit;
  if (isYear && Number.isInteger(second) && second > 0 && second < 100 && !other.unit) {
    other.values = [...other.values, first - (first % 100) + second];
  }
  if (other.bound === 'exact') other.bound = one.bound;
}

const isCents = (one: Quantity, other: Quantity) =>
  /^(?:dollar|euro|pound)$/.test(one.unit ?? '') &&
  one.to === other.from &&
  /^(?:cent|penny)?$/.test(other.unit ?? '') &&
  (other.values[0] ?? 0) < 100;

const inOne = (one: Quantity, other: Quantity): Quantity => ({
  ...one,
  values: [Math.round(((one.values[0] ?? 0) + (other.values[0] ?? 0) / 100) * 100) / 100],
  to: other.to,
});
