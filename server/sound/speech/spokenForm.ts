import { guarded } from '../../base/kit/guarded.ts';
import { cardinal, decadeWords, digitWords, ordinal, plainDigits, yearWords } from './numerals.ts';

/** Replaces what the pattern finds; later rules read the result. */
type Rule = [RegExp, string | ((...match: string[]) => string)];

/** Digits with any separators of thousands, and decimals. Bounded, so that it matches fast. */
const N = String.raw`(?:\d{1,3}(?:,\d{3}){1,6}|\d{1,2}(?:,\d{2}){1,6},\d{3}|\d{1,3}(?:[\u00a0\u2009\u202f']\d{3}){1,6}|\d{1,3}(?:\.\d{3}){2,6}|(?<!\d )[1-9]\d{0,2}(?: \d{3}){1,6}(?! ?\d)|\d{1,24})(?:\.\d{1,9})?`;
/** Not within a name like "B52", a longer number, a version or a code. */
const FREE = String.raw`(?<![\p{L}\d$/]|\d[.,:'-])`;
const END = String.raw`(?![\p{L}\d]|[.,:/'-]\d)`;
const re = (raw: TemplateStringsArray, ...parts: string[]) =>
  new RegExp(String.raw(raw, ...parts), 'gu');

const words = (pairs: string): Record<string, string> =>
  Object.fromEntries(pairs.split(/,\s*/).map((pair) => pair.split(':')));
const UNITS = words(
  `km2:square kilometre,m2:square metre,cm2:square centimetre,m3:cubic metre,km:kilometre,cm:centimetre,mm:millimetre,
  nm:nanometre,\u00b5m:micrometre,\u03bcm:micrometre,m:metre,kg:kilogram,mg:milligram,\u00b5g:microgram,\u03bcg:microgram,
  ng:nanogram,g:gram,ml:millilitre,mL:millilitre,dL:decilitre,l:litre,L:litre,kWh:kilowatt hour,MWh:megawatt hour,
  GW:gigawatt,MW:megawatt,kW:kilowatt,W:watt,V:volt,GHz:gigahertz,MHz:megahertz,kHz:kilohertz,Hz:hertz,TB:terabyte,
  GB:gigabyte,MB:megabyte,KB:kilobyte,kB:kilobyte,Gbit:gigabit,Mbit:megabit,kcal:kilocalorie,dB:decibel,
  mph:mile per hour,kph:kilometre per hour,ppm:part per million,mi:mile,ft:foot,lbs:pound,lb:pound,oz:ounce,
  \u00b0C:degree Celsius,\u00b0F:degree Fahrenheit,\u00b0:degree,%:percent,ms:millisecond,sec:second,s:second,min:minute,
  hrs:hour,hr:hour,h:hour,\u2030:per mille`,
);
const plural = (name: string) =>
  /foot|hertz|percent|per mille|yen|won|reais/.test(name)
    ? name.replace('foot', 'feet')
    : name.replace(/^(?:(?:square|cubic|\w+watt(?= hour)) )?\w+/, '$&s');
const UNIT = Object.keys(UNITS)
  .sort((one, other) => other.length - one.length)
  .join('|');
/** After a space these may be a word or a name: "vitamin 5 g", "at 3 m". */
const GLUED = /^(?:[sghlLVW]|mi|ms)$/;
const MONEY = words(
  '$:dollar,\u20ac:euro,\u00a3:pound,\u00a5:yen,\u20b9:rupee,\u20a9:won,\u00a2:cent,R$:reais',
);
const COUNTRIES = words('US:US,C:Canadian,CA:Canadian,A:Australian,AU:Australian,NZ:New Zealand');
const SCALES = words('k:thousand,m:million,mn:million,b:billion,bn:billion,t:trillion');
const PER = words('s:second,min:minute,h:hour,hr:hour,d:day');
const TITLES = words('Dr:Doctor,Mr:Mister,Mrs:Missus,Prof:Professor,St:Saint,Mt:Mount');
const MONTH =
  '(January|February|March|April|May|June|July|August|September|October|November|December)';
const MONTHS = MONTH.slice(1, -1).split('|');
const SHORT_MONTH = '(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)';
const monthOf = (short: string) => MONTHS.find((name) => name.startsWith(short.slice(0, 3))) ?? '';

