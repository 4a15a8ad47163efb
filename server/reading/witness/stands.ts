import type { Figure } from './figuresIn.ts';
import { converted } from './units.ts';

/** Whole numbers up to this one are said of anything. */
const SMALL = 12;
/** How far a number that is not called rounded may be off, as a part of it. */
const MOST_ROUNDED = 0.035;
/** Where a number that is called rounded may lie, as a part of it. */
const BOUNDS = { about: [0.9, 1.1], over: [0.999, 1.25], under: [0.75, 1.001] } as const;

/** Whether a figure states nothing: "2 books", "a hundred reasons", "in ten years". */
export function isTalk({ form, units: [unit], values: [value = 0], token }: Figure): boolean {
  if (form === 'share') return value >= 100;
  if (form !== 'count') return false;
  const isSpoken = !/\d/.test(token.text);
  const isSmall = value <= SMALL && Number.isInteger(value);
  if (unit) return isSmall && isSpoken && (unit.kind === 'time' || value === 1);
  return isSmall || (isSpoken && [100, 1e3, 1e6].includes(value));
}

const isFraction = ({ form, units }: Figure) => form === 'share' && !units.length;

export function isBacked(claim: Figure, source: Figure): boolean {
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

export function rangeOf(figure: Figure): [number, number] {
  const [value = 0] = figure.values;
  const bound = figure.bound === 'exact' && isFraction(figure) ? 'about' : figure.bound;
  if (bound !== 'exact') return [value * BOUNDS[bound][0], value * BOUNDS[bound][1]];
  const [digits = '', power] = value.toExponential().split('e');
  const step = 10 ** (Number(power) - (digits.split('.')[1]?.length ?? 0));
  const most = Math.min(step / 2, value * MOST_ROUNDED) + value * 1e-9;
  return [value - most, value + most];
}
