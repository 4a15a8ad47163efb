import { afterAnd, belowHundred, type Counted, cardinalAt, digitAt } from './cardinals.ts';
import {
  BEGINNINGS,
  DECADES,
  GREAT_ORDINALS,
  ORDINALS,
  PARTS,
  PLURAL_PARTS,
  PLURALS,
  SCALES,
} from './numberWords.ts';
import { type Token, tokenAt } from './tokens.ts';

/**
 * What a number is: `pair` is "nineteen twenty-three", a year or a time of day; `short` is "oh four";
 * `decade` is "the nineteen twenties" (1920), or "the twenties" (20); `plural` is "millions", at least
 * its value.
 */
export type Form =
  | 'count'
  | 'pair'
  | 'short'
  | 'ordinal'
  | 'fraction'
  | 'decade'
  | 'hundreds'
  | 'plural';

export interface Spoken extends Counted {
  form: Form;
}

/** The number in words that begins at that place. */
export function spokenAt(tokens: Token[], at: number): Spoken | null {
  const { word } = tokenAt(tokens, at);
  if (!BEGINNINGS.has(word)) return null;
  const found =
    partOfScale(tokens, at) ??
    digitsAt(tokens, at) ??
    ofForm('fraction', fractionAt(tokens, at)) ??
    pairAt(tokens, at) ??
    ordinalAt(tokens, at) ??
    ofForm('count', multiplied(tokens, at)) ??
    alone(tokens, at);
  return found;
}

const ofForm = (form: Form, found: Counted | null) => found && { ...found, form };

const cardinal = (tokens: Token[], at: number) => cardinalAt(tokens, at, andFraction);

/** "And a half". */
function andFraction(tokens: Token[], at: number): Counted | null {
  return tokenAt(tokens, at).word === 'and' ? fractionAt(tokens, at + 1) : null;
}

/** "Half", "a third of", "two thirds". */
function fractionAt(tokens: Token[], at: number): Counted | null {
  const { word } = tokenAt(tokens, at);
  const next = tokenAt(tokens, at + 1);
  if (word === 'half') {
    return next.joined || next.word === 'past' ? null : { value: 0.5, to: at + 1 };
  }
  const part = PARTS.get(next.word);
  if (part && /^(?:an?|one)$/.test(word)) {
    return isPart(tokens, at + 1) ? { value: 1 / part, to: at + 2 } : null;
  }
  const count = belowHundred(tokens, at);
  const parts = count && PLURAL_PARTS.get(tokenAt(tokens, count.to).word);
  return parts ? { value: count.value / parts, to: count.to + 1 } : null;
}

/** "A third of them", and not "a third keeper" or "a quarter past". */
function isPart(tokens: Token[], at: number): boolean {
  const { word } = tokenAt(tokens, at);
  const next = tokenAt(tokens, at + 1);
  if (next.word === 'past') return false;
  return (
    word === 'half' || word === 'quarter' || next.kind !== 'word' || AFTER_PART.test(next.word)
  );
}

const AFTER_PART =
  /^(?:of|as|less|more|larger|smaller|higher|lower|longer|shorter|faster|slower|fewer|to|in|on|at|and|or|than|the|from|by|was|is|were|are|had|has|went|came|that|which|who)$/;

/** "Half a million", "three quarters of a million", "half a dozen". */
function partOfScale(tokens: Token[], at: number): Spoken | null {
  const part = fractionAt(tokens, at);
  if (!part) return null;
  const of = tokenAt(tokens, part.to).word === 'of' ? part.to + 1 : part.to;
  if (!/^an?$/.test(tokenAt(tokens, of).word)) return null;
  const { word } = tokenAt(tokens, of + 1);
  const whole = word === 'dozen' ? 12 : word === 'hundred' ? 100 : 10 ** (SCALES.get(word) ?? 0);
  return whole > 1 ? { value: part.value * whole, form: 'count', to: of + 2 } : null;
}

/** A code, digit by digit: "zero zero seven". Two digits are two numbers. */
function digitsAt(tokens: Token[], at: number): Spoken | null {
  let digits = '';
  for (let to = at; ; to += 1) {
    const digit = digitAt(tokens, to);
    if (digit !== undefined) digits += digit;
    else if (digits.length < 3 || isFollowedByScale(tokens, to)) return null;
    else return { value: Number(digits), form: 'count', to };
  }
}