const WORDS: Rule[] = [
  [/\b(Dr|Mr|Mrs|Prof|St|Mt)\.? (?=\p{Lu})/gu, (_, short) => `${TITLES[short]} `],
  [/\bvs\.?(?=\s)/g, 'versus'],
  [/\b(?:No|Nr)\. ?(?=\d)|\u2116 ?|#(?=\d)/g, 'number '],
  [/\b(he|she|his|her|him)\/(he|she|his|hers?|him)\b/gi, '$1 or $2'],
  [/\b([A-G])#(?![\w#])/g, '$1 sharp'],
  [/\bC\+\+(?![\w+])/g, 'C plus plus'],
  [/\b([\w.+-]+)@(?=[\w-]+\.\w)/g, '$1 at '],
  [/(?<=\w)\.(?=(?:[\w-]+\.)*(?:com|org|net|io|gov|edu)\b)/gi, ' dot '],
  [/ ?& ?/g, ' and '],
];

/** A numeral after these is a number; after any other name it is a ruler's. */
const COUNTED =
  'World War|Part|Type|Phase|Act|Volume|Chapter|Mark|Stage|Book|Article|Title|Section|Class|Level|Grade|Scene|Canto|Episode|Appendix|Table|Figure|Tier|Category|Group|Series|Season|Round|Version|Symphony|Photosystem|Vatican|Apollo|Saturn|Titan|Rocky|Fantasy|Bowl';
const NAME = String.raw`(?<!\p{L})(?!(?:An?|The|In|At|On|Of|For|To|And|But|Or|As|If|So|Then|By|From|With) )(\p{Lu}[\p{Ll}-]+)`;
const nth = (whole: string, name: string) =>
  `${name} the ${capital(ordinal(romanValue(whole.slice(name.length + 1))))}`;
const ROMAN: Rule[] = [
  [
    re`\b(${COUNTED}) ([IVXLC]{2,7}|[IV])(?![\p{L}\d'])`,
    (_, what, numeral) => `${what} ${capital(cardinal(romanValue(numeral)))}`,
  ],
  // A bare "X" is a letter, and a bare "I" is a pronoun unless a title or a realm is beside it.
  [
    re`${NAME} ((?!X(?![IVX]))X{1,3}(?:IX|IV|V?I{0,3})|IX|IV|V?I{2,3}|VI|V)(?![\p{L}\d]| (?:drip|line)\b)`,
    nth,
  ],
  [re`(?<=(?:King|Queen|Pope|Emperor|Tsar) )${NAME} I\b(?!')`, nth],
  [re`${NAME} I(?='s\b| of \p{Lu})`, nth],
];

/** Digits that are no quantity: telephone numbers, versions, flights, forms. */
const groupsOf = (number: string) =>
  (number.startsWith('+') ? 'plus ' : '') + (number.match(/\d+/g) ?? []).map(digitWords).join(', ');
const CODES: Rule[] = [
  [/\+\d{1,3}(?:[ -]\(?\d{2,5}\)?){2,5}(?![\d-])/g, groupsOf],
  [/(?<![\w-])(?:\d{1,2}[ -])?\(?\d{3}\)?[ -]\d{3}-\d{4}(?![\w-])/g, groupsOf],
  [/(?<![\w-])(?:555-\d{4}|\d{3}-0\d{3})(?![\w-])/g, groupsOf],
  [/(?<![\w-])\d(?:-\d){2,}(?![\w-])/g, (digits) => digitWords(digits.replaceAll('-', ''))],
  [
    /(?<=\b(?:call|dial|phone|ring)(?:ed|ing|s)? )(?:911|999|112|11[01]|988)\b/gi,
    (code) => digitWords(code),
  ],
  [/\b(\d{3})\((\w)\)/g, (_, form, part) => `${digitWords(form).replace('zero', 'oh')} ${part}`],
  [/\bv(?=\d{1,6}\.\d)/g, 'version '],
  [
    /(?<![\p{L}\d.])(?!\d{1,3}(?:\.\d{3}){2,}(?!\.?\d)|\d\d?\.\d\d?\.\d{4})\d{1,6}(?:\.\d{1,6}){2,7}(?![\p{L}\d]|\.\d)/gu,
    (version) => version.split('.').map(cardinal).join(' point '),
  ],
  [
    /(?<=\b(?:Python|iOS|iPadOS|macOS|Android|Ubuntu|Windows|Node|version) )(\d{1,2})\.([1-9]\d)(?![.\d])/g,
    (_, major, minor) => `${cardinal(major)} ${cardinal(minor)}`,
  ],
];

const SIGN = String.raw`(?=(?:about |minus )?[$\u20ac\u00a3\u00a5\u20b9\u20a9]?\.?\d)`;
const SIGNS: Rule[] = [
  [/(?<=\b[kc]?m)[\u00b2\u00b3]/g, (sign) => (sign === '\u00b2' ? '2' : '3')],
  [/[\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u207b]+/g, (power) => `^${power.normalize('NFKC')}`],
  [
    /(\d?)([\u00bd\u00bc\u00be\u2150-\u215e])/g,
    (_, whole, sign) => `${whole && `${whole} `}${sign.normalize('NFKC').replace('\u2044', '/')}`,
  ],
  [/(?<=^|[\s(~\u2248<>=])[-\u2212](?=[$\u20ac\u00a3\u00a5]?\.?\d)/g, 'minus '],
  [re`(?<=[\p{L}\d)%])(?=[<>~\u2248\u2264\u2265]=? ?${SIGN})`, ' '],
  [re`(?:~|\u2248) ?${SIGN}`, 'about '],
  [re`(?:>=|\u2265) ?${SIGN}`, 'at least '],
  [re`(?:<=|\u2264) ?${SIGN}`, 'at most '],
  [re`< ?${SIGN}`, 'less than '],
  [re`(?<!-)> ?${SIGN}`, 'more than '],
  [/ ?\u00b1 ?/g, ' plus or minus '],
  [/(?<=\d)x(?=\d)/g, ' by '],
  [/\b([a-z])([a-z])(?=\^)/g, '$1 $2'],
  [/\^\(?([-\u2212]?)(\d{1,3})\)?/g, powerOf],
  [/(?<=[\p{L}\d)]) ?(?:\u00d7|x(?= ?10 (?:to|sq|cu))|(?<=\d ?)\*) ?(?=[\p{L}\d(])/gu, ' times '],
  [/(?<=[\p{L}\d)]) ?= ?(?=[\p{L}\d($\u20ac\u00a3-])/gu, ' equals '],
  [/(?<=[\d)]) ?\+ ?(?=\d)| \+ /g, ' plus '],
  [/(?<=\d[kmKM%]?)\+(?!\w)/g, ' plus'],
];

const SCALE = String.raw`(?: ?(bn|mn|[kKmMbBtT])(?![\p{L}\d])| (thousand|million|billion|trillion)\b)`;
const TO = '(?:-|\u2013)';
const M = String.raw`${N}(?:,\d\d(?!\d))?`;
const THINGS = String.raw`(?:people|(?!(?:was|is|has|as|its|this|his)\b)\p{Ll}+s)\b`;
const SINCE = '(?i:in|since|from|until|till|to|by|of|around|before|after|year|early|late|mid|the)';
const FIGURES: Rule[] = [
  [re`\b${SHORT_MONTH}\b\.? (?=\d)`, (_, short) => `${monthOf(short)} `],
  [re`(?<=\d )${SHORT_MONTH}\b\.?(?= )`, (short) => monthOf(short)],
  [/\b(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\d-])/g, (_, y, m, d) => dated(y, m, d)],
  [/(?<![\d/])([0-3]?\d)\/([0-3]?\d)\/(\d{4})(?![\d/])/g, (_, m, d, y) => dated(y, m, d)],
  [
    re`\b${MONTH} ([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?:${TO}([1-9]|[12]\d|3[01]))?(?![\d:%\p{L}]|[.,-]\d| percent)`,
    (_, month, day, last) => `${month} ${ordinal(day)}${last ? ` to ${ordinal(last)}` : ''}`,
  ],
  [
    re`\b(?:[Tt]he )?(?<![\d.,-])([1-9]|[12]\d|3[01])(?:st|nd|rd|th)? (?:of )?${MONTH}\b`,
    (_, day, month) => `the ${ordinal(day)} of ${month}`,
  ],
  [
    re`(?<![\p{L}\d])(US|CA?|AU?|NZ|R)?([$\u20ac\u00a3\u00a5\u20b9\u20a9]) ?(${M})(?: ?${TO} ?[$\u20ac\u00a3\u00a5]?(${M}))?${SCALE}?(?:\/(\p{Ll}{2,}))?`,
    money,
  ],
  [
    re`${FREE}(${M})(?: ?${TO} ?(${M}))?${SCALE}? ?([\u20ac\u00a3\u00a5\u20b9\u20a9\u00a2])(?:\/(\p{Ll}{2,}))?`,
    (whole, ...[value, upTo, short, long, sign, per]) =>
      money(whole, '', sign ?? '', value ?? '', upTo ?? '', short ?? '', long ?? '', per ?? ''),
  ],
  [/(?<=\d ?[ap]\.?m\.?) ?(?:-|\u2013) ?(?=\d)/gi, ' to '],
  [re`${FREE}([01]?\d|2[0-4]):([0-5]\d)( ?[aApP]\.?[mM]\b\.?)?${END}`, timeOfDay],
  [re`${FREE}([01]?\d)(?:\.([0-5]\d))?( ?[aApP]\.?[mM]\b\.?)${END}`, timeOfDay],
  [re`${FREE}(\d{1,3}):(\d{1,3})${END}`, (_, one, two) => `${cardinal(one)} to ${cardinal(two)}`],
  // "30s" and "900s" may be seconds: they are a decade or a century only after certain words.
  [
    /(?<![\p{L}\d.,])(?:'?((?:1[0-9]|20)\d0)|(?:'|(?<=\b(?:the|h[ie][sr]|their|my|your|our|early|late|mid)[ -]))([2-9]0|[1-9]\d0))'?s\b/gu,
    (_, years, short) => decadeWords(years || short),
  ],
  [
    re`${FREE}(\d{1,2})['\u2032](\d{1,2})["\u2033]`,
    (_, feet, inch) => `${cardinal(feet)} foot ${cardinal(inch)}`,
  ],
  [re`(?<=\b[Aa]n? )(${N})["\u2033](?= \p{L})`, (_, inches) => `${cardinal(inches)}-inch`],
  [
    re`${FREE}(${N})(?:(bn|mn|[kMB]|(?<=\d\d)K)${END}|m(?= (?:people|users|views|copies|years|jobs|homes)\b))`,
    (_, value, scale = 'm') => `${cardinal(value)} ${SCALES[scale.toLowerCase()]}`,
  ],
  [
    re`${FREE}(?<!\p{L}-)(${N})(?:( ?)(${UNIT})?(?: ?${TO} ?| to )(${N}))?( ?)(${UNIT})(?:\/(s|min|h|hr|d|${UNIT})|\/(\p{Ll}{3,}))?(?![\p{L}\d]|\/|(?<=\ds) of\b)`,
    quantity,
  ],
  [re`${FREE}(${N})(?:st|nd|rd|th)\b`, (_, digits) => ordinal(digits)],
  [
    re`${FREE}(1\d{3}|20\d\d)${TO}(1\d{3}|20\d\d|\d\d)${END}`,
    (_, from, to) => `${yearWords(from)} to ${to.length === 2 ? cardinal(to) : yearWords(to)}`,
  ],
  [re`(\p{Lu}\p{Ll}+ )?${FREE}(${N})( ?)(?:${TO})( ?)(${N})${END}`, span],
  [re`(?<![\d/.,])(?:(\d{1,3}) )?(\d{1,3})/(\d{1,3})(?![\d/]|[.,]\d)`, fraction],
  // A number of things is no year; 1000 to 1099 are years only after words like "since".
  [
    re`(?:${FREE}(?:1[1-9]|20)\d\d(?! ${THINGS})|(?<=\b${SINCE}[ -]|(?:st|nd|rd|th), )(?:1\d|20)\d\d(?!(?<=\b10..) ${THINGS}))${END}`,
    (digits) => yearWords(digits),
  ],
  [/(?<=^|\s)'(\d\d)(?!\d)/g, (_, digits) => cardinal(digits)],
  [/(?<=^|[\s(])\.(\d{1,9})(?![\p{L}\d])/gu, (_, digits) => `point ${digitWords(digits)}`],
  [re`${FREE}(${N})x(?![\p{L}\d])`, (_, factor) => `${cardinal(factor)} times`],
  [re`${FREE}(${N})${END}`, (digits) => cardinal(digits)],
  [/(?<=\p{L}) ?%/gu, ' percent'],
  [/^ +| +(?= )/g, ''],
];

function powerOf(_: string, minus: string, digits: string): string {
  if (!minus && digits === '2') return ' squared';
  return !minus && digits === '3' ? ' cubed' : ` to the ${minus && 'minus '}${ordinal(digits)}`;
}

/** Reads the month first, as in US dates; the day first where no month has the number. */
function dated(year: string, month: string, day: string): string {
  if (Number(month) > 12 && Number(day) <= 12) return dated(year, day, month);
  return `${MONTHS[Number(month) - 1] ?? month} ${ordinal(day)}, ${yearWords(year)}`;
}

/** "$3.5bn", "$3.99", "\u00a35-10 million", "A$5", "$5/month". */
function money(...[, country, sign = '', value = '', upTo, short, long, per]: string[]): string {
  const isReal = country === 'R';
  const one = MONEY[isReal ? 'R$' : sign] ?? '';
  const scale = short ? SCALES[short.toLowerCase()] : long;
  const each = per ? ` ${/^(?:hour|[aeiou])/.test(per) ? 'an' : 'a'} ${per}` : '';
  const where = COUNTRIES[country ?? ''] ? `${COUNTRIES[country ?? '']} ` : '';
  const [whole = '', part = ''] = plainDigits(value).split('.');
  if (!scale && !upTo && part.length === 2) {
    const cents = Number(part) ? cardinal(Number(part)) : '';
    if (Number(whole) || !cents) {
      return `${cardinal(whole)} ${where}${whole === '1' ? one : plural(one)}${cents && ` ${cents}`}${each}`;
    }
    return `${cents} ${sign === '\u00a3' ? 'pence' : cents === 'one' ? 'cent' : 'cents'}${each}`;
  }
  const amount = upTo ? `${cardinal(value)} to ${cardinal(upTo)}` : cardinal(value);
  const name = value === '1' && !upTo && !scale ? one : plural(one);
  return `${amount} ${scale ? `${scale} ` : ''}${where}${name}${each}`;
}

/** "10:30", "9:05 a.m.", "14:00", "3pm". */
function timeOfDay(_: string, hours: string, minutes = '00', half = ''): string {
  const noon = half && ` ${half.trim().charAt(0).toUpperCase()}M`;
  const past = `${/^0/.test(minutes) ? 'oh ' : ''}${cardinal(Number(minutes))}`;
  return `${cardinal(Number(hours))}${Number(minutes) ? ` ${past}` : noon ? '' : " o'clock"}${noon}`;
}

/** "3-4 %", "5%\u201310%", "20\u00b0C", "90 km/h", "5 mg/dL". */
function quantity(...match: string[]): string {
  const [whole = '', from = '', , , to, space, unit = '', perUnit, per] = match;
  if (space && !to && !perUnit && GLUED.test(unit)) return whole;
  const one = UNITS[unit] ?? unit;
  const amount = to ? `${cardinal(from)} to ${cardinal(to)}` : cardinal(from);
  const each = perUnit ? (PER[perUnit] ?? UNITS[perUnit]) : per;
  return `${amount} ${from === '1' && !to ? one : plural(one)}${each ? ` per ${each}` : ''}`;
}

/** "3-4" and "1,000\u20132,000"; not "10 - 3", and not the name "Boeing 737-800". */
function span(...match: string[]): string {
  const [whole = '', name = '', from = '', before, after, to = ''] = match;
  const [low, high] = [Number(plainDigits(from)), Number(plainDigits(to))];
  if (name && /^\d{3}$/.test(from) && /^\d{3}$/.test(to)) return whole;
  if (low === high) return `${name}${cardinal(from)}-${cardinal(to)}`;
  if (low > high && (high > 99 || low > 99)) return whole;
  if (low > high && before && after) return `${name}${cardinal(from)} minus ${cardinal(to)}`;
  return `${name}${cardinal(from)} to ${cardinal(to)}`;
}

const PARTS = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 32, 64, 1000]);

