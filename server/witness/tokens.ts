import { dateOf, folded, ORDINALS, SMALL } from './lexicon.ts';

/** A word, a sign, or a number with all its words. */
export interface Token {
  /** As it is compared: a number as its value, "19th", "1920s", "month5". */
  word: string;
  text: string;
  /** Where it stands in the text, `end` exclusive, and in the words of the reading. */
  at: number;
  end: number;
  start: number;
  /** What a number may mean, the likeliest first: "3.142" is the German 3,142 as well. */
  values?: number[];
  /** Said in words, but for "nineteen twenty". */
  isWords?: boolean;
  /** What its last word multiplies it by. */
  scale: number;
}

const SCALES: Record<string, number> = {
  ...{ dozen: 12, hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 },
  ...{ k: 1e3, m: 1e6, mn: 1e6, bn: 1e9, b: 1e9, tn: 1e12 },
};
export const sizeOf = (word = '') => SCALES[word.toLowerCase()] ?? 1;

const anyOf = (words: Iterable<string>) =>
  [...words].filter((word) => /^(?!second)\w+$/.test(word)).join('|');
const [SMALLS, NTH] = [anyOf(SMALL.keys()), anyOf(ORDINALS.keys())];
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const DECADE = TENS.replaceAll(/y\b/g, 'ies');
const SCALE = 'hundred|thousand|million|billion|trillion|dozen';
/** What goes on with a number in words. */
const MORE = `[ ‐](?:${SMALLS}|${SCALE}|(?:oh|point)(?= (?:${SMALLS})\\b)|and a half)\\b
|(?<=hundred) and (?:${SMALLS})\\b|(?<=thousand|million)(?: and|,) (?:${SMALLS})\\b(?![ ‐](?:thousand|million))`;
const TOKEN = new RegExp(
  // "U.S.", dates, times, "'79", "1920s", "19th"; "B-52", "CO2", "5G".
  String.raw`(?:\p{L}\.){2,}|\d{4}-\d\d-\d\d(?!\d)|\d{1,2}(?<dot>[./])\d{1,2}\k<dot>\d{4}(?!\d)|\d{1,2}:[0-5]\d(?!\d)
|(?<![\p{L}\d])['’‘]\d\d(?![\d\p{L}])|\d+0['’]?(?:s|er)(?!\p{L})|\d+(?:st|nd|rd|th)(?!\p{L})
|\p{Lu}\p{L}{0,7}‐\d{1,3}(?!\d|,\d|s\b)|\p{L}+\d[\p{L}\d]*(?:\.\d+)?|\d+[DG](?!\p{L})
|(?<digits>[1-9]\d{0,2}(?:[ '’\u00a0\u202f\u2009]\d{3})+(?!\d)|\d+(?:[.,]\d+)*)
(?:(?:[ ‐]?(?<scale>${SCALE})|(?<short>k|K|M|mn|bn|B|tn|(?<=[$€£][\d.,]+)m))(?!\p{L}))?
|(?i:(?<decade>(?:(?:${SMALLS})[ ‐])?(?:${DECADE})|(?:${SMALLS})[ ‐]hundreds)\b|(?<ordinal>(?:(?:${TENS})[ ‐])?(?:${NTH})s?)\b
|(?<spoken>(?:(?:${SMALLS})\b|an?(?= (?:${SCALE})\b))(?:${MORE})*))
|\p{L}[\p{L}\p{M}\u2080-\u2089]*[²³]?(?:['’]\p{L}+)*|\S`.replaceAll('\n', ''),
  'gu',
);
/** A hyphen within a word is no sign; between numbers it means "to". */
const HYPHEN = /(?<=[\p{L}\d])[-\u2011](?=\p{L})|(?<=\p{L})[-\u2011](?=\d)/gu;

/** A text as words, numbers and signs, and those with single spaces. */
export interface Reading {
  tokens: Token[];
  text: string;
}

