import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spoken } from './normalizeText.ts';

test.each([
  ['It was $3.5bn.', 'It was three point five billion dollars.'],
  ['It costs $5.', 'It costs five dollars.'],
  ['A $1 coin', 'A one dollar coin'],
  ['$3.99 or $0.50', 'three dollars ninety-nine or fifty cents'],
  ['\u20ac20m and \u00a3100', 'twenty million euros and one hundred pounds'],
  ['US$1.2 trillion', 'one point two trillion US dollars'],
  ['$10k a year', 'ten thousand dollars a year'],
  ['$5-10 million', 'five to ten million dollars'],
  ['3-4 % of it', 'three to four percent of it'],
  ['only 3.5%, or 100%!', 'only three point five percent, or one hundred percent!'],
  ['20\u00b0C, -5 \u00b0F', 'twenty degrees Celsius, minus five degrees Fahrenheit'],
  ['at 90 km/h or 60 mph', 'at ninety kilometres per hour or sixty miles per hour'],
  [
    '1 kg, 2 kg, 5m, 10-20 cm',
    'one kilogram, two kilograms, five metres, ten to twenty centimetres',
  ],
  ['300 m\u00b2 of roof', 'three hundred square metres of roof'],
  ['5 GB of it', 'five gigabytes of it'],
  ['at 10:30', 'at ten thirty'],
  ['at 9:05 a.m. sharp', 'at nine oh five AM sharp'],
  ['at 14:00', "at fourteen o'clock"],
  ['in the 1990s', 'in the nineteen nineties'],
  ["the '90s and the 80s", 'the nineties and the eighties'],
  ['the 1800s, the 2000s, the 2010s', 'the eighteen hundreds, the two thousands, the twenty tens'],
  ['in 1969', 'in nineteen sixty-nine'],
  ['in 1905, in 2000, in 2007', 'in nineteen oh five, in two thousand, in two thousand and seven'],
  ['in 2024', 'in twenty twenty-four'],
  ['the mid-1800s', 'the mid-eighteen hundreds'],
  ['from 1914-1918', 'from nineteen fourteen to nineteen eighteen'],
  ['1914-18 was', 'nineteen fourteen to eighteen was'],
  ['about 1234 metres', 'about one thousand two hundred and thirty-four metres'],
  ['the 1969 landings', 'the nineteen sixty-nine landings'],
  ['July 20, 1969', 'July twentieth, nineteen sixty-nine'],
  ['20 July 1969', 'the twentieth of July nineteen sixty-nine'],
  ['the 1st, 2nd, 3rd, 21st and 19th', 'the first, second, third, twenty-first and nineteenth'],
  ['the 40th of 100', 'the fortieth of one hundred'],
  ['12,345 bees', 'twelve thousand three hundred and forty-five bees'],
  ['1,000,000 of them', 'one million of them'],
  ['1,005', 'one thousand and five'],
  ['3.14', 'three point one four'],
  [
    '1.5m people, 20k fans, 3bn',
    'one point five million people, twenty thousand fans, three billion',
  ],
  ['from 3-4 of them', 'from three to four of them'],
  ['a 50-50 chance', 'a fifty-fifty chance'],
  ['a 5-year-old', 'a five-year-old'],
  ['1/2, 3/4 and 2 1/3', 'one half, three quarters and two and one third'],
  ['2\u00bd cups', 'two and a half cups'],
  ['Dr. Jones vs. Mr. Li', 'Doctor Jones versus Mister Li'],
  ['fruit, e.g. apples, i.e. food', 'fruit, for example, apples, that is, food'],
  ['bees, wasps, etc. And so', 'bees, wasps, and so on. And so'],
  ['St. Petersburg, Mt. Everest', 'Saint Petersburg, Mount Everest'],
  ['No. 5, \u2116 7', 'number five, number seven'],
  ['the U.S. and the U.K.', 'the US and the UK'],
  ['open 24/7', 'open around the clock'],
  ['CO2 and H2O', 'C O two and H two O'],
  ['World War II, Henry VIII, Louis XIV', 'World War Two, Henry the Eighth, Louis the Fourteenth'],
  ['Apollo 11, COVID-19', 'Apollo eleven, COVID-nineteen'],
  ['agent 007', 'agent zero zero seven'],
  ['a 3:1 lead', 'a three to one lead'],
  ['2 + 2 = 4', 'two plus two equals four'],
  ['~50, \u2248 60, \u00b1 2', 'about fifty, about sixty, plus or minus two'],
  ['he/she and/or they', 'he or she or they'],
  ['1 of 2 is 0', 'one of two is zero'],
])('"%s" is spoken as "%s"', (written, said) => {
  expect(spoken(written)).toBe(said);
  expect(spoken(said)).toBe(said);
});

test.each([
  'GDP, NASA and AI',
  'an MP3 of a B52',
  '5G, 4K, 3D',
  'Am I in it? I am.',
  'Wait... what?',
  'Henry I love you',
])('"%s" is spoken unchanged', (text) => {
  expect(spoken(text)).toBe(text);
});

test('no bare number is left in text for speech, whatever was written', () => {
  const piece = fc.constantFrom(
    '$',
    '%',
    '-',
    ' ',
    '.',
    ',',
    ':',
    '/',
    'km',
    'st',
    'bn',
    's',
    'in ',
    '+',
    '\u00b0C',
    "'",
  );
  const number = fc.integer({ min: 0, max: 9_999_999 }).map(String);
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, number), { maxLength: 30 }), (parts) => {
      const said = spoken(parts.join(''));
      expect(said).not.toMatch(/(?<![\p{L}\d.,'])\d+(?![\p{L}\d.,'])/u);
    }),
  );
});

test('hostile text is converted for speech in less than a second', () => {
  for (const text of ['1', '1,', '1-', '$1', '1/', '1:', "'9", 'a/', '1.', ' 1 ', '~', 'I']) {
    const began = performance.now();
    spoken(text.repeat(4_000));
    expect(performance.now() - began).toBeLessThan(1_000);
  }
});