/** "3/4", "2 1/3", "98/100", "50/50"; what may be something else stays. */
function fraction(whole: string, count: string, top: string, bottom: string): string {
  const [over, under] = [Number(top), Number(bottom)];
  const before = count ? `${cardinal(count)} and ` : '';
  if (over === under && !count) return `${cardinal(over)}-${cardinal(under)}`;
  if (over < under && under === 100) return `${before}${cardinal(over)} out of one hundred`;
  if (!over || over > under || !PARTS.has(under)) return whole;
  if (under === 2) return `${before}one half`;
  const part = under === 4 ? 'quarter' : ordinal(under);
  return `${before}${cardinal(over)} ${part}${over === 1 ? '' : 's'}`;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const VALUES: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

function romanValue(numeral: string): number {
  const values = [...numeral].map((letter) => VALUES[letter] ?? 0);
  const signed = values.map((value, at) => (value < (values[at + 1] ?? 0) ? -value : value));
  return signed.reduce((sum, value) => sum + value, 0);
}

const RULES = [...WORDS, ...ROMAN, ...CODES, ...SIGNS, ...FIGURES];

function inWords(text: string): string {
  return RULES.reduce((said, [pattern, words]) => said.replace(pattern, words as string), text);
}

/** Names ("GDP", "MP3", "B52", "5G") and anything unknown stay as they are. Never throws. */
export const spokenForm = (text: string): string =>
  guarded('the spoken form', text, () => inWords(text), text);
