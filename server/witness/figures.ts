import { type Reading, sizeOf, type Token, tokenAt } from './tokens.ts';
import { type Unit, unitOf } from './units.ts';

/** A figure of a text, from one token up to (and without) another. */
export interface Figure {
  /**
   * What it may be; of a share in percent, of a time of day in minutes, of a span its first and last, of a
   * date month, year and days, 0 for what is not said.
   */
  values: number[];
  /** A span is a decade or a century, below a hundred of any century, or "a few hundred". */
  form: 'count' | 'year' | 'ordinal' | 'share' | 'span' | 'clock' | 'date';
  unit?: Unit | undefined;
  /** `about` what it is, at least (`over`) or at most (`under`). */
  bound: 'exact' | 'about' | 'over' | 'under';
  token: Token;
  from: number;
  to: number;
  /** The words around it. */
  before: string;
  after: string;
}

const SIZE = '(?<size>dozen|hundred|thousand|million|billion)';
const COUNT = '(?<count>an?|\\d+)';
const PART = '(?<part>half|halves|quarters?|\\d+ths?)';
const DAY = '(?<day>\\d{1,2})(?:th)?';
const YEAR = '(?:(?: \\.)?(?: ,)?(?: of| in)? (?<year>[12]\\d{3}))?';
/**
 * All that is more than a number, the first that fits. "May" and "March" alone are months where a word of
 * time leads to them; in words "twenty to seven" is a time, and after "from" a range.
 */
const SHAPES = Object.entries({
  date: `(?:(?<first>\\d{1,2})(?:th)? (?:to|and|until|[-–—]) (?:the )?)?${DAY}(?: \\.)?(?: of)? mon(?:th)?(?<month>\\d+)${YEAR}
|mon(?:th)?(?<month>\\d+)(?: \\.)? (?:the )?${DAY}${YEAR}|(?:month(?<month>(?![35] )\\d+)
|(?<=(?:in|of|since|until|by|last|this|every|early|late|mid|from|to|and|or) )month(?<month>\\d+))${YEAR}|weekday(?<weekday>\\d)
|(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)|(?<day>\\d{1,2})[./](?<month>\\d{1,2})[./](?<year>\\d{4})`,
  clock: `(?<hour>\\d+)[:.](?<minute>\\d\\d) (?:am|pm|o'clock)|(?<hour>\\d+):(?<minute>\\d\\d)|(?<hour>\\d+) (?:am|pm|o'clock)
|(?:a )?(?<minute>half|quarter|\\d+)(?: minutes)? past (?<hour>\\d+)
|(?<!from )(?:a )?(?<until>quarter|10|20|25|\\d+(?= minutes))(?: minutes)? to (?<hour>\\d)`,
  span: `(?<century>\\d+)(?:th(?: and \\d+th)?| \\.) centur(?:y|ies)(?! bc)|(?<year>\\d+)s|'(?<short>\\d\\d)
|(?<=(?:in|since|until|before|after|of) )(?<short>[1-9]\\d)(?= [^\\p{L}\\d$%°])|(?<rough>couple|few|several) (?:of )?${SIZE}`,
  count: `half an? ${SIZE}|${COUNT} ${PART} of an? ${SIZE}|(?<feet>\\d) (?:'|foot|feet|ft) (?<inch>\\d+)(?: "| in(?:ch(?:es)?)?)?`,
  share: `${COUNT} ${PART}(?= (?:of|more|less|as|[^\\p{L}\\d]))|(?<count>\\d\\d?) (?<part>quarters|\\d+ths)|half
|every (?<part>\\d+)th|(?<count>\\d+)(?: (?:in|out of|of every|in every|of|/) |⁄)(?<part>(?!(?:1\\d|20)\\d\\d )\\d+)`,
  ordinal: '(?<nth>\\d+)th',
}).map(([form, source]) => {
  const pattern = new RegExp(`(?:${source.replaceAll('\n', '')})(?= )`, 'uy');
  return [form as Figure['form'], pattern] as const;
});
const WORDS: Record<string, number> = { half: 2, halves: 2, quarter: 4, quarters: 4, a: 1, an: 1 };
const MINUTES: Record<string, number> = { half: 30, quarter: 15 };
const [LAST_MONTH, LAST_DAY] = [12, 31];

/** What the words of a shape come to; nothing where they are no such thing. */
function valuesOf(form: Figure['form'], groups: Record<string, string>, isWords = false): number[] {
  const numberOf = (name: string, none = 0) =>
    WORDS[groups[name] ?? ''] ?? (Number.parseInt(groups[name] ?? '', 10) || none);
  const { until, minute = '0', first, weekday, feet, rough } = groups;
  const [count, part, size] = [numberOf('count', 1), numberOf('part', 2), sizeOf(groups.size)];
  if (weekday) return [LAST_MONTH + 1 + Number(weekday), 0, 0];
  if (form === 'date') {
    const isDate = numberOf('month') <= LAST_MONTH && numberOf('day') <= LAST_DAY;
    const names = ['month', 'year', 'day', ...(first ? ['first'] : [])];
    return isDate ? names.map((name) => numberOf(name)) : [];
  }
  if (form === 'ordinal') return [numberOf('nth')];
  if (form === 'share') return count < part ? [(100 * count) / part] : [];
  if (feet) return [numberOf('feet') + numberOf('inch') / 12];
  if (form === 'count') return [(count / part) * size];
  if (rough) return [1.5 * size, (rough === 'couple' ? 3 : 9) * size];
  if (groups.short) return [numberOf('short'), numberOf('short')];
  if (form === 'span') {
    const low = numberOf('year') || (numberOf('century') - 1) * 100;
    return [low, low + (low % 100 ? 9 : 99)];
  }
  const minutes = MINUTES[until ?? minute] ?? Number(until ?? minute);
  const isTime = !until || isWords || MINUTES[until];
  return isTime ? [(numberOf('hour') * 60 + (until ? -minutes : minutes) + 720) % 720] : [];
}

