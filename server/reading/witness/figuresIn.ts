import { folded, type Token, wordsAt } from './textTokens.ts';

/**
 * Each kind with its units: names, signs and size. Intl knows a capitalised name in all our
 * languages. Areas and volumes are lengths squared and cubed.
 */
const TABLE = `length: Meter m 1, Kilometer km 1e3, Centimeter cm .01, Millimeter mm .001, Mile mi 1609.34,
 Yard yd .9144, Foot ft .3048, Inch .0254, micrometre micron μm 1e-6, nanometre nm 1e-9, lightyear 9.46e15
length2: Hectare ha 1e4, Acre 4047
length3: Liter l .001, Milliliter ml 1e-6, Gallon .003785, pint .000568, barrel .159
speed: mph .447, kph kmh .2778, knot .5144
mass: Kilogram kilo kg 1, Gram g .001, milligram milligramm mg 1e-6, microgram μg 1e-9,
 tonne ton tonelada t 1e3, Pound lb .4536, Ounce oz .02835
temperature: celsius c degree degree-celsius ° °-c 1, fahrenheit f degree degree-fahrenheit ° °-f 1
time: Second s sec 1, Minute min 60, Hour h hr 3600, Day 86400, Week 604800, fortnight 1209600,
 Month 2629800, Year yr 31557600, decade jahrzehnt decada 315576e3, century centuries 315576e4
power: watt w 1, kilowatt kw 1e3, megawatt mw 1e6, gigawatt gw 1e9, horsepower hp 746
data: byte 1, Kilobyte kb 1e3, Megabyte mb 1e6, Gigabyte gb 1e9, Terabyte tb 1e12
percent: Percent % 1
dollar: dollar dolar usd $ 1
euro: euro eur € 1
sterling: sterling pound gbp £ 1
yen: yen ¥ 1`;

/** `size` is in the basic unit of its kind. */
interface Unit {
  name: string;
  kind: string;
  size: number;
}

/** By name; "degree" and "pound" may be several. */
const UNITS = new Map<string, Unit[]>();
const add = (name: string, unit: Unit) => UNITS.set(name, [...(UNITS.get(name) ?? []), unit]);
for (const line of TABLE.split(/\n(?! )/)) {
  const [kind = '', entries = ''] = line.split(/:\s/);
  for (const entry of entries.split(/,\s+/)) {
    const words = entry.trim().split(/\s+/);
    const unit = { name: words[0] ?? '', kind, size: Number(words.pop()) };
    const [square, cubic] = [2, 3].map((power) => {
      return { name: `${unit.name}${power}`, kind: `${kind}${power}`, size: unit.size ** power };
    });
    const names = words.flatMap(spellings).flatMap((word) => [word, `${word}s`, `${word}n`]);
    for (const name of new Set(names)) {
      add(name, unit);
      if (kind !== 'length' || !square || !cubic) continue;
      for (const spelt of [`square ${name}`, `${name}2`]) add(spelt, square);
      for (const spelt of [`cubic ${name}`, `${name}3`]) add(spelt, cubic);
    }
  }
}

/** "Kilometer", "kilometres", "kilómetros" for a key of Intl; any other name as it is. */
function spellings(key: string): string[] {
  if (!/^[A-Z]/.test(key)) return [key.replace('-', ' ')];
  const style = { style: 'unit', unit: key.toLowerCase(), unitDisplay: 'long' } as const;
  const spoken = ['en-GB', 'en-US', 'de', 'es'].flatMap((locale) => {
    const { format } = new Intl.NumberFormat(locale, style);
    return [format(1), format(5)];
  });
  return spoken.map((words) => words.split(/\s/).slice(1).map(folded).join(' '));
}

/** The longest unit that the words behind a number may mean, and how many of them it takes. */
export function unitsIn(words: string[]): { units: Unit[]; length: number } {
  for (let length = Math.min(3, words.length); length; length -= 1) {
    const units = unitsOf(words.slice(0, length).join(' '));
    if (units.length) return { units, length };
  }
  return { units: [], length: 0 };
}

function unitsOf(name: string): Unit[] {
  const [way = '', time = ''] = name.split(/ (?:per|an?|\/) /);
  const units = UNITS.get(way.replace(/^degrees /, 'degree ')) ?? [];
  if (way === name) return units;
  const [one, per] = [units[0], UNITS.get(time)?.[0]];
  const isSpeed = one?.kind === 'length' && per?.kind === 'time';
  return isSpeed ? [{ name, kind: 'speed', size: one.size / per.size }] : [];
}

export function converted(value: number, from: Unit, to: Unit): number {
  const basic = from.name === 'fahrenheit' ? (value - 32) / 1.8 : value * from.size;
  return to.name === 'fahrenheit' ? basic * 1.8 + 32 : basic / to.size;
}

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
