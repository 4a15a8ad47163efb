import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spokenForm } from './spokenForm.ts';

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
  ['2\u00bd cups', 'two and one half cups'],
  ['Dr. Jones vs. Mr. Li', 'Doctor Jones versus Mister Li'],
  ['St. Petersburg, Mt. Everest', 'Saint Petersburg, Mount Everest'],
  ['No. 5, \u2116 7', 'number five, number seven'],
  ['World War II, Henry VIII, Louis XIV', 'World War Two, Henry the Eighth, Louis the Fourteenth'],
  ['Apollo 11, COVID-19', 'Apollo eleven, COVID-nineteen'],
  ['agent 007', 'agent zero zero seven'],
  ['a 3:1 lead', 'a three to one lead'],
  ['2 + 2 = 4', 'two plus two equals four'],
  ['~50, \u2248 60, \u00b1 2', 'about fifty, about sixty, plus or minus two'],
  ['he/she or they', 'he or she or they'],
  ['1 of 2 is 0', 'one of two is zero'],
])('"%s" is spoken as "%s"', (written, said) => {
  expect(spokenForm(written)).toBe(said);
  expect(spokenForm(said)).toBe(said);
});

test.each([
  'GDP, NASA and AI',
  'an MP3 of a B52',
  '5G, 4K, 3D',
  'Am I in it? I am.',
  'Wait... what?',
  'Henry I love you',
])('"%s" is spoken unchanged', (text) => {
  expect(spokenForm(text)).toBe(text);
});

describe('numbers with a meaning', () => {
  test.each([
    // Years of the eleventh century, beside plain numbers of the same size.
    ['In 1066 they landed.', 'In ten sixty-six they landed.'],
    ['the schism of 1054', 'the schism of ten fifty-four'],
    ['since 1088, or so', 'since ten eighty-eight, or so'],
    ['from 1042 to 1066', 'from ten forty-two to ten sixty-six'],
    ['the 1066 invasion', 'the ten sixty-six invasion'],
    ['by 1005 it was gone', 'by ten oh five it was gone'],
    ['around 1050, in Baghdad', 'around ten fifty, in Baghdad'],
    ['the year 1000', 'the year one thousand'],
    ['1042-1066', 'ten forty-two to ten sixty-six'],
    ['October 14, 1066', 'October fourteenth, ten sixty-six'],
    ['in 1000 years', 'in one thousand years'],
    [
      'By 1920 newspapers and the 1918 elections',
      'By nineteen twenty newspapers and the nineteen eighteen elections',
    ],
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
    ['C++ or C', 'C plus plus or C'],
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
    ['a 50/50 chance', 'a fifty-fifty chance'],
    ['at 3pm and 4.30 p.m.', 'at three PM and four thirty PM'],
    ['a .45 pistol', 'a point four five pistol'],
    ['10x faster', 'ten times faster'],
    ['200-300 of them', 'two hundred to three hundred of them'],
    ['100-2000 people', 'one hundred to two thousand people'],
  ])('"%s" is spoken as "%s"', (written, said) => {
    expect(spokenForm(written)).toBe(said);
    expect(spokenForm(said)).toBe(said);
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
    expect(spokenForm(text)).toBe(text);
  });
});

/* The table of signs and numbers in public reports of other products, and what is like it. */
test.each([
  ['<1% of us, >90%, >= 5', 'less than one percent of us, more than ninety percent, at least five'],
  ['~8 billion, ~100\u00b0C', 'about eight billion, about one hundred degrees Celsius'],
  [
    '10^6, 10\u2076, 3 x 10^8, 10^-9',
    'ten to the sixth, ten to the sixth, three times ten to the eighth, ten to the minus ninth',
  ],
  ['5%-10%, 5%\u201310%', 'five to ten percent, five to ten percent'],
  [
    'A$5, NZ$7, C$20,000, R$5',
    'five Australian dollars, seven New Zealand dollars, twenty thousand Canadian dollars, five reais',
  ],
  [
    '5\u20ac, 10 \u20ac, \u20b950,000, 50\u00a2, \u20a91000',
    'five euros, ten euros, fifty thousand rupees, fifty cents, one thousand won',
  ],
  ['27,50 \u20ac, \u20ac27,50', 'twenty-seven euros fifty, twenty-seven euros fifty'],
  [
    '$3T, $5/month, $25/hour',
    'three trillion dollars, five dollars a month, twenty-five dollars an hour',
  ],
  ['2024-05-06', 'May sixth, twenty twenty-four'],
  [
    '12/25/2024 or 25/12/2024',
    'December twenty-fifth, twenty twenty-four or December twenty-fifth, twenty twenty-four',
  ],
  ['3/4/2021', 'March fourth, twenty twenty-one'],
  [
    'Jan. 6, Sept. 11, 2001, 15 Aug 1947',
    'January sixth, September eleventh, two thousand and one, the fifteenth of August nineteen forty-seven',
  ],
  ['May 3-5', 'May third to fifth'],
  ['1 000 000, 1\u2009000\u2009000, 10 000', 'one million, one million, ten thousand'],
  [
    '1.234.567 and 1,00,000',
    'one million two hundred and thirty-four thousand five hundred and sixty-seven and one hundred thousand',
  ],
  ["We're #1!", "We're number one!"],
  [
    '5 mg/dL, 3/16 inch, 98/100',
    'five milligrams per decilitre, three sixteenths inch, ninety-eight out of one hundred',
  ],
  ['9-1-1, 401(k)', 'nine one one, four oh one k'],
  ['2.5GB/s', 'two point five gigabytes per second'],
  ['Python 3.11, iOS 17.10', 'Python three eleven, iOS seventeen ten'],
  [`6'2", a 12" pizza`, 'six foot two, a twelve-inch pizza'],
  [
    'E = mc^2, 5>3, 2 500 years',
    'E equals m c squared, five more than three, two thousand five hundred years',
  ],
  ['\u00b15, 5\u203210\u2033', 'plus or minus five, five foot ten'],
  ['-$5, \u22123 \u00b0C', 'minus five dollars, minus three degrees Celsius'],
  ['10 - 3 = 7, 4 * 5', 'ten minus three equals seven, four times five'],
  [
    '1,490 eggs on 14 May 1923',
    'one thousand four hundred and ninety eggs on the fourteenth of May nineteen twenty-three',
  ],
  ['me@nature.com & co', 'me at nature dot com and co'],
])('"%s" keeps its value: "%s"', (written, said) => {
  expect(spokenForm(written)).toBe(said);
  expect(spokenForm(said)).toBe(said);
});

