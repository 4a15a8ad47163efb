import { foreignScale, foreignValue } from './foreignNumbers.ts';
import type { Language } from './language.ts';
import { MULTIPLES, SCALES } from './numberWords.ts';
import { type Form as SpokenForm, spokenAt } from './spokenNumbers.ts';
import { type Token, tokenAt } from './tokens.ts';
import { romanValue, valuesOf } from './writtenNumbers.ts';

/** In addition: a `clock` is in minutes after twelve; a `multiple` is "twice" or "three times". */
type Form = SpokenForm | 'roman' | 'century' | 'clock' | 'multiple';

/** A number in words or digits. */
export interface Amount {
  /** What it may mean, as "1914-18" may be 1918. */
  values: number[];
  form: Form;
  /** The power of ten that its last word or sign names. */
  scale?: number;
  /** The place of the token after it. */
  to: number;
}

/** The number that begins at that place. */
export function amountAt(tokens: Token[], at: number, language: Language): Amount | null {
  const { kind, text, word } = tokenAt(tokens, at);
  if (kind === 'digits') return written(tokens, at, language);
  const sign = FRACTION_SIGNS.get(text);
  if (sign) return { values: [sign], form: 'fraction', to: at + 1 };
  const multiple = MULTIPLES.get(word);
  if (multiple) return { values: [multiple], form: 'multiple', to: at + 1 };
  const spoken = spokenAt(tokens, at);
  if (spoken) {
    const scale = SCALES.get(tokenAt(tokens, spoken.to - 1).word);
    // "The highest one ninety-one": "one" may be a pronoun.
    const isPronoun = spoken.form === 'pair' && spoken.value < 200;
    const values = isPronoun ? [spoken.value, spoken.value - 100] : [spoken.value];
    return { values, form: spoken.form, to: spoken.to, ...(scale && { scale }) };
  }
  const foreign = foreignValue(word, language);
  if (foreign !== undefined)
    return scaled(tokens, { values: [foreign], form: 'count', to: at + 1 }, language);
  const roman = isRoman(tokens, at) ? romanValue(text) : 0;
  return roman ? { values: [roman], form: 'roman', to: at + 1 } : null;
}

const FRACTION_SIGNS = new Map([
  ['\u00bd', 1 / 2],
  ['\u00bc', 1 / 4],
  ['\u00be', 3 / 4],
  ['\u2153', 1 / 3],
  ['\u2154', 2 / 3],
]);

/** Behind a name, or before a century. */
function isRoman(tokens: Token[], at: number): boolean {
  const before = tokenAt(tokens, at - 1);
  const dot = tokenAt(tokens, at + 1).text === '.' ? at + 2 : at + 1;
  const isCentury = /^(?:century|centuries|jahrhunderts?)$/.test(tokenAt(tokens, dot).word);
  return /^\p{Lu}/u.test(before.text) || before.word === 'siglo' || isCentury;
}

/** Digits with what belongs to them: "4 million", "2 1/2", "19th", "1920s". */
function written(tokens: Token[], at: number, language: Language): Amount {
  const { literal, to } = spacedThousands(tokens, at);
  const values = valuesOf(literal, language);
  const next = tokenAt(tokens, to);
  const isTied = next.glued || next.joined;
  if (isTied && /^(?:st|nd|rd|th)$/.test(next.word)) return { values, form: 'ordinal', to: to + 1 };
  const decade = decadeAt(tokens, to, values[0] ?? 0);
  if (decade) return { values, ...decade };
  const fraction = fractionAfter(tokens, to, literal);
  if (fraction) return fraction;
  return scaled(tokens, { values, form: 'count', to }, language);
}

/** "10 000" is one number. */
function spacedThousands(tokens: Token[], at: number): { literal: string; to: number } {
  let { text: literal, end } = tokenAt(tokens, at);
  let to = at + 1;
  if (!/^[1-9]\d{0,2}$/.test(literal)) return { literal, to };
  for (let next = tokenAt(tokens, to); next.at === end + 1; next = tokenAt(tokens, to)) {
    if (!/^\d{3}$/.test(next.text) || next.joined) break;
    literal += next.text;
    end = next.end;
    to += 1;
  }
  return { literal, to };
}

/** "1920s", "1920's", "1920er". */
function decadeAt(tokens: Token[], to: number, value: number): Pick<Amount, 'form' | 'to'> | null {
  const { word, glued, joined } = tokenAt(tokens, to);
  const isQuoted = /^['\u2019]$/.test(word) && tokenAt(tokens, to + 1).word === 's';
  const isDecade = isQuoted || /^(?:s|er|ern)$/.test(word);
  if (!isDecade || !(glued || joined) || value % 10 !== 0 || value < 20) return null;
  const form = value % 100 === 0 ? 'hundreds' : 'decade';
  return { form, to: isQuoted ? to + 2 : to + 1 };
}

/** "1/3", "2 1/2", "2\u00bd"; "1815/16" may be two years. */
function fractionAfter(tokens: Token[], to: number, literal: string): Amount | null {
  const sign = FRACTION_SIGNS.get(tokenAt(tokens, to).text);
  if (sign) return { values: [Number(literal) + sign], form: 'count', to: to + 1 };
  const bottom = dividedBy(tokens, to);
  if (bottom) {
    const [one, other] = [Number(literal), bottom];
    const year = one - (one % 100) + other;
    return { values: [one / other, one, other, year], form: 'fraction', to: to + 2 };
  }
  const top = tokenAt(tokens, to);
  const part = top.kind === 'digits' && !top.glued ? dividedBy(tokens, to + 1) : 0;
  if (!part) return null;
  return { values: [Number(literal) + Number(top.text) / part], form: 'count', to: to + 3 };
}

function dividedBy(tokens: Token[], at: number): number {
  const [slash, bottom] = [tokenAt(tokens, at), tokenAt(tokens, at + 1)];
  const isFraction = /^[/\u2044]$/.test(slash.text) && slash.glued && bottom.glued;
  return isFraction && /^\d{1,4}$/.test(bottom.text) ? Number(bottom.text) : 0;
}

const SHORT_SCALES = new Map([
  ['k', 3],
  ['K', 3],
  ['mn', 6],
  ['M', 6],
  ['bn', 9],
  ['B', 9],
  ['tn', 12],
]);

function scaled(tokens: Token[], amount: Amount, language: Language): Amount {
  const { word, text, glued } = tokenAt(tokens, amount.to);
  const scale =
    SCALES.get(word) ??
    foreignScale(word, language) ??
    (glued ? SHORT_SCALES.get(text) : undefined);
  if (!scale) return amount;
  const values = amount.values.map((value) => Number(`${value}e${scale}`));
  return { ...amount, values, scale, to: amount.to + 1 };
}