export function read(source: string): Reading {
  const tokens = tokensOf(source);
  let text = '';
  for (const token of tokens) {
    token.start = text.length;
    text += `${token.word} `;
  }
  return { tokens, text };
}

function tokensOf(text: string): Token[] {
  const found = [...text.replace(HYPHEN, '‐').matchAll(TOKEN)].filter(([word]) => word !== '‐');
  return found.map(({ 0: word, index: at, groups = {} }) => {
    const scale = sizeOf(groups.scale ?? groups.short);
    const place = { text: word, at, end: at + word.length, start: 0, scale };
    const isSpoken = groups.decade ?? groups.ordinal ?? groups.spoken;
    const words = isSpoken ? word.toLowerCase().split(/[ ,‐]+/) : [];
    const [first, last] = [wordValue(words.at(-2)), wordValue(words.at(-1))];
    if (groups.decade) return { ...place, word: `${first * 100 + last}s` };
    if (groups.ordinal) return { ...place, word: `${first + last}th`, isWords: true };
    if (groups.spoken) return { ...place, ...cardinalOf(words) };
    const spelt = word
      .replace(/(?<=^\d+)(?:st|nd|rd)$/, 'th')
      .replace(/(?<=^\d+)(?:['’]s|er)$/, 's');
    if (!groups.digits) return { ...place, word: dateOf(word) ?? (folded(spelt) || word) };
    const values = valuesOf(groups.digits).map((value) => Number((value * scale).toPrecision(14)));
    return { ...place, values, word: scale > 1 ? `${values[0]}` : groups.digits };
  });
}

const NOTHING: Token = { word: '', text: '', at: -1, end: -1, start: Infinity, scale: 1 };
export const tokenAt = (tokens: Token[], at: number): Token => tokens[at] ?? NOTHING;

function wordValue(word?: string): number {
  if (!word) return 0;
  const singular = word.replace(/ies$/, 'y').replace(/s$/, '');
  return SMALL.get(singular) ?? ORDINALS.get(word) ?? ORDINALS.get(singular) ?? 0;
}

/** "10,000", "10.000" and "10 000" are ten thousand; "3.5" and "3,5" three and a half. */
function valuesOf(literal: string): number[] {
  const groups = literal.split(/\D/);
  const signs = new Set(literal.replace(/\d/g, ''));
  const isThousands = /^[1-9]\d{0,2}(?:\D\d{3})+$/.test(literal);
  const whole = Number(groups.join(''));
  const decimal = whole / 10 ** (groups.at(-1)?.length ?? 0);
  if (!signs.size || (isThousands && (groups.length > 2 || literal.endsWith('000'))))
    return [whole];
  if (isThousands && signs.size === 1) return signs.has('.') ? [decimal, whole] : [whole, decimal];
  return signs.size > 1 || groups.length === 2 ? [decimal] : groups.map(Number);
}

function cardinalOf(words: string[]): Pick<Token, 'word' | 'values' | 'isWords' | 'scale'> {
  let [total, group, scale, tenth, isPair] = [0, 0, 1, 1, false];
  for (const word of words) {
    const [small = -1, size] = [SMALL.get(word), sizeOf(word)];
    if (word === 'point') tenth = 0.1;
    else if (small >= 0 && tenth < 1) [group, tenth] = [group + small * tenth, tenth / 10];
    else if (word === 'oh' || (small > 9 && group > 9 && group < 100)) {
      [group, isPair] = [group * 100 + Math.max(small, 0), true];
    } else if (small >= 0) group += small;
    else if (word === 'half') group += 0.5;
    else if (size > 100) [total, group, scale, tenth] = [total + (group || 1) * size, 0, size, 1];
    else if (word !== 'and' && word !== 'a' && word !== 'an') group = (group || 1) * size;
  }
  const value = Number((total + group).toPrecision(14));
  return { word: `${value}`, values: [value], isWords: !isPair, scale };
}
