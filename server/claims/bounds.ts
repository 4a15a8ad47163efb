import { type Token, tokenAt } from './tokens.ts';

/** How a number is said: exactly, about, `over` ("more than") or `under` ("nearly") what it really is. */
export type Bound = 'exact' | 'about' | 'over' | 'under';

const BEFORE: [Bound, RegExp][] = [
  [
    'about',
    /(?:^| )(?:about|around|roughly|approximately|some|circa|close to|in the order of|something like)$/,
  ],
  ['over', /(?:^| )(?:more than|over|at least|above|upwards of|no fewer than|no less than)$/],
  ['under', /(?:^| )(?:nearly|almost|under|less than|fewer than|just short of|not quite)$/],
];
const AFTER = /^(?:or so|or thereabouts|odd |ish )/;
const MOST_WORDS = 4;

/** The bound that the words around a number give it. */
export function boundOf(tokens: Token[], from: number, to: number): Bound {
  const words = tokens.slice(Math.max(0, from - MOST_WORDS), from).map(({ word }) => word);
  // "About a hundred" and "about $5": the sign belongs to the number.
  const before = words
    .join(' ')
    .replace(/ [$\u20ac\u00a3\u00a5]$/, '')
    .replace(/ just$/, '');
  const found = BEFORE.find(([, pattern]) => pattern.test(before));
  if (found) return found[0];
  return AFTER.test(`${tokenAt(tokens, to).word} ${tokenAt(tokens, to + 1).word}`)
    ? 'about'
    : 'exact';
}

/** A rounded number may be this far from the source's. */
const MOST_ROUNDED = 0.05;

/**
 * Whether a source's number carries a spoken one: the same, or one that is said to be rounded and at most
 * 5 % away, "more than" below it, "nearly" above it.
 */
export function carries(source: number, said: number, bound: Bound): boolean {
  if (isEqual(source, said)) return true;
  if (bound === 'exact' || Math.abs(said - source) > Math.abs(source) * MOST_ROUNDED) return false;
  return bound === 'about' || (bound === 'over' ? said < source : said > source);
}

/** But for what binary fractions cannot hold. */
const isEqual = (one: number, other: number) =>
  Math.abs(one - other) <= Math.max(Math.abs(one), Math.abs(other)) * 1e-12;
