import { cardinal, decadeWords, digitByDigit, ordinal, yearWords } from './numberWords.ts';

/*
 * What the product's prompt demands of a model: numbers, years, units, signs and abbreviations as they
 * are spoken. A stand-in knows nothing of the product, so this is not the product's own `spoken`.
 */

const N = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const MONTH =
  'January|February|March|April|May|June|July|August|September|October|November|December';
const YEAR = String.raw`1[1-9]\d\d|20\d\d`;
const FREE = String.raw`(?<![\p{L}\d.,])`;
const END = String.raw`(?![\p{L}\d]|[.,]\d)`;

/** Singular and plural of a sign or an abbreviation behind a number. */
const UNITS: Record<string, [one: string, many: string]> = {
  'km/h': ['kilometre per hour', 'kilometres per hour'],
  'm/s': ['metre per second', 'metres per second'],
  'km²': ['square kilometre', 'square kilometres'],
  'm²': ['square metre', 'square metres'],
  'm³': ['cubic metre', 'cubic metres'],
  '°C': ['degree Celsius', 'degrees Celsius'],
  '°F': ['degree Fahrenheit', 'degrees Fahrenheit'],
  '°': ['degree', 'degrees'],
  '%': ['percent', 'percent'],
  km: ['kilometre', 'kilometres'],
  cm: ['centimetre', 'centimetres'],
  mm: ['millimetre', 'millimetres'],
  m: ['metre', 'metres'],
  kg: ['kilogram', 'kilograms'],
  mg: ['milligram', 'milligrams'],
  g: ['gram', 'grams'],
  ml: ['millilitre', 'millilitres'],
  l: ['litre', 'litres'],
  kWh: ['kilowatt hour', 'kilowatt hours'],
  MW: ['megawatt', 'megawatts'],
  kW: ['kilowatt', 'kilowatts'],
  Hz: ['hertz', 'hertz'],
  ft: ['foot', 'feet'],
  lb: ['pound', 'pounds'],
  mph: ['mile per hour', 'miles per hour'],
};
const MONEY: Record<string, [one: string, many: string]> = {
  $: ['dollar', 'dollars'],
  '€': ['euro', 'euros'],
  '£': ['pound', 'pounds'],
};
const SCALE: Record<string, string> = { k: 'thousand', m: 'million', bn: 'billion' };

const SHORT: [RegExp, string][] = [
  [/\bDr\.? (?=\p{Lu})/gu, 'Doctor '],
  [/\bProf\.? (?=\p{Lu})/gu, 'Professor '],
  [/\bMr\.? (?=\p{Lu})/gu, 'Mister '],
  [/\bMrs\.? (?=\p{Lu})/gu, 'Missus '],
  [/\bSt\. (?=\p{Lu})/gu, 'Saint '],
  [/\be\.\s?g\.,?/gi, 'for example'],
  [/\bi\.\s?e\.,?/gi, 'that is'],
  [/\betc\./g, 'and so on'],
  [/\bvs\./g, 'versus'],
  [/\b(?:c|ca|approx)\.\s?(?=\d)/g, 'about '],
  [/\bNo\. ?(?=\d)/g, 'number '],
  [/\s&\s/g, ' and '],
];

const all = (source: string, flags = 'gu') => new RegExp(source, flags);
const units = Object.keys(UNITS)
  .sort((one, other) => other.length - one.length)
  .join('|');
const SAID_AS_YEAR = String.raw`(?<=\b(?:in|since|until|till|by|of|around|before|after|early|late|year|from|between|and|to|the|${MONTH}),? )`;

type Rule = [pattern: RegExp, spoken: (...match: string[]) => string];
const day = (digits: string) => ordinal(String(Number(digits)));
const months = MONTH.split('|');