const isFollowedByScale = (tokens: Token[], at: number) =>
  /^(?:hundred|thousand|million|billion|trillion|point)$/.test(tokenAt(tokens, at).word);

/** "Nineteen twenty-three", "nineteen oh four", "nineteen-twenties", "eighteen hundreds". */
function pairAt(tokens: Token[], at: number): Spoken | null {
  const first = belowHundred(tokens, at);
  if (!first?.value) return null;
  const { word } = tokenAt(tokens, first.to);
  const base = first.value * 100;
  const decade = word === 'tens' ? 10 : DECADES.get(word);
  if (decade) return { value: base + decade, form: 'decade', to: first.to + 1 };
  if (word === 'hundreds') return { value: base, form: 'hundreds', to: first.to + 1 };
  if (word === 'thousands') {
    return { value: first.value * 1000, form: 'hundreds', to: first.to + 1 };
  }
  const ones = /^(?:oh|zero)$/.test(word) ? digitAt(tokens, first.to + 1) : undefined;
  if (ones) return { value: base + ones, form: 'pair', to: first.to + 2 };
  const second = belowHundred(tokens, first.to);
  if (!second || second.value < 10 || tokenAt(tokens, second.to).joined) return null;
  if (isFollowedByScale(tokens, second.to)) return null;
  return { value: base + second.value, form: 'pair', to: second.to };
}

/** "Twenty-first", "hundred and first", "two thousandth". */
function ordinalAt(tokens: Token[], at: number): Spoken | null {
  const before = cardinal(tokens, at);
  if (!before) {
    const { word } = tokenAt(tokens, at);
    const value = ORDINALS.get(word) ?? GREAT_ORDINALS.get(word);
    return value ? { value, form: 'ordinal', to: at + 1 } : null;
  }
  const great = GREAT_ORDINALS.get(tokenAt(tokens, before.to).word);
  if (great) return { value: before.value * great, form: 'ordinal', to: before.to + 1 };
  const last = afterAnd(tokens, before.to);
  const { word, joined } = tokenAt(tokens, last);
  const ones = ORDINALS.get(word);
  if (!ones || (word === 'second' && !joined && last === before.to)) return null;
  const rest = before.value % 100;
  const isSum = rest === 0 ? before.value > 0 : rest % 10 === 0 && rest > 10 && ones < 10;
  if (!isSum || (rest !== 0 && last !== before.to)) return null;
  return { value: before.value + ones, form: 'ordinal', to: last + 1 };
}

/** "Two dozen", "three score", or just a cardinal. */
function multiplied(tokens: Token[], at: number): Counted | null {
  const isDozen = tokenAt(tokens, at + 1).word === 'dozen';
  if (/^an?$/.test(tokenAt(tokens, at).word) && isDozen) return { value: 12, to: at + 2 };
  const count = cardinal(tokens, at);
  if (!count) return null;
  const { word } = tokenAt(tokens, count.to);
  const times = word === 'dozen' ? 12 : word === 'score' ? 20 : 0;
  return times ? { value: count.value * times, to: count.to + 1 } : count;
}

/** "Tens of thousands", "a few hundred", "the twenties", "oh four". */
function alone(tokens: Token[], at: number): Spoken | null {
  const { word } = tokenAt(tokens, at);
  const decade = DECADES.get(word);
  if (decade) return { value: decade, form: 'decade', to: at + 1 };
  const plural = PLURALS.get(word);
  if (plural) return pluralAt(tokens, at, plural);
  const power = word === 'hundred' ? 2 : SCALES.get(word);
  if (power) return { value: 10 ** power, form: 'plural', to: at + 1 };
  if (word === 'dozen') return { value: 12, form: 'plural', to: at + 1 };
  const year = word === 'oh' ? digitAt(tokens, at + 1) : undefined;
  const isYear = year && YEARLY.test(tokenAt(tokens, at - 1).word);
  return isYear ? { value: year, form: 'short', to: at + 2 } : null;
}

const YEARLY = /^(?:in|of|since|from|until|till|to|by|before|after|around|and)$/;

function pluralAt(tokens: Token[], at: number, value: number): Spoken {
  const next = PLURALS.get(tokenAt(tokens, at + 2).word);
  if (tokenAt(tokens, at + 1).word === 'of' && next && next > 10) {
    return { value: value * next, form: 'plural', to: at + 3 };
  }
  return { value, form: 'plural', to: at + 1 };
}
