import { codesInWords, namedSigns } from './codes.ts';
import { cardinal, decadeWords, digitWords, ordinal, yearWords } from './numerals.ts';
import { romanInWords } from './romanNumerals.ts';

/** Spoken in place of the abbreviation, where it is a word of its own. */
const SHORT: [RegExp, string][] = [
  [/\bDr\.? (?=\p{Lu})/gu, 'Doctor '],
  [/\bMr\.? (?=\p{Lu})/gu, 'Mister '],
  [/\bMrs\.? (?=\p{Lu})/gu, 'Missus '],
  [/\bMs\. (?=\p{Lu})/gu, 'Ms '],
  [/\bProf\.? (?=\p{Lu})/gu, 'Professor '],
  [/\bSt\. (?=\p{Lu})/gu, 'Saint '],
  [/\bMt\. (?=\p{Lu})/gu, 'Mount '],
  [/\bJr\.(?=[\s,]|$)/g, 'Junior'],
  [/\bSr\.(?=[\s,]|$)/g, 'Senior'],
  [/\be\. ?g\.,?/gi, 'for example,'],
  [/\bi\. ?e\.,?/gi, 'that is,'],
  [/\betc\.(?=\s+\p{Lu}|\s*$)/gu, 'and so on.'],
  [/,? ?\betc\b\.?/g, ' and so on'],
  [/\bvs?\.(?=\s)|\bvs\b/g, 'versus'],
  [/\bapprox\.?(?=\s)/g, 'approximately'],
  [/\bca?\. ?(?=\d)/g, 'around '],
  [/\b(?:No|Nr)\. ?(?=\d)/g, 'number '],
  [/\u2116 ?|#(?=\d)/g, 'number '],
  [/\bU\.S\.A\./g, 'USA'],
  [/\bU\.S\.(?: ?A\b)?/g, 'US'],
  [/\bU\.K\./g, 'UK'],
  [/\bw\/o\b/g, 'without'],
  [/\bw\/ ?(?=\w)/g, 'with '],
  [/\band\/or\b/g, 'or'],
  [/\b24\/7\b/g, 'around the clock'],
  [/\b9\/11\b/g, 'nine eleven'],
  [/\bCO(?:2|\u2082)(?!\w)/g, 'C O two'],
  [/\bH(?:2|\u2082)O\b/g, 'H two O'],
];

/** Singular and plural. */
const UNITS: Record<string, [string, string]> = {
  'km/h': ['kilometre per hour', 'kilometres per hour'],
  kph: ['kilometre per hour', 'kilometres per hour'],
  mph: ['mile per hour', 'miles per hour'],
  'm/s': ['metre per second', 'metres per second'],
  'km\u00b2': ['square kilometre', 'square kilometres'],
  km2: ['square kilometre', 'square kilometres'],
  'm\u00b2': ['square metre', 'square metres'],
  m2: ['square metre', 'square metres'],
  'm\u00b3': ['cubic metre', 'cubic metres'],
  m3: ['cubic metre', 'cubic metres'],
  '\u00b0C': ['degree Celsius', 'degrees Celsius'],
  '\u00b0F': ['degree Fahrenheit', 'degrees Fahrenheit'],
  '\u00b0': ['degree', 'degrees'],
  '%': ['percent', 'percent'],
  km: ['kilometre', 'kilometres'],
  cm: ['centimetre', 'centimetres'],
  mm: ['millimetre', 'millimetres'],
  nm: ['nanometre', 'nanometres'],
  '\u00b5m': ['micrometre', 'micrometres'],
  '\u03bcm': ['micrometre', 'micrometres'],
  m: ['metre', 'metres'],
  mi: ['mile', 'miles'],
  ft: ['foot', 'feet'],
  lbs: ['pound', 'pounds'],
  lb: ['pound', 'pounds'],
  oz: ['ounce', 'ounces'],
  kg: ['kilogram', 'kilograms'],
  mg: ['milligram', 'milligrams'],
  '\u00b5g': ['microgram', 'micrograms'],
  g: ['gram', 'grams'],
  ml: ['millilitre', 'millilitres'],
  mL: ['millilitre', 'millilitres'],
  l: ['litre', 'litres'],
  L: ['litre', 'litres'],
  kWh: ['kilowatt hour', 'kilowatt hours'],
  MWh: ['megawatt hour', 'megawatt hours'],
  GW: ['gigawatt', 'gigawatts'],
  MW: ['megawatt', 'megawatts'],
  kW: ['kilowatt', 'kilowatts'],
  W: ['watt', 'watts'],
  V: ['volt', 'volts'],
  GHz: ['gigahertz', 'gigahertz'],
  MHz: ['megahertz', 'megahertz'],
  kHz: ['kilohertz', 'kilohertz'],
  Hz: ['hertz', 'hertz'],
  TB: ['terabyte', 'terabytes'],
  GB: ['gigabyte', 'gigabytes'],
  MB: ['megabyte', 'megabytes'],
  KB: ['kilobyte', 'kilobytes'],
  kB: ['kilobyte', 'kilobytes'],
  kcal: ['kilocalorie', 'kilocalories'],
  dB: ['decibel', 'decibels'],
  ppm: ['part per million', 'parts per million'],
  ms: ['millisecond', 'milliseconds'],
  s: ['second', 'seconds'],
  sec: ['second', 'seconds'],
  min: ['minute', 'minutes'],
  h: ['hour', 'hours'],
  hr: ['hour', 'hours'],
  hrs: ['hour', 'hours'],
};
const SCALES: Record<string, string> = {
  k: 'thousand',
  m: 'million',
  mn: 'million',
  bn: 'billion',
  b: 'billion',
  tn: 'trillion',
};
const CURRENCIES: Record<string, [string, string, string]> = {
  $: ['dollar', 'dollars', 'cents'],
  '\u20ac': ['euro', 'euros', 'cents'],
  '\u00a3': ['pound', 'pounds', 'pence'],
  '\u00a5': ['yen', 'yen', 'sen'],
};

/** Digits, with or without thousands separators, and decimals. Bounded, so that matching is fast. */
const N = String.raw`\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,9})?|\d{1,18}(?:\.\d{1,9})?`;
const UNIT = Object.keys(UNITS)
  .sort((one, other) => other.length - one.length)
  .join('|');
/** Not within a name like "B52", a longer number, or a version like "1.2.3". */
const FREE = String.raw`(?<![\p{L}\d]|\d\.)`;
const END = String.raw`(?![\p{L}\d]|[.,]\d)`;
const re = (source: string, flags = 'gu') => new RegExp(source, flags);

const MONTHS =
  'January|February|March|April|May|June|July|August|September|October|November|December';
const MONEY = re(
  String.raw`(US|CA|AU)?([$\u20ac\u00a3\u00a5]) ?(${N})(?:-(?:[$\u20ac\u00a3\u00a5])?(${N}))?(?: ?(bn|mn|tn|[kKmMbB])(?![\p{L}\d])| (thousand|million|billion|trillion)\b)?`,
);
const RANGE_OF = re(
  String.raw`${FREE}(-|\u2212)?(${N})(?: ?- ?(${N}))?( ?)(${UNIT})(?![\p{L}\d\u00b2\u00b3/])`,
);
const COUNTED =
  'people|users|years|copies|views|jobs|homes|tonnes|tons|listeners|followers|children|deaths|cases|species|records|visitors|books';
const SCALED = re(
  String.raw`${FREE}(${N})(?:(bn|mn|tn|[kMB]|(?<=\d\d)K)${END}|m(?= (?:${COUNTED})\b))`,
);
const TIME = re(String.raw`${FREE}([01]?\d|2[0-4]):([0-5]\d)( ?[ap]\.?m\b\.?)?${END}`, 'giu');
const HOUR = re(String.raw`${FREE}([01]?\d)(?:\.([0-5]\d))?( ?[ap]\.?m\b\.?)${END}`, 'giu');
/**
 * "30s" and "900s" may be seconds: they are a decade or a century, or "30s" an age, only after certain
 * words.
 */
const DECADE = re(
  String.raw`(?<![\p{L}\d.,])(?:'?((?:1[1-9]|20)\d0)|(?:'|(?<=\b(?:the|h[ie][sr]|their|my|your|our|early|late|mid)[ -]))([2-9]0|[1-9]\d0|10\d0))'?s\b`,
);
const ORDINAL = re(String.raw`${FREE}(\d{1,3}(?:,\d{3})+|\d{1,6})(?:st|nd|rd|th)\b`);
const DATE = re(String.raw`\b(${MONTHS}) (\d{1,2})(?!\d|:|[.,]\d)`);
const DAY = re(String.raw`\b(?:the )?(\d{1,2}) (?:of )?(${MONTHS})\b`, 'giu');
const YEARS = re(
  String.raw`${FREE}(1[1-9]\d\d|20\d\d|10\d\d(?=-\d{2,4}(?!\d)(?! \p{Ll}+s\b)))-(1\d\d\d|20\d\d|\d\d)${END}`,
);
const SPAN = re(`${FREE}(${N})-(${N})${END}`);
const FRACTION = re(String.raw`${FREE}(?:(\d{1,3}) )?([1-9])/(2|3|4|5|6|8|10)${END}`);
const YEAR = re(String.raw`${FREE}(1[1-9]\d\d|20\d\d)${END}(?=( \p{Ll}+s\b)?)`);
/** Before a year, and before what may be a year. */
const SURELY = String.raw`in|since|until|till|year|early|late|mid|AD|the|(?:${MONTHS}) \p{L}[\p{L}-]*,`;
const PERHAPS = 'of|from|to|by|around|before|after|between|and';
/** Of these there may be a thousand. */
const THINGS = String.raw`(?!(?:is|was|has|as|his|its|this) )(?:\p{L}+s|people|men|women|children)\b`;
/** From 1000 to 1099 a number is a year only where its sentence says so: "in 1066", "the 1066 invasion". */
const ELEVENTH_CENTURY = re(
  String.raw`(?<=(?:\b(${SURELY})|,|\b(?:${PERHAPS}))[ -])(10\d\d)${END}(?! ${THINGS})(?=( \p{L}+)?)`,
  'giu',
);
/** After these words comes no noun that 1066 could count. */
const FUNCTION_WORD =
  /^ (?:and|or|but|to|until|in|on|at|by|for|from|with|the|an?|it|he|she|they|we|that|when|is|was|had|because|as|onwards?)$/;
/** Longer numbers are not spelled out. */
const MOST_DIGITS = 24;
/** After these words a number of four digits is always a year. */
const YEARLY =
  /\b(?:in|since|from|until|till|by|of|around|before|after|early|late|year|to|between|and|the|mid|[Mm]id-|pre-|post-)[ -]?$|[(]$/i;
const TIMES = re(String.raw`${FREE}(${N})x(?![\p{L}\d])`);
const NUMBER = re(String.raw`(?<![\p{L}\d])((?<=^|[\s(])[-\u2212])?(${N}|\d{19,})(?![\p{L}\d])`);

/**
 * Writes numbers, units, signs and common abbreviations as they are spoken in English. Names stay:
 * "GDP", "MP3", "B52", "5G". Idempotent.
 */
export function spoken(text: string): string {
  let said = namedSigns(fractionSigns(text));
  for (const [short, long] of SHORT) said = said.replace(short, long);
  return codesInWords(romanInWords(said))
    .replace(MONEY, (...match) => money(match))
    .replace(DATE, (_, month: string, day: string) => `${month} ${ordinal(Number(day))}`)
    .replace(DAY, (_, day: string, month: string) => `the ${ordinal(Number(day))} of ${month}`)
    .replace(TIME, timeOfDay)
    .replace(HOUR, timeOfDay)
    .replace(DECADE, (_, years: string, short: string) => decadeWords(years ?? short))
    .replace(SCALED, (_, value: string, scale = 'm') => `${cardinal(value)} ${scaleOf(scale)}`)
    .replace(RANGE_OF, (...match) => quantity(match))
    .replace(ORDINAL, (_, digits: string) => ordinal(Number(digits.replaceAll(',', ''))))
    .replace(YEARS, (_, from: string, to: string) => {
      return `${yearWords(from)} to ${to.length === 2 ? cardinal(to) : yearWords(to)}`;
    })
    .replace(SPAN, (_, from: string, to: string) =>
      from === to ? `${cardinal(from)}-${cardinal(to)}` : `${cardinal(from)} to ${cardinal(to)}`,
    )
    .replace(/(?<![\d/])(\d{1,3})\/\1(?![\d/])/g, (_, half: string) => {
      return `${cardinal(half)}-${cardinal(half)}`;
    })
    .replace(FRACTION, (_, whole: string | undefined, top: string, bottom: string) => {
      return `${whole ? `${cardinal(whole)} and ` : ''}${fraction(Number(top), Number(bottom))}`;
    })
    .replace(
      ELEVENTH_CENTURY,
      (digits, before: string | undefined, _, next: string | undefined) => {
        const isYear = before || !next || FUNCTION_WORD.test(next);
        return isYear ? yearWords(digits) : digits;
      },
    )
    .replace(YEAR, (...[digits, , counted, at, all]) =>
      counted && !YEARLY.test(all.slice(Math.max(0, at - 12), at))
        ? cardinal(digits)
        : yearWords(digits),
    )
    .replace(/(?<=[\d ])[:/](?=\d)/g, ' to ')
    .replace(
      /(^|\s)'(\d\d)(?!\d)/g,
      (_, before: string, digits: string) => before + cardinal(digits),
    )
    .replace(
      /(?<=^|[\s(])\.(\d{1,9})(?![\p{L}\d])/gu,
      (_, digits: string) => `point ${digitWords(digits)}`,
    )
    .replace(TIMES, (_, factor: string) => `${cardinal(factor)} times`)
    .replace(NUMBER, (_, minus: string | undefined, digits: string) => {
      if (digits.length > MOST_DIGITS) return 'a very long number';
      const isCode = /^0\d/.test(digits) || digits.replace(/\D/g, '').length > 15;
      return (minus ? 'minus ' : '') + (isCode ? digitWords(digits) : cardinal(digits));
    })
    .replace(/(?<=\w) ?%/g, ' percent')
    .replace(/(^|\s|\()(?:\u2248|~) ?(?=\w)/g, '$1about ')
    .replace(/ ?\u00b1 ?/g, ' plus or minus ')
    .replace(/ ?\u2265 ?/g, ' at least ')
    .replace(/ ?\u2264 ?/g, ' at most ')
    .replace(/(?<=\w) ?\u00d7 ?(?=\w)/g, ' times ')
    .replace(/(?<=\w) ?\u00f7 ?(?=\w)/g, ' divided by ')
    .replace(/(?<=\w) = (?=\w)/g, ' equals ')
    .replace(/(?<=\w) ?\+ ?(?=\w)/g, ' plus ')
    .replace(/\b(\p{L}{2,})\/(\p{L}{2,})\b/gu, '$1 or $2')
    .replace(/ {2,}/g, ' ');
}

const FRACTIONS: Record<string, string> = {
  '\u00bd': 'a half',
  '\u00bc': 'a quarter',
  '\u00be': 'three quarters',
  '\u2153': 'a third',
  '\u2154': 'two thirds',
};

function fractionSigns(text: string): string {
  return text.replace(/(\d)?([\u00bd\u00bc\u00be\u2153\u2154])/g, (_, whole, sign: string) =>
    whole ? `${whole} and ${FRACTIONS[sign]}` : (FRACTIONS[sign] ?? sign),
  );
}

function fraction(top: number, bottom: number): string {
  if (bottom === 2) return top === 1 ? 'one half' : `${cardinal(top)} halves`;
  const part = bottom === 4 ? 'quarter' : ordinal(bottom);
  return `${cardinal(top)} ${part}${top === 1 ? '' : 's'}`;
}

function scaleOf(scale: string): string {
  return SCALES[scale.toLowerCase()] ?? scale;
}

/** The whole match, then its groups. */
type Match = readonly (string | undefined)[];

/** "$3.5bn", "$3.99", "\u00a35-10 million". */
function money([, country, sign = '', value = '', upTo, short, long]: Match): string {
  const [one, many, hundredth] = CURRENCIES[sign] ?? ['', '', ''];
  const scale = short ? scaleOf(short) : long;
  const where = country ? `${country} ` : '';
  const [whole = '0', part = ''] = value.split('.');
  if (!scale && !upTo && part.length === 2) {
    const small = Number(part) > 0 ? `${cardinal(Number(part))}` : '';
    if (Number(whole) === 0) return small ? `${small} ${hundredth}` : `zero ${many}`;
    return `${cardinal(whole)} ${where}${whole === '1' ? one : many}${small ? ` ${small}` : ''}`;
  }
  const amount = upTo ? `${cardinal(value)} to ${cardinal(upTo)}` : cardinal(value);
  const name = value === '1' && !upTo && !scale ? one : many;
  return `${amount} ${scale ? `${scale} ` : ''}${where}${name}`;
}

/** "3-4 %", "20\u00b0C", "-5 km". A single letter is a unit only without a space before it. */
function quantity([whole = '', minus, value = '', upTo, space, unit = '']: Match): string {
  if (/^(?:[smhglLVW]|mi|min|ms)$/.test(unit) && space && unit !== 'm' && unit !== 'min')
    return whole;
  const [one, many] = UNITS[unit] ?? [unit, unit];
  const amount = upTo ? `${cardinal(value)} to ${cardinal(upTo)}` : cardinal(value);
  return `${minus ? 'minus ' : ''}${amount} ${value === '1' && !upTo ? one : many}`;
}

/** "10:30", "9:05 a.m.", "14:00", "3pm". */
function timeOfDay(_: string, hours: string, minutes = '00', half?: string): string {
  const noon = half ? ` ${half.trim().charAt(0).toUpperCase()}M` : '';
  if (Number(minutes) === 0) return `${cardinal(Number(hours))}${noon || " o'clock"}`;
  const past = minutes.startsWith('0')
    ? `oh ${cardinal(Number(minutes))}`
    : cardinal(Number(minutes));
  return `${cardinal(Number(hours))} ${past}${noon}`;
}