const HEDGES = Object.entries({
  over: 'more than|over|at least|above|upwards of|no fewer than|no less than|beyond|past',
  under: 'nearly|almost|under|below|less than|fewer than|short of|shy of|not quite|up to|at most',
  about: `about|around|roughly|approximately|some|circa|ca|close to|near|like|region of|order of|perhaps|maybe`,
}).map(([bound, words]): [Figure['bound'], RegExp] => [
  bound as Figure['bound'],
  new RegExp(`(?:^| )(?:${words}) (?:(?:an?|the|just) )?[$€£¥]? ?$`),
]);
const HEDGED =
  /^(?:odd|ish|plus) |\|(?:\S+ ){0,2}(?:or so|or thereabouts|give or take|ish|plus) |in round /;
const CONTEXT = 48;

/** All figures of a text, in their order; the day and the year of a date are some as well. */
export function figuresIn(reading: Reading): Figure[] {
  const found: Figure[] = [];
  for (let at = 0; at < reading.tokens.length; ) {
    const figure = figureAt(reading, at);
    if (figure) found.push(figure);
    at = figure?.to ?? at + 1;
  }
  for (let at = found.length - 2; at >= 0; at -= 1) spread(found[at], found[at + 1], reading);
  return found;
}

/** What a shape may begin with; most words do not. */
const STARTS = /^(?:'?\d|mon|week|an?$|half|quarter|couple|few|several|every)/;

function shapeAt({ tokens, text }: Reading, at: number) {
  const { word, start, values, isWords } = tokenAt(tokens, at);
  if (!STARTS.test(word)) return null;
  for (const [form, pattern] of SHAPES) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    const shaped = match ? valuesOf(form, match.groups ?? {}, isWords) : [];
    const feet = match?.groups?.feet ? unitOf('feet ', false) : null;
    const end = at + (match?.[0].split(' ').length ?? 0);
    if (shaped.length) return { form, values: shaped, end, feet };
  }
  return values ? { form: 'count' as const, values, end: at + 1, feet: null } : null;
}

const IN_TIME = /(?:^| )(?:in|since|until|by|before|after|from|of|early|late|mid) $/;
const COUNTED = /^(?!was |is |has |as |its |this )\p{L}+s |^people /u;
export const isYear = (value: number) => Number.isInteger(value) && value >= 1000 && value < 2200;

function figureAt(reading: Reading, at: number): Figure | null {
  const { tokens, text } = reading;
  const shape = shapeAt(reading, at);
  if (!shape) return null;
  const { form, values, end, feet } = shape;
  const [token, { word: sign }] = [tokenAt(tokens, at), tokenAt(tokens, at - 1)];
  const wordsFrom = (place: number) => text.slice(tokenAt(tokens, place).start).slice(0, CONTEXT);
  const money = /^[$€£¥]$/.test(sign) ? unitOf(`${sign} `, true) : null;
  const isMeasured = !money && (form === 'count' || form === 'share' || form === 'span');
  const behind = isMeasured ? unitOf(wordsFrom(end), !tokenAt(tokens, end - 1).isWords) : null;
  const [from, to] = [money ? at - 1 : at, end + (behind?.length ?? 0)];
  const [before, after] = [text.slice(0, token.start).slice(-CONTEXT), wordsFrom(to)];
  const hedge = HEDGES.find(([, pattern]) => pattern.test(before))?.[0];
  const isHedged = HEDGED.test(`${wordsFrom(end).slice(0, 5)}|${after}`);
  const bound = hedge ?? (isHedged ? 'about' : 'exact');
  const unit = (feet ?? money ?? behind)?.unit;
  const figure: Figure = { form, values, bound, unit, token, from, to, before, after };
  if (unit?.kind === 'percent') return { ...figure, form: 'share' };
  // "A quarter of an hour" is no share of anything else.
  if (unit && form === 'share')
    return { ...figure, form: 'count', values: [(values[0] ?? 0) / 100] };
  const isPlain = form === 'count' && !unit && isYear(values[0] ?? 0) && !/\D/.test(token.word);
  const isDated = isPlain && !token.isWords && (IN_TIME.test(before) || !COUNTED.test(after));
  return isDated ? { ...figure, form: 'year' } : figure;
}

/** "Ten to sixty thousand", "5-10 %" and "1914-18" share what they can. */
function spread(one: Figure | undefined, other: Figure | undefined, { tokens }: Reading) {
  if (!one || !other || one.to + 1 !== other.from) return;
  if (!/^(?:to|and|or|[-–—−]|through|until)$/.test(tokenAt(tokens, one.to).word)) return;
  const [first = 0, second = 0] = [one.values[0], other.values[0]];
  if (other.bound === 'exact') other.bound = one.bound;
  if (one.form === 'year' && second < 100) other.values = [second, first - (first % 100) + second];
  if (one.form !== 'count') return;
  one.unit ??= other.unit;
  if (other.token.scale > 1 && first < 1000) one.values = [first, first * other.token.scale];
}
