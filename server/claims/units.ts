import { type Token, tokenAt } from './tokens.ts';

/**
 * One unit a line: its name, then its words in English, German and Spanish (a regular plural needs no
 * line of its own), then after a bar the signs that stand behind digits only.
 */
const TABLE = `
kilometre: kilometre, kilometer, kilometro | km
metre: metre, meter, metro | m
centimetre: centimetre, centimeter, zentimeter, centimetro | cm
millimetre: millimetre, millimeter, milimetro | mm
micrometre: micrometre, micrometer, micron, mikrometer | µm, μm
nanometre: nanometre, nanometer | nm
mile: mile, meile, milla | mi
nautical mile: nautical mile, sea mile, seemeile, milla nautica | nmi
yard: yard | yd
foot: foot, feet | ft
inch: inch, inches, zoll | ″
fathom: fathom
league: league
light year: light year, lichtjahr
square kilometre: square kilometre, square kilometer, quadratkilometer, kilometro cuadrado | km², km2
square metre: square metre, square meter, quadratmeter, metro cuadrado | m², m2
square mile: square mile
hectare: hectare, hektar, hectarea | ha
acre: acre
cubic kilometre: cubic kilometre, cubic kilometer, kubikkilometer, kilometro cubico | km³, km3
cubic metre: cubic metre, cubic meter, kubikmeter, metro cubico | m³, m3
litre: litre, liter, litro | l, L
millilitre: millilitre, milliliter, mililitro | ml, mL
gallon: gallon
pint: pint
quart: quart
bushel: bushel
barrel: barrel
kilogram: kilogram, kilogramme, kilo, kilogramm, kilogramo | kg
gram: gram, gramme, gramm, gramo | g
milligram: milligram, milligramm, miligramo | mg
microgram: microgram, mikrogramm | µg, μg
tonne: tonne, metric ton, tonelada | t
ton: ton
pound: pound
lb: pound of weight, pfund, libra | lb, lbs
ounce: ounce, onza | oz
celsius: degree celsius, degree centigrade, grad celsius, grado celsius, grados celsius, celsius | °C, ℃
fahrenheit: degree fahrenheit, fahrenheit, grad fahrenheit | °F, ℉
kelvin: kelvin | K
degree: degree, grad, grado | °
percent: percent, per cent, percentage point, prozent, por ciento, por cien, pct | %
millisecond: millisecond, millisekunde | ms
second: second, sekunde, segundo | s, sec
minute: minute, minuto | min
hour: hour, stunde, hora | h, hr, hrs
day: day, tag, dia
week: week, woche, semana
fortnight: fortnight
month: month, monat, mes, meses
year: year, jahr, año, ano | yr, yrs
decade: decade, jahrzehnt, decada
century: century, centuries
watt: watt, vatio | W
kilowatt: kilowatt | kW
megawatt: megawatt | MW
gigawatt: gigawatt | GW
kilowatt hour: kilowatt hour, kilowattstunde | kWh
megawatt hour: megawatt hour | MWh
volt: volt | V
joule: joule | J
calorie: calorie, kalorie, caloria | cal
kilocalorie: kilocalorie, kilokalorie | kcal
hertz: hertz | Hz
kilohertz: kilohertz | kHz
megahertz: megahertz | MHz
gigahertz: gigahertz | GHz
decibel: decibel, dezibel | dB
byte: byte
kilobyte: kilobyte | kB, KB
megabyte: megabyte | MB
gigabyte: gigabyte | GB
terabyte: terabyte | TB
knot: knot | kn
parts per million: part per million, parts per million | ppm
kilometre an hour: kilometre per hour, kilometre an hour, kilometer per hour, kilometer an hour, stundenkilometer, kilometer pro stunde, kilometro por hora | km/h, kph, kmh
mile an hour: mile per hour, mile an hour | mph
metre a second: metre per second, metre a second, meter per second, meter a second, meter pro sekunde | m/s
dollar: dollar, us dollar, dolar, dolares | $, USD
cent: cent, centavo | ¢
euro: euro | €, EUR
sterling: pound sterling, pounds sterling | £, GBP
penny: penny, pence
shilling: shilling, schilling
yen: yen | ¥
franc: franc, franken, franco
rouble: rouble, ruble, rubel, rublo
rupee: rupee
mark: reichsmark, deutschmark
guilder: guilder, gulden
florin: florin
bc: bc, bce, v chr, vor christus, ac, antes de cristo
`;
const IRREGULAR = /(?:feet|inches|pence|centuries|hertz)$/;

const NAMES = new Map<string, string>();
const SIGNS = new Map<string, string>();
for (const line of TABLE.trim().split('\n')) {
  const [unit = '', rest = ''] = line.split(': ');
  const [names = '', signs = ''] = rest.split(' | ');
  for (const name of names.split(', ')) addName(name, unit);
  for (const sign of signs.split(', ').filter(Boolean)) SIGNS.set(sign, unit);
}

function addName(name: string, unit: string) {
  NAMES.set(name, unit);
  if (IRREGULAR.test(name)) return;
  const [first = '', ...rest] = name.split(' ');
  for (const plural of ['s', 'es', 'n', 'en', 'e']) {
    NAMES.set([`${first}${plural}`, ...rest].join(' '), unit);
    NAMES.set(`${name}${plural}`, unit);
  }
}

/** A unit of measure, time or money; `to` is the place of the token after it. */
export interface Unit {
  unit: string;
  to: number;
}

const MOST_WORDS = 4;
/** Digits or "\u00bd". */
const DIGITS = /^\p{N}/u;

/** The longest unit that begins at that place; signs count only right behind digits. */
export function unitAt(tokens: Token[], at: number): Unit | null {
  for (let words = MOST_WORDS; words > 0; words -= 1) {
    const part = tokens.slice(at, at + words);
    const name = NAMES.get(part.map(({ word }) => word).join(' '));
    if (name && part.length === words) return { unit: name, to: at + words };
    if (!DIGITS.test(tokenAt(tokens, at - 1).text)) continue;
    const sign = SIGNS.get(part.map(({ text }) => text).join(''));
    if (sign && part.slice(1).every(({ glued }) => glued)) return { unit: sign, to: at + words };
  }
  return null;
}

const MONEY = /^[$€£¥]$/;

/** The currency whose sign stands before a number. */
export function moneyBefore(tokens: Token[], at: number): string | undefined {
  const { text } = tokenAt(tokens, at - 1);
  return MONEY.test(text) ? SIGNS.get(text) : undefined;
}

const KINDS: Record<string, string[]> = {
  degree: ['celsius', 'fahrenheit'],
  pound: ['sterling', 'lb'],
  sterling: ['pound'],
  lb: ['pound'],
};

/** Whether a unit that is spoken may stand for one that is written. */
export const isSameUnit = (spoken: string, written: string) =>
  spoken === written || (KINDS[spoken]?.includes(written) ?? false);

const TIME = new Set(
  'millisecond second minute hour day week fortnight month year decade century'.split(' '),
);
export const isTime = (unit: string) => TIME.has(unit);
