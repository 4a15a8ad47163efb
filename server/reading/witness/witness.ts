import { converted, type Figure, figuresIn } from './figuresIn.ts';
import { formsOf, isName } from './nameForms.ts';
import { folded, type Token, tokensOf, translated } from './textTokens.ts';

interface Line {
  text: string;
  sum?: string | null | undefined;
}

/**
 * `texts` are all that was read and may be said, in English, German or Spanish, with today's date
 * as one of them. Reads them when it is first asked, in linear time. Never throws.
 */
export function openWitness(texts: string[]) {
  const known: Known = { names: new Set(), figures: [] };
  const unread = [...texts];
  return {
    /** Adds words that need no source from now on. */
    know: (text: string) => void unread.push(text),
    /** The figures, dates, units and names of a line that stand in nothing known, as written. */
    marksIn(line: Line): string[] {
      for (const text of unread.splice(0)) learn(text, known);
      return marksOf(line, known);
    },
  };
}

interface Known {
  /** In all their forms. */
  names: Set<string>;
  figures: Figure[];
}

function learn(text: string, { names, figures }: Known): void {
  const tokens = tokensOf(translated(text));
  figures.push(...figuresIn(tokens));
  for (const token of [...tokensOf(text), ...tokens])
    for (const form of formsOf(folded(token.text))) names.add(form);
}

/** A step may leave out the thousands or millions of all its numbers. */
const SIZES = [1, 1e3, 1e6, 1e9];
const isSize = (ratio: number) => SIZES.includes(Number(ratio.toPrecision(9)));
/** Everybody divides by these (weeks, days, hours, years, wholes), and no source states them. */
const DIVISIONS = new Set([7, 12, 24, 60, 100, 365, 1000]);

type Place = Pick<Figure, 'from' | 'to'>;

function marksOf({ text, sum }: Line, known: Known): string[] {
  const tokens = tokensOf(text);
  const figures = figuresIn(tokens);
  const step = stepOf(sum ?? '');
  // A number of a step may stand in a text with any unit or size.
  const stands = (value: number) =>
    known.figures.some(({ values }) => values.some((one) => isSize(one / value)));
  const isSound = step?.operands.every((value) => DIVISIONS.has(value) || stands(value));
  const strange = figures.filter((figure) => {
    const isKnown = isTalk(figure) || known.figures.some((one) => isBacked(figure, one));
    if (!step || !comesTo(figure, step.result)) return !isKnown;
    // A number without a unit stands by chance too easily to carry an unsound step.
    return !isSound && !(isKnown && figure.units.length);
  });
  return [...strange, ...namesIn(tokens, figures, known)].map(({ from, to }) => {
    const last = tokens[to - 1];
    return text.slice(tokens[from]?.at, last && last.at + last.text.length);
  });
}

function comesTo(figure: Figure, result: number): boolean {
  const [low, high] = rangeOf(figure);
  const results =
    figure.form === 'share' ? [result, result * 100] : SIZES.map((size) => result * size);
  return results.some((one) => one >= low && one <= high);
}

function namesIn(tokens: Token[], figures: Figure[], known: Known): Place[] {
  const runs: (Place & { isKnown: boolean })[] = [];
  for (const [at, { word }] of tokens.entries()) {
    if (!isName(tokens, at) || figures.some(({ from, to }) => from <= at && at < to)) continue;
    const last = runs.at(-1);
    const run = last?.to === at ? last : { from: at, to: at, isKnown: true };
    if (run !== last) runs.push(run);
    run.to = at + 1;
    run.isKnown &&= formsOf(word).some((form) => known.names.has(form));
  }
  return runs.filter(({ isKnown }) => !isKnown);
}

/** Whole numbers up to this one are said of anything. */
const SMALL = 12;
/** How far a number that is not called rounded may be off, as a part of it. */
const MOST_ROUNDED = 0.035;
/** Where a number that is called rounded may lie, as a part of it. */
const BOUNDS = { about: [0.9, 1.1], over: [0.999, 1.25], under: [0.75, 1.001] } as const;

/** Whether a figure states nothing: "2 books", "a hundred reasons", "in ten years". */
function isTalk({ form, units: [unit], values: [value = 0], token }: Figure): boolean {
  if (form === 'share') return value >= 100;
  if (form !== 'count') return false;
  const isSpoken = !/\d/.test(token.text);
  const isSmall = value <= SMALL && Number.isInteger(value);
  if (unit) return isSmall && isSpoken && (unit.kind === 'time' || value === 1);
  return isSmall || (isSpoken && [100, 1e3, 1e6].includes(value));
}

