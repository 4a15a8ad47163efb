import { carries } from './bounds.ts';
import { type Evidence, keyOf } from './evidence.ts';
import type { Quantity } from './quantity.ts';
import { isInSpan } from './spans.ts';
import { isSameUnit } from './units.ts';

interface Said {
  number: Quantity;
  isNamed: boolean;
  isYear: boolean;
}

type NumberFault = 'number' | 'date' | 'unit';

/** What is wrong with a number: itself, its date or its unit; null where a source carries it. */
export function faultOfNumber(said: Said, evidence: Evidence): NumberFault | null {
  const fault = faultOfOne(said, evidence);
  if (!fault) return null;
  const isCarried = (number: Quantity) =>
    !faultOfOne({ number, isNamed: false, isYear: false }, evidence);
  return said.number.apart?.some((pair) => pair.every(isCarried)) ? null : fault;
}

function faultOfOne({ number, isNamed, isYear }: Said, evidence: Evidence): NumberFault | null {
  const { form } = number;
  if (form === 'ordinal') return hasOrdinal(number, evidence) ? null : 'number';
  if (form === 'decade' || form === 'hundreds' || form === 'century' || form === 'short') {
    return isInSpan(number, evidence) ? null : 'date';
  }
  if (form === 'clock') {
    return evidence.numbers.some((other) => other.form === form && isSame(number, other))
      ? null
      : 'date';
  }
  if (form === 'plural') return isInSpan(number, evidence) ? null : 'number';
  if (isNamed && hasOrdinal(number, evidence)) return null;
  const found = sources(number, isYear, evidence);
  if (!found.length) return isYear ? 'date' : 'number';
  if (found.some((source) => unitsAgree(number, source, evidence))) return null;
  return number.unit === 'bc' ? 'date' : 'unit';
}

const isSame = (one: Quantity, other: Quantity) =>
  one.values.some((value) => other.values.includes(value));

/** An ordinal may stand for a ruler's numeral, a day, or digits that number something. */
function hasOrdinal({ values }: Quantity, { ordinals, byValue }: Evidence): boolean {
  return values.some(
    (value) =>
      ordinals.has(value) ||
      byValue.get(keyOf(value))?.some(({ form, unit }) => !unit && NUMBERING.has(form)),
  );
}

const NUMBERING = new Set(['count', 'roman', 'century']);
const COUNTING = new Set(['count', 'pair', 'fraction']);
const MULTIPLYING = new Set(['multiple', 'fraction']);

/** The numbers of the sources that have its value, or about its value where it is said so. */
function sources(number: Quantity, isYear: boolean, evidence: Evidence): Quantity[] {
  const { values, bound } = number;
  const forms = number.form === 'multiple' ? MULTIPLYING : COUNTING;
  const same = values.flatMap((value) => evidence.byValue.get(keyOf(value)) ?? []);
  const clocks = number.form === 'pair' ? clocksOf(number, evidence) : [];
  const shares = sharesOf(number, evidence);
  const exact = [...same.filter(({ form }) => forms.has(form)), ...clocks, ...shares];
  if (exact.length || isYear || bound === 'exact') return exact;
  return evidence.numbers.filter(
    (source) =>
      forms.has(source.form) &&
      source.values.some((value) => values.some((said) => carries(value, said, bound))),
  );
}

/** "Ten thirty" for "10:30". */
function clocksOf({ values: [value = 0] }: Quantity, { numbers }: Evidence): Quantity[] {
  const minutes = (Math.floor(value / 100) * 60 + (value % 100)) % (12 * 60);
  return numbers.filter(({ form, values }) => form === 'clock' && values[0] === minutes);
}

/** "Half" for "50 %", and the other way round. */
function sharesOf(
  { values: [value = 0], form, unit }: Quantity,
  { byValue }: Evidence,
): Quantity[] {
  if (form === 'fraction' && !unit) {
    const same = byValue.get(keyOf(value * 100)) ?? [];
    return same.filter((source) => source.unit === 'percent');
  }
  if (unit !== 'percent') return [];
  const same = byValue.get(keyOf(value / 100)) ?? [];
  return same.filter((source) => source.form === 'fraction').map((source) => ({ ...source, unit }));
}

/**
 * A number without a unit may be any; a number of the source without one may have one that stands elsewhere
 * in the sources, as in "8 kilometres in May and 9 in June".
 */
function unitsAgree(said: Quantity, source: Quantity, { units }: Evidence): boolean {
  if (!said.unit) return true;
  const { unit } = said;
  if (!source.unit) return units.has(unit);
  const isBare = source.unit === 'degree' && units.has(unit);
  return isSameUnit(unit, source.unit) || (isBare && /^(?:celsius|fahrenheit)$/.test(unit));
}
