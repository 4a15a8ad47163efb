import { DIGITS, TEENS, TENS } from './numberWords.ts';
import type { Quantity } from './quantity.ts';
import { type Token, tokenAt } from './tokens.ts';
import { isTime } from './units.ts';

/*
 * Which numbers of ordinary speech claim nothing that a source could carry. "One" is never a claim
 * without a unit, "two" to "four" are one only before a noun that they count, and none is before a word of
 * `VAGUE`. From thirteen on every number is a claim, but for the idioms.
 */

/** One counts these without having counted. */
const VAGUE = new Set(
  'thing things question questions way ways reason reasons side sides word words kind kinds sort sorts answer answers point points story stories idea ideas look try guess bit bits half halves part parts step steps turn turns thought thoughts example examples version versions piece pieces option options person hand hands foot leg legs hosts minds worlds sentence sentences lines explanation explanations problem problems'.split(
    ' ',
  ),
);
/** After these words comes no noun that a number could count. */
const FUNCTION_WORD = new Set(
  "of and or but to in on at by for from with the a an it he she they we you i that when while was were had is are as because after before than then if so who which what where there here have has do did does could can will would may might must should not never only just too also again now still already more less later earlier ago apart away together i'm it's that's don't didn't wasn't isn't".split(
    ' ',
  ),
);
const IDIOMS = [
  'fifty-fifty',
  'twenty-twenty vision',
  'twenty-twenty hindsight',
  'twenty-four seven',
  'nine times out of ten',
  'ninety-nine times out of a hundred',
  'one in a million',
  'ten to one',
  'a million miles',
  'thanks a million',
  'half the battle',
  'half the fun',
  'half the time',
  'half the story',
  'half the point',
  'half the answer',
  'half the question',
  'cloud nine',
  'seventh heaven',
  'eleventh hour',
  'sixth sense',
  'fourth wall',
  'fifth wheel',
  'third party',
  'third person',
  'at sixes and sevens',
  'all fours',
  'a hundred percent sure',
  'a hundred per cent sure',
  'hundred percent certain',
  'a thousand and one',
];

const IDIOM_WORDS = IDIOMS.map((idiom) => idiom.split(/[ -]/));

/** Whether a number of a spoken line has to stand in a source. */
export function isClaim(tokens: Token[], quantity: Quantity, isNamed: boolean): boolean {
  // After a name "I" mostly speaks.
  if (isNamed) return tokenAt(tokens, quantity.from).text !== 'I';
  if (isIdiom(tokens, quantity)) return false;
  const { form, unit, values } = quantity;
  const [value = 0] = values;
  if (unit) return !(value === 1 && isTime(unit));
  switch (form) {
    case 'ordinal':
      return value > 12 || (value > 2 && isCounting(tokens, quantity));
    case 'fraction':
      return value !== 0.5 || isHalfOf(tokens, quantity);
    case 'plural':
      return !isVague(tokens, quantity);
    case 'roman':
      return false;
    case 'multiple':
      return isMultipleClaim(tokens, quantity);
    case 'count':
      return isCountClaim(tokens, quantity);
    default:
      return true;
  }
}

const LAST_SMALL = 4;
const LAST_VAGUE = 12;
const ROUND = new Set([100, 1e3, 1e6, 1e9]);

function isCountClaim(tokens: Token[], quantity: Quantity): boolean {
  const [value = 0] = quantity.values;
  if (value === 0 || value === 1) return false;
  if (!Number.isInteger(value) || isInRange(tokens, quantity)) return true;
  // "A million reasons", but "one million words".
  const isFigurative = ROUND.has(value) && tokenAt(tokens, quantity.from).word === 'a';
  if (value > LAST_VAGUE && !isFigurative) return true;
  if (isVague(tokens, quantity)) return false;
  // Nobody says "about two" of nothing in particular.
  return value > LAST_SMALL || quantity.bound !== 'exact' || isCounting(tokens, quantity);
}

/** "Between two and fifteen", "one to three". */
function isInRange(tokens: Token[], { from, to }: Quantity): boolean {
  const isUpper = tokenAt(tokens, from - 1).word === 'to' && isNumber(tokens, from - 2);
  const isLower = tokenAt(tokens, to).word === 'to' && isNumber(tokens, to + 1);
  return isUpper || isLower || tokenAt(tokens, from - 1).word === 'between';
}

const isNumber = (tokens: Token[], at: number) => {
  const { kind, word } = tokenAt(tokens, at);
  return kind === 'digits' || [DIGITS, TEENS, TENS].some((words) => words.has(word));
};

/** "Three times as much", "twice a day"; alone "twice" and "ten times" are manners of speaking. */
function isMultipleClaim(tokens: Token[], { to, values }: Quantity): boolean {
  const [value = 0] = values;
  const isPlain = /^(?:times|twice|thrice)$/.test(tokenAt(tokens, to - 1).word);
  const isOften = value > 2 && value !== 10 && !ROUND.has(value);
  return isPlain && (isOften || COMPARED.test(tokenAt(tokens, to).word));
}

const COMPARED =
  /^(?:as|more|less|the|an?|per|every|each|higher|larger|longer|faster|greater|bigger|its|their|over)$/;

/** The words that a number may count: up to the third, while nothing interrupts them. */
function countedBy(tokens: Token[], { to }: Quantity): string[] {
  const words: string[] = [];
  const of = tokenAt(tokens, to).word === 'of' ? to + 1 : to;
  for (let at = of; words.length < 3; at += 1) {
    const { kind, word } = tokenAt(tokens, at);
    if (kind !== 'word' || FUNCTION_WORD.has(word)) break;
    words.push(word);
  }
  return words;
}

const isVague = (tokens: Token[], quantity: Quantity) =>
  countedBy(tokens, quantity).some((word) => VAGUE.has(word));

/** Whether a noun follows that is counted, as well by "four or six berths". */
function isCounting(tokens: Token[], quantity: Quantity): boolean {
  const { kind, word } = tokenAt(tokens, quantity.to);
  if (word === 'or' && isNumber(tokens, quantity.to + 1)) {
    return isCounting(tokens, { ...quantity, to: quantity.to + 2 });
  }
  return kind === 'word' && !FUNCTION_WORD.has(word) && !isVague(tokens, quantity);
}

/** "Half of the bees", "half its weight", "by half"; not "the other half". */
function isHalfOf(tokens: Token[], { from, to }: Quantity): boolean {
  const before = tokenAt(tokens, from - 1).word;
  const after = tokenAt(tokens, to);
  if (before === 'by') return true;
  if (/^(?:other|first|second|better|one|not)$/.test(before)) return false;
  return /^(?:of|the|its|their|as|his|her|all)$/.test(after.word);
}

/** Whether the words of an idiom cover a number. */
function isIdiom(tokens: Token[], { from, to }: Quantity): boolean {
  return IDIOM_WORDS.some((words) => {
    for (let start = from - words.length + 1; start < to; start += 1) {
      if (words.every((word, index) => tokenAt(tokens, start + index).word === word)) return true;
    }
    return false;
  });
}
