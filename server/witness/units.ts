import { folded } from './lexicon.ts';

/**
 * Per kind each unit's names, its signs (behind digits only) after "/", and its size. Names with a capital
 * are the keys by which Intl knows them in all our languages.
 */
const TABLE = `length: Meter / m 1, Kilometer / km 1e3, Centimeter / cm .01, Millimeter / mm .001, Mile / mi 1609.34,
 Yard / yd .9144, Foot / ft .3048, Inch .0254, micrometre micron / μm 1e-6, nanometre / nm 1e-9, light-year 9.46e15
area: Hectare / ha 1e4, Acre 4047, square-metre square-meter quadratmeter / m2 1, square-foot square-feet .0929,
 square-mile 2.59e6, square-kilometre square-kilometer quadratkilometer / km2 1e6
volume: Liter / l 1, Milliliter / ml .001, Gallon 3.785, pint .5, barrel 159, cubic-metre cubic-meter / m3 1e3,
 cubic-kilometre cubic-kilometer kubikkilometer / km3 1e12, cubic-mile 4.168e12, cubic-foot cubic-feet 28.32
mass: Kilogram kilo / kg 1, Gram / g .001, milligram milligramm / mg 1e-6, microgram / μg 1e-9,
 tonne ton tonelada metric-ton / t 1e3, Pound lb .4536, Ounce / oz .02835
temperature: Celsius celsius degree-celsius / c °-c 1, Fahrenheit fahrenheit degree-fahrenheit / f °-f 1, Degree / ° 1
time: Second / s sec 1, Minute / min 60, Hour / h hr hrs 3600, Day 86400, Week 604800, fortnight 1209600,
 Month 2629800, Year / yr yrs 31557600, decade jahrzehnt decada 315576e3, century centuries jahrhundert 315576e4
speed: Mile-per-hour mph .447, Kilometer-per-hour kph kmh / km-/-h .2778, knot .5144, Meter-per-second / m-/-s 1
power: watt / w 1, kilowatt / kw 1e3, megawatt / mw 1e6, gigawatt / gw 1e9, horsepower / hp 746
data: byte 1, Kilobyte / kb 1e3, Megabyte / mb 1e6, Gigabyte / gb 1e9, Terabyte / tb 1e12
percent: Percent percentage-point / % 1
dollar: dollar dolar usd / $ 1
euro: euro eur / € 1
sterling: sterling gbp / £ 1
yen: yen / ¥ 1
bc: bc bce 1`;

/** A unit of measure, time or money; its size in the kind's basic unit. */
export interface Unit {
  name: string;
  /** Its name and those that it may stand for. */
  names: string[];
  kind: string;
  size: number;
}

const ALIKE = [
  ['degree', 'celsius', 'fahrenheit'],
  ['pound', 'sterling'],
];
const [NAMES, SIGNS] = [new Map<string, Unit>(), new Map<string, Unit>()];
for (const line of TABLE.split(/\n(?! )/)) {
  const [kind = '', units = ''] = line.split(/:\s/);
  for (const entry of units.split(/,\s+/)) {
    const words = entry.trim().split(/\s+/);
    const name = (words[0] ?? '').toLowerCase();
    const unit = {
      name,
      names: ALIKE.find(([first]) => first === name) ?? [name],
      kind,
      size: Number(words.pop()),
    };
    const [names = '', signs = ''] = words.join(' ').split(' / ');
    for (const word of names.split(' ').flatMap(spellings)) {
      for (const end of ['', 's', 'n']) NAMES.set(`${word}${end}`, unit);
    }
    for (const sign of signs.split(' ').filter(Boolean)) SIGNS.set(sign, unit);
  }
}

/** "Kilometer", "kilometres", "kilómetros", from the key of Intl; other names as they are. */
function spellings(key: string): string[] {
  if (!/^[A-Z]/.test(key)) return [key];
  const style = { style: 'unit', unit: key.toLowerCase(), unitDisplay: 'long' } as const;
  const formats = ['en-GB', 'en-US', 'de', 'es'].map(
    (locale) => new Intl.NumberFormat(locale, style),
  );
  const spoken = formats.flatMap((format) => [format.format(1), format.format(5)]);
  return spoken.map((words) => words.split(/\s/).slice(1).map(folded).join('-'));
}

/** The longest unit with which words begin, and how many of them it takes. */
export function unitOf(text: string, isBehindDigits: boolean) {
  const skipped = /^(?:(?:odd|ish|plus) |of an? )?/.exec(text)?.[0] ?? '';
  const words = text.slice(skipped.length).split(' ', 3).filter(Boolean);
  for (; words.length; words.pop()) {
    const name = words.join('-').replace(/(?<=-)an?(?=-)/, 'per');
    const unit = NAMES.get(name) ?? (isBehindDigits && !skipped ? SIGNS.get(name) : undefined);
    if (unit) return { unit, length: skipped.split(' ').length - 1 + words.length };
  }
  return null;
}

/** A value in its kind's basic unit. */
export const inBasic = (value: number, { name, size }: Unit) =>
  name === 'fahrenheit' ? (value - 32) / 1.8 : value * size;