test.each([
  'TCP/IP, AC/DC',
  'Boeing 737-800',
  'PM2.5',
  '/etc/passwd',
  'HK$3',
  'F-16s and 100s of them',
  '12.5.2020',
  '1e6, 5/3, 1,2',
  '1:30:15',
  '12345678901234567890123456789',
])('"%s" is not known and stays', (text) => {
  expect(spokenForm(text)).toBe(text);
});

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'oh ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES = ['thousand', 'million'];

/** The number that these words hold, read by no code of the spoken form's own; all other words are passed over. */
function valueIn(text: string): number {
  const [whole = [], decimals = []] = text
    .split(' point ')
    .map((part) => part.match(/[a-z]+/g) ?? []);
  let total = 0;
  let part = 0;
  for (const word of whole) {
    const number = ONES.includes(word) ? ONES.indexOf(word) : 10 * TENS.indexOf(word);
    // "Twenty-four" is a sum; "nineteen sixty" and "nineteen oh five" are a year in pairs.
    const isSum = part % 100 === 0 || (part % 10 === 0 && part % 100 > 10 && number < 10);
    if (SCALES.includes(word)) {
      total += part * 1_000 ** (SCALES.indexOf(word) + 1);
      part = 0;
    } else if (word === 'hundred') part *= 100;
    else if (number >= 0) part = isSum && word !== 'oh' ? part + number : part * 100 + number;
  }
  const digits = decimals.map((word) => ONES.indexOf(word)).filter((digit) => digit >= 0);
  return Number(`${total + part}.${digits.join('')}`);
}

test('no value changes on the way to the voice, whatever stands about it', () => {
  const whole = fc.integer({ min: 0, max: 9_999_999 });
  const figure = fc.oneof(
    whole.map(String),
    whole.map((value) => value.toLocaleString('en')),
    fc
      .tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 99 }))
      .map((two) => two.join('.')),
  );
  const before = fc.constantFrom(
    '',
    '<',
    '>',
    '~',
    '$',
    '\u20ac',
    'about ',
    'minus ',
    '\u2265 ',
    'in ',
  );
  const after = fc.constantFrom(
    '',
    '%',
    ' km',
    ' \u20ac',
    '+',
    ' kg/m2',
    '\u00b0C',
    ' people',
    '!',
  );
  fc.assert(
    fc.property(before, figure, after, (sign, number, unit) => {
      // Nobody writes a currency before and after it, or a percentage of dollars; cents are no decimals.
      fc.pre(
        !/[$\u20ac]/.test(sign + unit) ||
          (!number.includes('.') && !/[%Cm\u20ac]/.test(sign && unit)),
      );
      const text = `It was ${sign}${number}${unit} there.`;
      const said = spokenForm(text);
      expect([text, said, valueIn(said)]).toEqual([text, said, Number(number.replaceAll(',', ''))]);
      expect(/\bminus\b/.test(said)).toBe(sign === 'minus ');
    }),
    { numRuns: 300 },
  );
});

test('what is spoken is its own spoken form, so that lines in words stay as they are', () => {
  const piece = fc.constantFrom(
    ...[
      '$',
      '%',
      '-',
      '\u2013',
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
      '\u00b0C',
      "'",
      '"',
    ],
    ...[
      '\u20ac',
      '<',
      '>',
      '~',
      '#',
      '@',
      '(',
      ')',
      'May ',
      'Jan. ',
      'K',
      '\u00b2',
      '\u00bd',
      '\ud800',
      '\u0663',
      '\u4e09',
      'I',
      'V',
    ],
  );
  const number = fc
    .oneof(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }))
    .map(String);
  const text = fc.array(fc.oneof(piece, number), { maxLength: 20 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, (written) => {
      const said = spokenForm(written);
      expect([written, spokenForm(said)]).toEqual([written, said]);
    }),
    { numRuns: 200 },
  );
});

test('hostile text is converted for speech in less than a second', () => {
  for (const text of ['1', '1,', '1-', '$1', '1/', '1:', "'9", 'a/', '1.', ' 1 ', '~', 'I']) {
    const began = process.cpuUsage().user;
    spokenForm(text.repeat(4_000));
    // Of this process alone: others may be busy.
    expect(process.cpuUsage().user - began).toBeLessThan(1_000_000);
  }
});
