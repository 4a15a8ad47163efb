import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

describe('numbers with a meaning', () => {
  test.each([
    // Years of the eleventh century, beside plain numbers of the same size.
    ['In 1066 they landed.', 'In ten sixty-six they landed.'],
    ['the schism of 1054', 'the schism of ten fifty-four'],
    ['Manzikert, 1071: a defeat', 'Manzikert, ten seventy-one: a defeat'],
    ['since 1088, or so', 'since ten eighty-eight, or so'],
    ['from 1042 to 1066', 'from ten forty-two to ten sixty-six'],
    ['the 1066 invasion', 'the ten sixty-six invasion'],
    ['by 1005 it was gone', 'by ten oh five it was gone'],
    ['around 1050, in Baghdad', 'around ten fifty, in Baghdad'],
    ['the year 1000', 'the year one thousand'],
    ['1042-1066', 'ten forty-two to ten sixty-six'],
    ['October 14, 1066', 'October fourteenth, ten sixty-six'],
    ['in 1000 years', 'in one thousand years'],
    ['about 1050 metres', 'about one thousand and fifty metres'],
    ['by 1024 bytes', 'by one thousand and twenty-four bytes'],
    ['1001 nights', 'one thousand and one nights'],
    ['of 1000 people', 'of one thousand people'],
    // Decades and centuries, beside seconds.
    ['in the 1000s', 'in the ten hundreds'],
    ['in the 900s', 'in the nine hundreds'],
    ['the late 800s', 'the late eight hundreds'],
    ['the mid-600s', 'the mid-six hundreds'],
    ['the 1040s', 'the ten forties'],
    ['the early 870s', 'the early eight seventies'],
    ["the 1960's", 'the nineteen sixties'],
    ['after 900s it stops', 'after nine hundred seconds it stops'],
    ['a pause of 30s', 'a pause of thirty seconds'],
    ['in 200 BC', 'in two hundred BC'],
    ['AD 79', 'AD seventy-nine'],
    // Languages, keys and other names with a sign.
    ['C# and F#', 'C sharp and F sharp'],
    ['in C# minor', 'in C sharp minor'],
    ['A* finds it', 'A star finds it'],
    ['C++ or C', 'C plus plus or C'],
    ['in B\u266d major', 'in B flat major'],
    ['the #1 song', 'the number one song'],
    // Rulers, by their numeral.
    ['Basil II', 'Basil the Second'],
    ['Constantine XI fell', 'Constantine the Eleventh fell'],
    ['Selim III and Mehmed VI', 'Selim the Third and Mehmed the Sixth'],
    ["Louis XVI's head", "Louis the Sixteenth's head"],
    ['Charles V', 'Charles the Fifth'],
    ['Pope John Paul II', 'Pope John Paul the Second'],
    ['Pope Leo XIV', 'Pope Leo the Fourteenth'],
    ['Elizabeth I of England', 'Elizabeth the First of England'],
    ["Charles I's trial", "Charles the First's trial"],
    ['King James I had a cold', 'King James the First had a cold'],
    ['under Justinian I, the law', 'under Justinian the First, the law'],
    ['Alexios I Komnenos', 'Alexios the First Komnenos'],
    ['World War I', 'World War One'],
    ['World War I was long', 'World War One was long'],
    ['Rocky IV and Apollo XIII', 'Rocky Four and Apollo Thirteen'],
    ['Book II, Act III, Article V', 'Book Two, Act Three, Article Five'],
    ['Super Bowl LVIII', 'Super Bowl Fifty-eight'],
    // Versions.
    ['version 1.2.3', 'version one point two point three'],
    ['v2.0.1 came', 'version two point zero point one came'],
    ['Rust 1.85', 'Rust one point eight five'],
    [
      'at 192.168.0.1',
      'at one hundred and ninety-two point one hundred and sixty-eight point zero point one',
    ],
    // Telephone numbers.
    ['1-800-555-0199', 'one, eight zero zero, five five five, zero one nine nine'],
    ['(212) 555-0147', 'two one two, five five five, zero one four seven'],
    ['212-555-0147', 'two one two, five five five, zero one four seven'],
    ['555-0199', 'five five five, zero one nine nine'],
    ['+44 20 7946 0958', 'plus four four, two zero, seven nine four six, zero nine five eight'],
    ['call 911', 'call nine one one'],
    // Signs between numbers.
    ['9/11', 'nine eleven'],
    ['a 50/50 chance', 'a fifty-fifty chance'],
    ['at 3pm and 4.30 p.m.', 'at three PM and four thirty PM'],
    ['a .45 pistol', 'a point four five pistol'],
    ['10x faster', 'ten times faster'],
    ['200-300 of them', 'two hundred to three hundred of them'],
    ['100-2000 people', 'one hundred to two thousand people'],
  ])('"%s" is spoken as "%s"', (written, said) => {
    expect(spoken(written)).toBe(said);
    expect(spoken(said)).toBe(said);
  });

  test.each([
    'Did I, in the end?',
    'Am I right?',
    'In London I was happy.',
    'Then I, too, saw it.',
    'Rachel, I know.',
    'Malcolm X and Generation X',
    'Vitamin C and Plan B',
    'So am I.',
    'Yesterday I died a little.',
    'What Rachel and I have',
    'Neither Adam nor I.',
  ])('"%s" holds no numeral', (text) => {
    expect(spoken(text)).toBe(text);
  });
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