/** In this order: what is left of a number after one rule is read by the next. */
const RULES: Rule[] = [
  [/(?<=^|[\s(])[-−](?=\d)/g, () => 'minus '],
  [
    all(String.raw`${FREE}(${YEAR})-(\d\d)-(\d\d)${END}`),
    (_, year = '', month, date = '') =>
      `the ${day(date)} of ${months[Number(month) - 1] ?? months[0]} ${yearWords(year)}`,
  ],
  [
    all(String.raw`${FREE}(\d{1,2})(?: to |\s?[-–]\s?)(?=\d{1,2} (?:${MONTH})\b)`),
    (_, date = '') => `the ${day(date)} to `,
  ],
  [
    all(String.raw`\b(?:the )?(\d{1,2})(?:st|nd|rd|th)?\.? (?:of )?(${MONTH})\b`, 'gui'),
    (_, date = '', month) => `the ${day(date)} of ${month}`,
  ],
  [
    all(String.raw`\b(${MONTH}) (\d{1,2})(?:st|nd|rd|th)?${END}`),
    (_, month, date = '') => `${month} ${day(date)}`,
  ],
  [
    all(String.raw`([$€£])\s?(${N})(?:\s?(k|m|bn)${END}| (thousand|million|billion)\b)?`),
    (_, sign = '', value = '', ...[short, long]) => {
      const scale = short ? SCALE[short] : long;
      const [one, many] = MONEY[sign] ?? ['', ''];
      return [cardinal(value), scale, value === '1' && !scale ? one : many]
        .filter(Boolean)
        .join(' ');
    },
  ],
  [
    all(String.raw`${FREE}(${N})\s?(?:[-–]|to)\s?(${N})\s?(${units})(?![\p{L}\d²³/])`),
    (_, from = '', to = '', unit = '') =>
      `${cardinal(from)} to ${cardinal(to)} ${UNITS[unit]?.[1] ?? unit}`,
  ],
  [
    all(String.raw`${FREE}(${N})\s?(${units})(?![\p{L}\d²³/])`),
    (_, value = '', unit = '') => `${cardinal(value)} ${UNITS[unit]?.[value === '1' ? 0 : 1]}`,
  ],
  [
    all(String.raw`${FREE}([01]?\d|2[0-4]):([0-5]\d)${END}`),
    (_, hours = '', minutes = '') => {
      if (minutes === '00') return `${cardinal(hours)} o'clock`;
      return `${cardinal(hours)} ${minutes.startsWith('0') ? 'oh ' : ''}${cardinal(String(Number(minutes)))}`;
    },
  ],
  [all(String.raw`${FREE}(\d{1,2}):(?=(?:${N})${END})`), (_, from = '') => `${cardinal(from)} to `],
  [
    all(String.raw`${FREE}(${YEAR})\s?[-–]\s?(${YEAR})${END}`),
    (_, from = '', to = '') => `${yearWords(from)} to ${yearWords(to)}`,
  ],
  [
    all(String.raw`${FREE}(${N})\s?[-–]\s?(?=(?:${N})${END})`),
    (_, from = '') => `${cardinal(from)} to `,
  ],
  [all(String.raw`${FREE}'?((?:1[1-9]|20)\d0|[2-9]0)s\b`), (_, years = '') => decadeWords(years)],
  [
    all(String.raw`${FREE}(\d[\d,]*)(?:st|nd|rd|th)\b`),
    (_, digits = '') => ordinal(digits.replaceAll(',', '')),
  ],
  [all(`${SAID_AS_YEAR}(${YEAR})${END}`), (_, year = '') => yearWords(year)],
  // "1200 eggs" are counted, "1200, eggs" or "the 1200 crossing" are not.
  [all(String.raw`${FREE}(${YEAR})${END}(?! \p{Ll}+s\b)`), (_, year = '') => yearWords(year)],
  [all(String.raw`${FREE}(0\d+)${END}`), (_, digits = '') => digitByDigit(digits)],
  [all(String.raw`(?<![\p{L}\d])(${N})(?![\p{L}\d])`), (value = '') => cardinal(value)],
  // What is part of a name, like "CO2" and "A380".
  [all(String.raw`(?<=\p{L})\d+`), (digits = '') => ` ${cardinal(digits)}`],
  [all(String.raw`\d+`), (digits = '') => `${cardinal(digits)} `],
];

/** A sentence as it is spoken: no digit, no sign that cannot be read out. */
export function spokenText(text: string): string {
  let said = text.normalize('NFC').replace(/[\u00a0\u202f\u2009]/g, ' ');
  for (const [short, long] of SHORT) said = said.replace(short, long);
  for (const [pattern, spoken] of RULES) said = said.replace(pattern, spoken);
  return said
    .replace(/\s?%/g, ' percent')
    .replace(/[[\]{}<>*_#|~^`\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
