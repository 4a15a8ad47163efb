import type { Figure } from './figures.ts';
import type { Known } from './known.ts';
import { inBasic } from './units.ts';

/** How far a number may be off where it is said to be rounded, where not, and in another unit. */
const [MOST_HEDGED, MOST_ROUNDED, MOST_CONVERTED] = [0.1, 0.035, 0.03];
/** The same in years, and in hundredths of a whole. */
const [MOST_YEARS, MOST_POINTS] = [5, 2];
/** What is in any century where only its last two digits are said. */
const CENTURIES = [0, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000];

/** What is wrong with a figure of a line that names these years; null for nothing. */
export function faultOf(figure: Figure, years: number[], known: Known) {
  const { form, unit, values } = figure;
  if (isTalk(figure) || stands(figure, years, known)) return null;
  if (/^(?:clock|year|date)$/.test(form) || (form === 'span' && !unit)) return 'date';
  return unit && known.has('number', values[0] ?? 0) ? 'unit' : 'figure';
}

const IDIOM = /(?:24 \/ 7|50 [-–/:] 50) /;
const isArticle = ({ text }: Figure['token']) => /^an? /i.test(text);

/** What states nothing: "2 books", "a hundred reasons", "in ten years", "half", "24/7", "fifty-fifty". */
function isTalk({ form, unit, token, before, after, values: [value = 0] }: Figure): boolean {
  if (/^(?:clock|span|year|date)$/.test(form)) return false;
  const isEven = IDIOM.test(`${before.slice(-5)}${token.word} ${after.slice(0, 5)}`);
  const isPart = /^of (?:it|them|all|the|its|their|his|her|those|these|our)\b/.test(after);
  if (form === 'share') return value >= 100 || (value === 50 && (isEven || !(unit || isPart)));
  if (isEven || value === 5050 || (value === 1 && (token.isWords || !unit))) return true;
  const isSmall = value <= 12 && token.scale === 1 && Number.isInteger(value);
  if (unit) return isSmall && token.isWords === true && unit.kind === 'time';
  return isSmall || (token.isWords === true && isArticle(token));
}

function stands(figure: Figure, years: number[], known: Known): boolean {
  const { form, unit, bound, values } = figure;
  const [value = 0, last = 0, ...days] = values;
  if (form === 'date') {
    const isOpen = (date: string) => known.dates.has(`${date}/?`) && known.has('year', last);
    const dates = days.map((day) => `${value}/${day}`);
    return dates.every((date) => known.dates.has(`${date}/${last}`) || isOpen(date));
  }
  if (form === 'clock') return known.has('clock', value);
  if (form === 'ordinal') return known.has('bare', value);
  if (form === 'span') {
    if (unit) return known.has(`in ${unit.kind}`, inBasic(value, unit), inBasic(last, unit));
    const starts = last < 100 ? CENTURIES : [0];
    return starts.some((start) => known.has('bare', start + value, start + last));
  }
  const most = bound === 'about' ? MOST_YEARS : 0;
  if (form === 'year') return known.has('bare', value - most, value + most);
  const isRest = /(?:^| )(?:other|remaining|rest of the|rest) $/.test(figure.before);
  const rest = [100 - value - 1e-9, 100 - value + 1e-9] as const;
  if (isRest && (known.has('percent', ...rest) || known.has('fraction', ...rest))) return true;
  return values.some((one) => isNear(figure, one, known)) || isAgo(figure, years, known);
}

/** Whether a source has about as much of the same. */
function isNear({ form, unit, bound, token, after }: Figure, value: number, known: Known): boolean {
  const claimed = bound === 'exact' && unit && isArticle(token) ? 'about' : bound;
  const near = (kind: string, slack = 0) => known.has(kind, ...rangeOf(value, claimed, slack));
  const points = Math.min(MOST_POINTS, value / 10) * (claimed === 'exact' ? 1 : 2);
  const isShare = form === 'share';
  if (isShare && (near('fraction', points) || near('percent', unit ? 0 : points))) return true;
  if (!unit) return !isShare && (near('number') || known.has('bare', value));
  if (unit.names.some((name) => near(name))) return true;
  const [low, high] = rangeOf(value, claimed, value * MOST_CONVERTED);
  const kind = `in ${unit.kind}`;
  const isOpen = after.startsWith('old ') || known.has(kind, -Infinity, Infinity);
  if (isOpen && near('open')) return true;
  return !isShare && known.has(kind, inBasic(low, unit), inBasic(high, unit));
}

/** Where a number of a source may lie for one that is said so, or as much off as `slack`. */
export function rangeOf(value: number, bound: Figure['bound'], slack = 0): [number, number] {
  const digits = value.toExponential().replace(/e.*$/, '').replace('.', '').length;
  const step = 10 ** (Math.floor(Math.log10(value || 1)) + 1 - digits);
  const hedged = value * MOST_HEDGED * (digits === 1 && bound !== 'about' ? 2 : 1);
  const rounded = Math.max(Math.min(step / 2, value * MOST_ROUNDED), value * 1e-9);
  const most = Math.max(slack, bound === 'exact' ? rounded : hedged) + value * 1e-9;
  const least = slack / 2 + value * 1e-9;
  return [value - (bound === 'over' ? least : most), value + (bound === 'under' ? least : most)];
}

/** "Seventy years ago", "two decades later", and the age of what has a year. */
function isAgo(figure: Figure, own: number[], { has, today }: Known): boolean {
  const { unit, bound, before, after, values } = figure;
  const size = { year: 1, decade: 10, century: 100 }[unit?.name ?? ''];
  if (!size) return false;
  const years = (values[0] ?? 0) * size;
  const most = Math.max(1, years * (bound === 'exact' ? MOST_CONVERTED : MOST_HEDGED));
  const isPast = /^(?:\S+ )?(?:ago|old|back) /.test(after) || /(?:last|past) $/.test(before);
  if (isPast) return has('year', today - years - most, today - years + most);
  if (!/^(?:\S+ )?(?:later|earlier|before|after|apart|on|older|younger) /.test(after)) return false;
  const isApart = (year: number) => has('year', year - years) || has('year', year + years);
  return has('gap', years) || own.some(isApart);
}