const isFraction = ({ form, units }: Figure) => form === 'share' && !units.length;

function isBacked(claim: Figure, source: Figure): boolean {
  const [first = 0, last = 0] = claim.values;
  const [value = 0, day = 0, year = 0] = source.values;
  if (claim.form === 'date') {
    const said = year ? claim.values : claim.values.slice(0, 2);
    const isSame = said.every((part, at) => !part || part === source.values[at]);
    return source.form === 'date' && isSame;
  }
  if (source.form === 'date') return claim.form === 'count' && !claim.units.length && first === day;
  if (claim.form === 'span') {
    const inSpan = last < 100 ? value % 100 : value;
    return !source.units.length && inSpan >= first && inSpan <= last;
  }
  return source.form !== 'span' && source.values.some((one) => isNear(claim, source, one));
}

function isNear(claim: Figure, source: Figure, value: number): boolean {
  const [low, high] = rangeOf(claim);
  const isWithin = (one: number) => one >= low && one <= high;
  if (isFraction(claim) || isFraction(source)) return claim.form === source.form && isWithin(value);
  const isPlain = !claim.units.length || !source.units.length;
  const isYear = claim.form === 'year' || source.form === 'year';
  if (isYear) return isPlain && value === claim.values[0];
  // "$3.5 billion, up from 1.9".
  if (isPlain) return isWithin(value) || isWithin(value / source.token.scale);
  return claim.units.some((unit) =>
    source.units.some((from) => from.kind === unit.kind && isWithin(converted(value, from, unit))),
  );
}

function rangeOf(figure: Figure): [number, number] {
  const [value = 0] = figure.values;
  const bound = figure.bound === 'exact' && isFraction(figure) ? 'about' : figure.bound;
  if (bound !== 'exact') return [value * BOUNDS[bound][0], value * BOUNDS[bound][1]];
  const [digits = '', power] = value.toExponential().split('e');
  const step = 10 ** (Number(power) - (digits.split('.')[1]?.length ?? 0));
  const most = Math.min(step / 2, value * MOST_ROUNDED) + value * 1e-9;
  return [value - most, value + most];
}

const MOST_LENGTH = 200;
const OPERATORS: Record<string, string> = {
  ...{ x: '*', '×': '*', of: '*', times: '*', '÷': '/', '–': '-', '−': '-' },
};
const RANKS: Record<string, number> = { '+': 1, '-': 1, '*': 2, '/': 2 };

/** The numbers of a step ("23.6-4.1", "a third of 91") and its result; null for no step. */
function stepOf(sum: string): { operands: number[]; result: number } | null {
  if (!sum || sum.length > MOST_LENGTH) return null;
  const tokens = tokensOf(sum);
  const figures = figuresIn(tokens);
  const parts = tokens.flatMap(({ word }, at) => {
    const figure = figures.find(({ from, to }) => from <= at && at < to);
    if (!figure) return [OPERATORS[word] ?? word];
    const isPart =
      figure.form === 'share' && (!figure.units.length || tokens[figure.to]?.word === 'of');
    return figure.from === at ? [`${(figure.values[0] ?? 0) / (isPart ? 100 : 1)}`] : [];
  });
  const result = Math.abs(workedOut(parts));
  if (parts.length || !Number.isFinite(result)) return null;
  return { operands: figures.map(({ values }) => values[0] ?? 0), result };
}

/** Takes an operand from `parts`, and all behind it that binds at least as strongly as `rank`. */
function workedOut(parts: string[], rank = 1): number {
  const first = parts.shift();
  let value = first === '(' ? workedOut(parts) : Number(first ?? Number.NaN);
  if (first === '(' && parts.shift() !== ')') return Number.NaN;
  for (let next = RANKS[parts[0] ?? '']; next && next >= rank; next = RANKS[parts[0] ?? '']) {
    const operator = parts.shift();
    const other = workedOut(parts, next + 1);
    if (operator === '+') value += other;
    else if (operator === '-') value -= other;
    else if (operator === '*') value *= other;
    else value /= other;
  }
  return value;
}
