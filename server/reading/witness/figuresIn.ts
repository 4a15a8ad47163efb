import { type Token, wordsAt } from './textTokens.ts';
import { type Unit, unitsIn } from './units.ts';

/** A figure in the tokens from `from` up to, but without, `to`. */
export interface Figure {
  form: 'count' | 'year' | 'share' | 'span' | 'date';
  /**
   * A share is in percent. A decade or century is its first and last year, below a hundred for any
   * century. A date is month, day and year, 0 for what is not said.
   */
  values: number[];
  /** All that its unit may be: "pounds" are a weight or money. Empty for a fraction. */
  units: Unit[];
  bound: 'exact' | 'about' | 'over' | 'under';
  token: Token;
  from: number;
  to: number;
}

const MONTH = 'month(?<month>\\d+)';
const DAY = '(?<day>[0-3]?\\d)(?:th)?';
/** Looked at, not taken: a year is a figure of its own as well. */
const YEAR = '(?:(?=(?: of| ,| in)? (?<year>[12]\\d{3}) )|)';
const COUNT = '(?<count>\\d\\d?)';
/** Every figure that is more than one number; the first match counts. */
const SHAPES = [
  `${DAY}(?: \\.)?(?: of)? ${MONTH}${YEAR}`,
  `${MONTH}(?: \\.)?(?: the)? ${DAY}${YEAR}`,
  // "May" and "March" alone are other words too.
  `(?!month[35] (?!(?:of )?[12]\\d{3} ))${MONTH}${YEAR}`,
  '(?<century>\\d+)(?:th| \\.) centur(?:y|ies)|(?<decade>\\d+)s',
  'half(?= of )|an? (?<part>\\d+ths?|quarters?)(?= (?:of (?!an? )|more|less|as|[^\\p{L}\\d]))',
  `${COUNT} (?<part>\\d+ths|quarters)(?! of an? )`,
  `${COUNT} (?:in|out of|of every|in every) (?<part>\\d\\d?)`,
];
const SHAPE = new RegExp(`^(?:${SHAPES.join('|')})(?= )`, 'u');
const STARTS = /^(?:\d|month|an?$|half)/;
const LONGEST = 8;

/** Null where a shape is no figure after all, such as "20 in 3". */
function meant(groups: Partial<Record<string, string>>): Pick<Figure, 'form' | 'values'> | null {
  const [month, day, year] = [groups.month, groups.day, groups.year].map((one) => Number(one ?? 0));
  if (month) return { form: 'date', values: [month, day ?? 0, year ?? 0] };
  const first = groups.century ? Number(groups.century) * 100 - 100 : Number(groups.decade ?? 0);
  if (groups.century || groups.decade)
    return { form: 'span', values: [first, first + (first % 100 ? 9 : 99)] };
  const { count = '1', part = '2' } = groups;
  const share =
    (100 * Number(count)) / (part.startsWith('quarter') ? 4 : Number.parseInt(part, 10));
  return share < 100 ? { form: 'share', values: [share] } : null;
}

const HEDGES = [
  ['over', /(?:^| )(?:more than|over|at least|above|beyond|past)$/],
  ['under', /(?:^| )(?:nearly|almost|under|(?:less|fewer) than|(?:short|shy) of|not \w+|up to)$/],
  ['about', /(?:^| )(?:about|around|roughly|some|close to|nearer|like|perhaps|maybe)$/],
] as const;

export function figuresIn(tokens: Token[]): Figure[] {
  const found: Figure[] = [];
  for (let at = 0; at < tokens.length; ) {
    const figure = figureAt(tokens, at);
    if (figure) found.push(figure);
    at = figure?.to ?? at + 1;
  }
  // "5 to 10 percent", "five to ten million".
  for (const [at, next] of found.entries()) {
    const one = found[at - 1];
    if (one?.form !== 'count' || one.units.length || one.to + 1 !== next.from) continue;
    if (!/^(?:to|and|or|[-–—])$/.test(tokens[one.to]?.word ?? '')) continue;
    one.units = next.units;
    if (one.token.scale === 1) one.values = one.values.map((value) => value * next.token.scale);
  }
  return found;
}

function figureAt(tokens: Token[], at: number): Figure | null {
  const token = tokens[at];
  if (!token || !STARTS.test(token.word)) return null;
  const shape = SHAPE.exec(`${wordsAt(tokens, at, at + LONGEST).join(' ')} `);
  const shaped = shape && meant(shape.groups ?? {});
  const end = at + (shaped ? shape[0].split(' ').length : 1);
  const isOdd = /^(?:odd|ish|plus)$/.test(tokens[end]?.word ?? '');
  const after = isOdd ? end + 1 : end;
  const [sign = ''] = wordsAt(tokens, at - 1, at);
  const isMoney = /^[$€£¥]$/.test(sign);
  const { units, length } = unitsIn(isMoney ? [sign] : wordsAt(tokens, after, after + 3));
  // "A century" is a figure, "a reason" none.
  if (!shaped && !token.values && !units.length) return null;
  const from = isMoney ? at - 1 : at;
  const before = wordsAt(tokens, from - 2, from).join(' ');
  const hedge = HEDGES.find(([, pattern]) => pattern.test(before))?.[0];
  const isYear = !units.length && /^(?:1\d|2[01])\d\d$/.test(token.text);
  const form = units[0]?.kind === 'percent' ? 'share' : isYear ? 'year' : 'count';
  return {
    ...{ form, values: token.values ?? [1], ...shaped, units, token, from },
    bound: hedge ?? (isOdd ? 'about' : 'exact'),
    to: isMoney ? end : after + length,
  };
}
