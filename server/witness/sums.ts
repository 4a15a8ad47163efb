import { type Figure, figuresIn } from './figures.ts';
import type { Known } from './known.ts';
import { read } from './tokens.ts';

const MOST_LENGTH = 200;
const SMALL = 12;
const OPERATORS = new Map(
  'x* ×* times* of* ÷/ over/ –- −- plus+ minus-'
    .split(' ')
    .map((pair) => [pair.slice(0, -1), pair.slice(-1)]),
);
const NUMBER = '(-?[\\d.]+(?:e[-+]?\\d+)?)';
/** In the order in which they are worked out, each until there is none. */
const STEPS = [
  `\\( ${NUMBER} \\)`,
  `${NUMBER} ([*/]) ${NUMBER}`,
  `(?<![*/] )${NUMBER} ([-+]) ${NUMBER}(?! [*/])`,
].map((step) => new RegExp(`(?<= |^)${step}(?= |$)`));

/**
 * What a declared step comes to, as "23.6-4.1" or "a third of 91"; null where it is none, or where a number
 * of it is not known.
 */
export function resultOf(sum: string, known: Known): number | null {
  if (!sum || sum.length > MOST_LENGTH) return null;
  const spaced = sum.replaceAll('/', '÷').replace(/(?<=\d) of /g, ' × ');
  const reading = read(spaced.replace(/(?<!\p{L})[-–−](?=[\s\d($€£])|[+*×÷()]/gu, ' $& '));
  const figures = new Map(figuresIn(reading).map((figure) => [figure.from, figure]));
  const parts: string[] = [];
  for (let at = 0; at < reading.tokens.length; ) {
    const figure = figures.get(at);
    const { word = '' } = reading.tokens[at] ?? {};
    at = figure?.to ?? at + 1;
    if (figure && !isOperand(figure, known)) return null;
    const isPart = figure?.form === 'share' && (!figure.unit || reading.tokens[at]?.word === 'of');
    parts.push(
      figure ? `${(figure.values[0] ?? 0) / (isPart ? 100 : 1)}` : (OPERATORS.get(word) ?? word),
    );
  }
  const result = Number(workedOut(parts.join(' ')));
  return Number.isFinite(result) ? result : null;
}

function workedOut(text: string): string {
  const step = STEPS.find((pattern) => pattern.test(text));
  if (!step) return text;
  const next = text.replace(step, (_, first: string, operator: string, second: string) => {
    const [one, other] = [Number(first), Number(second)];
    const results = { '+': one + other, '-': one - other, '*': one * other, '/': one / other };
    return `${results[operator as '+'] ?? one}`;
  });
  return workedOut(next);
}

/** A number of the texts, a small one, the whole of a percentage, or a fraction. */
function isOperand({ values: [value = 0], form, unit }: Figure, known: Known): boolean {
  const isSmall = value === 100 || (value <= SMALL && Number.isInteger(value));
  const isKnown = ['year', 'number'].some((kind) => known.has(kind, value));
  return isSmall || isKnown || (form === 'share' && !unit);
}
