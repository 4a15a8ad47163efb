import type { Evidence } from './evidence.ts';
import type { Quantity } from './quantity.ts';

/** Whether a source names a decade, a century or "millions", or a number that lies within. */
export function isInSpan(said: Quantity, { numbers }: Evidence): boolean {
  const [from = 0] = said.values;
  const isSame = (source: Quantity) =>
    source.form === said.form && source.unit === said.unit && source.values.includes(from);
  if (numbers.some(isSame)) return true;
  // "The twenties" of "the 1920s".
  const isShort = said.form === 'decade' && from < 100;
  const isLong = (source: Quantity) =>
    source.form === 'decade' && (source.values[0] ?? 0) % 100 === from;
  if (isShort && numbers.some(isLong)) return true;
  const holds = HOLDS[said.form];
  return numbers.some(
    ({ form, values, unit }) =>
      (form === 'count' || form === 'pair') &&
      (!unit || said.form === 'plural') &&
      said.unit === undefined &&
      values.some((value) => holds?.(from, value)),
  );
}

type Holds = (from: number, value: number) => boolean;

/** What lies within each; of the years that belong to a century only by some counts, none. */
const HOLDS: Partial<Record<Quantity['form'], Holds>> = {
  decade: (from, value) =>
    from < 100
      ? (value >= from && value < from + 10) || (isYear(value) && within(from, value % 100, 10))
      : within(from, value, 10),
  hundreds: (from, value) => within(from, value, 100),
  century: (from, value) => value > (from - 1) * 100 && value < from * 100,
  short: (from, value) => value === from || (isYear(value) && value % 100 === from),
  plural: (from, value) => value >= from * 2 && value < from * manyOf(from),
};

const within = (from: number, value: number, span: number) => value >= from && value < from + span;
const isYear = (value: number) => value >= 1000 && value < 2200;

/** "Thousands" are fewer than a million, "hundreds" and "tens of thousands" fewer than ten times as many. */
const manyOf = (scale: number) => (scale >= 1000 && Math.log10(scale) % 3 === 0 ? 1000 : 10);
