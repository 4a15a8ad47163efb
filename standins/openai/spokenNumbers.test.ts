import { describe, expect, it, test } from 'vitest';
import { webPages } from '../web/webPages.ts';
import { cardinal, decadeWords, ordinal, yearWords } from './numberWords.ts';
import { numbersIn } from './readNumbers.ts';
import { spokenText } from './spokenNumbers.ts';

test.each([
  ['colonies of 10,000 to 60,000 workers', 'colonies of ten thousand to sixty thousand workers'],
  ['described in 1923', 'described in nineteen twenty-three'],
  ['kept at 35 degrees Celsius', 'kept at thirty-five degrees Celsius'],
  ['kept at 35 °C', 'kept at thirty-five degrees Celsius'],
  ['laid 1,490 eggs', 'laid one thousand four hundred and ninety eggs'],
  ['2.5 grams', 'two point five grams'],
  ['45%', 'forty-five percent'],
  ['1 km away', 'one kilometre away'],
  ['on 11 March 1679', 'on the eleventh of March sixteen seventy-nine'],
  ['March 11, 1679', 'March eleventh, sixteen seventy-nine'],
  ['on 2025-05-20', 'on the twentieth of May twenty twenty-five'],
  ['6 to 10 June', 'the sixth to the tenth of June'],
  ['from 1914–1918', 'from nineteen fourteen to nineteen eighteen'],
  ['in the 1920s', 'in the nineteen twenties'],
  ['the 19th century', 'the nineteenth century'],
  ['1200 eggs', 'one thousand two hundred eggs'],
  ['in 2004', 'in two thousand and four'],
  ['in 1905', 'in nineteen oh five'],
  ['€7 million', 'seven million euros'],
  ['$40', 'forty dollars'],
  ['at 19:12', 'at nineteen twelve'],
  ['a map of 1:25,000', 'a map of one to twenty-five thousand'],
  ['by 59 BC', 'by fifty-nine BC'],
  ['−3 °C', 'minus three degrees Celsius'],
  ['10–12 km/h', 'ten to twelve kilometres per hour'],
  ['Dr. Ackley & St. Anne', 'Doctor Ackley and Saint Anne'],
])('%j is spoken as %j', (written, spoken) => {
  expect(spokenText(written)).toBe(spoken);
  expect(spokenText(spoken)).toBe(spoken);
});

describe('number words', () => {
  const numbers = Array.from({ length: 4_000 }, (_, at) => (at < 2_000 ? at : at * at * 37));

  it('are read as the number that they were made of', () => {
    for (const number of numbers) {
      const digits = String(number);
      expect([...numbersIn(`about ${cardinal(digits)} of them`)]).toEqual([digits]);
      expect([...numbersIn(`the ${ordinal(digits)} of them`)]).toEqual([digits]);
    }
  });

  it('of years and decades are read as those', () => {
    for (let year = 1100; year < 2100; year++) {
      expect([...numbersIn(`in ${yearWords(String(year))}, they say`)]).toEqual([String(year)]);
    }
    expect([...numbersIn(decadeWords('1920'))]).toEqual(['1920']);
  });

  it('with decimals are read as written', () => {
    for (const digits of ['0.5', '2.75', '19.25', '1490.3']) {
      expect([...numbersIn(cardinal(digits))]).toEqual([digits]);
    }
  });

  it('tell two numbers from one', () => {
    expect([...numbersIn('ten to twelve, and a hundred and six')]).toEqual(['10', '12', '6']);
    expect([...numbersIn('7 million in 2019')]).toEqual(['7000000', '2019']);
  });
});

it('every English sentence of the stand-in web keeps its numbers when it is spoken', () => {
  const sentences = webPages
    .filter(({ language }) => language === 'en')
    .flatMap(({ facts }) => facts.map(({ sentence }) => sentence))
    // In "one to twenty-five thousand four" the two numbers cannot be told apart.
    .filter((sentence) => !sentence.includes('1:25,000'));
  expect(sentences.length).toBeGreaterThan(200);
  for (const sentence of sentences) {
    const spoken = spokenText(sentence);
    expect(spoken).not.toMatch(/\d/);
    expect([sentence, [...numbersIn(spoken)].sort()]).toEqual([
      sentence,
      [...numbersIn(sentence)].sort(),
    ]);
  }
});
