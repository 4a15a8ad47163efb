import { expect, test } from 'vitest';
import { openWitness } from './witness.ts';

/** One field a block: "=" what was read of it, "+" lines that stand, "-" lies, each with its mark. */
const FIELDS = `
= A queen bee laid 1,490 eggs on 14 May 1923. Karl von Frisch described the dance of honeybees near Munich.
= A hive holds 10,000 to 60,000 workers. Una colonia tiene entre 10.000 y 60.000 obreras. The nest is kept at 35 °C.
= A forager weighs 100 milligrams and flies at 24 km/h. In winter 31% of the colonies died, 9 % of them of hunger.
+ She laid 1,490 eggs on 14 May 1923. That's nearly fifteen hundred eggs, Rachel. In one day!
+ About 1,500 eggs, on May 14th, 1923. Ten to sixty thousand workers in one hive, can you imagine?
+ Oh, it was Karl von Frisch. The dance was his. Well, Adam, there are two books on my table and three questions in my head.
+ We're on it day and night, a hundred percent.
+ They keep it at 35 degrees, day and night. That's 95 degrees Fahrenheit. At 15 miles an hour, loaded with nectar.
+ Almost a third of the colonies died. Thirty-one in a hundred! She was described in the twenties, just over a century ago.
- She laid 1,940 eggs.|1,940
- She laid 1,490 eggs on 15 May 1923.|15 May
- It was on 14 June 1923.|14 June
- On May 14th, in 1932.|1932
- About 1,800 eggs.|1,800
- They were laid in June.|June
- Eighty thousand workers in one hive.|Eighty thousand
- Then Konrad Lorenz saw the dance.|Konrad Lorenz
- It was Karl von Lorenz, wasn't it?|Lorenz
- They keep it at 38 degrees Celsius.|38 degrees Celsius
- They keep it at 35 degrees Fahrenheit.|35 degrees Fahrenheit
- At 24 miles an hour.|24 miles an hour
- At 30 kilometres an hour.|30 kilometres an hour
- A forager weighs 100 grams.|100 grams
- Half? No, 45 percent of the colonies died.|45 percent
= Mount Tambora erupted on 10 April 1815. The eruption threw out 160 cubic kilometres of rock; 70,832 people died.
= Mary Shelley began Frankenstein in June 1816, near Geneva. Bread cost 60 percent more in Württemberg, Germany.
+ Some 70,000 people died. More than seventy thousand dead. 71,000 people — and nobody knew why.
+ A hundred and sixty cubic kilometres of rock went up. In April 1815 Tambora blew up. The Germans had no bread.
+ Shelley's monster was born by Lake Geneva. In June, of all months. Bread went up by sixty percent in Wurttemberg.
- About ninety thousand people died.|ninety thousand
- A hundred and sixty cubic metres of rock.|A hundred and sixty cubic metres
- In May 1815 Tambora blew up.|May
- Then Vesuvius blew up.|Vesuvius
- Mary Wollstonecraft began it in June.|Wollstonecraft
- Bread went up by eighty percent.|eighty percent
- The French had no bread.|French
= The tower in Pisa leans by 3.97 degrees. It is 56 metres high, was begun in 1173 and took 199 years.
= In 1990 it was closed. Engineers under John Burland removed 38 cubic metres of soil.
+ It leans by about four degrees. It's 56 metres tall, roughly 180 feet. Over 50 metres! Under 60.
+ And it took them 199 years, almost two centuries. "It was closed in nineteen ninety," she said. I'm sure Dr. Burland was proud.
+ The twelfth century, then: they began in 1173.
- It leans by about six degrees.|six degrees
- It's 56 feet tall.|56 feet
- It's 65 metres tall.|65 metres
- It took them 119 years.|119 years
- It was closed in 1994.|1994
- It was closed in nineteen ninety-four.|nineteen ninety-four
- In the fourteenth century, that is.|fourteenth century
- I'm sure Dr. Burton was proud.|Burton
= Der Umsatz stieg 2021 auf 12,5 Mio. Euro. 17 % der Häuser stehen leer. Ein Drittel der 1.490 Wohnungen wurde
= 1979 gebaut. Am 14.5.1985 kamen fünfundzwanzig Gäste aus Deutschland. German guests came. 3,2 Milliarden im 19. Jahrhundert.
+ Twelve and a half million euros, in 2021. One house in six is empty. One in six!
+ A third of the 1,490 flats are from 1979.
+ Twenty-five guests on the fourteenth of May 1985, all of them from Germany. In the nineteenth century it was 3.2 billion.
- Fifteen and a half million euros.|Fifteen and a half million euros
- Twelve and a half million dollars.|Twelve and a half million dollars
- One house in four is empty. One in four!|One in four
- Built in 1968.|1968
- Fifty guests, all of them German.|Fifty
- Twenty-five guests, all of them Italian.|Italian
= Apollo 11 landed on 20 July 1969 at 20:17 UTC. Neil Armstrong was 38, said NASA. A B-52 followed.
= The crew left 21 hours and 36 minutes later with 21.5 kilograms of rock. PM2.5 rose by 12 micrograms. On the Moon!
+ They landed on July 20th, 1969. At 8:17 p.m., think of that. Armstrong was thirty-eight. A 38-year-old on the Moon!
+ Twenty-one and a half kilos of rock. Not quite 50 pounds. About 47 pounds of stones.
+ Apollo 11, of course. And a B-52. NASA's rocks. PM2.5, that's dust: twelve micrograms.
- They landed on July 21st, 1969.|July 21st
- It was Apollo 13.|13
- It was a B-58, I think.|58
- It rose by twelve milligrams.|twelve milligrams
- Armstrong was forty-two.|forty-two
- Twenty-one and a half pounds of rock.|Twenty-one and a half pounds
- So ESA paid for it.|ESA
- They landed at 20:40.|40
- They landed in June 1969.|June
= The runner Faith Kipyegon is 5 ft 2 in tall. She ran the mile in 4:07.64 in Monaco in July 2023; the prize was $50,000.
= A marathon is 42.195 km long. At 6:40 in the morning 53,000 people started in Berlin. One in ten walked. One was 86.
+ She's five foot two. 5'2", really. She is about 1.57 metres tall.
+ Fifty thousand dollars for a mile? Come on. Half the time I'm too slow. Forty-two kilometres and a bit. About 26 miles.
+ At 6:40 in the morning. One in ten of them walking. An 86-year-old finished it.
- She is about 1.75 metres tall.|1.75 metres
- A prize of eighty thousand dollars.|eighty thousand dollars
- A marathon of 53 miles.|53 miles
- At 6:50 in the morning.|50
- 73,000 people started.|73,000
- They ran through Hamburg.|Hamburg
- A 68-year-old finished it.|68-year
= The company earned $3.5 billion in 2019, up from $1.9 billion; profits fell 4.1% to $412 million.
= Its 23,600 staff work in 17 countries. Microsoft owns 24% of it. It pays from 5 to 10 percent. In 1914–18 it was shut.
+ They made $3.5 billion, up from 1.9. Three and a half billion dollars!
+ Profits of four hundred and twelve million, down 4.1 percent. At least 5%.
+ A quarter of it belongs to Microsoft.
+ Seventeen countries, more than 23,000 people. 24,000 staff, in round numbers.
+ It was shut until 1918. A hundred reasons for that. OK, I think AI is like TV here.
- They made $5.3 billion.|$5.3 billion
- They made $3.5 million.|$3.5 million
- They made €3.5 billion.|€3.5 billion
- Profits fell 14 percent.|14 percent
- All that belongs to Google.|Google
- The other 76 percent.|76 percent
- Under the terms it's 27 countries.|27
- More than 34,000 staff.|34,000
= Six in ten adults (61 %) sleep less than seven hours. In a study of 1,912 people aged 18 to 64, 76% used a phone in bed.
= The trial ran for 18 months at Oxford University, said The Guardian on a Monday. COVID-19 stopped it in 2020.
+ Sixty-one percent, so six in ten. Three quarters of them used the phone in bed.
+ 1,900 people took part. About two thousand people, between 18 and 64.
+ A year and a half at Oxford. 18 months! Covid-19 stopped it in twenty twenty.
+ So what did the Guardian write on Monday? Less than seven hours of sleep. That's me.
- Sixty-nine percent of adults.|Sixty-nine percent
- Four in ten adults.|Four in ten
- 1,700 people took part.|1,700
- 2,000 people took part.|2,000
- About 1,500 million people took part.|1,500 million
- It ran for 28 months.|28 months
- Done at Cambridge, all of it.|Cambridge
- It happened on a Tuesday.|Tuesday
- Marburg virus, or Covid-21.|21
= The Battle of Hastings was fought on 14 October 1066. William of Normandy had 7,000 men. In the 19th century a
= Victorian abbey stood there; the Napoleonic wars ended in 1815. It sold 4.56 million copies in the United States.
= Elvis Presley was 21 in 1956. The Dutch label followed in the 1970s. Louis XIV built Versailles with 2,300 rooms.
+ In October 1066, at Hastings. William the Norman brought some seven thousand men.
+ The 1800s loved it. Queen Victoria did, Adam! Napoleon's wars were over in 1815.
+ Presley, at twenty-one. In the fifties! It was 1956.
+ Four point six million copies in America. 4.6 million copies in the US.
+ The Netherlands came next, in the seventies. Louis XIV had 2,300 rooms at Versailles.
+ Mm, nobody knows. Hmm. Sailors say so… Probably. He said: "Bread is dear." Then: "Wine isn't."
- It was fought on October 15th.|October 15th
- At Hastings, in 1067.|1067
- Some nine thousand men.|nine thousand
- It was like in the seventeenth century.|seventeenth century
- It was so Elizabethan.|Elizabethan
- It was eighty-five years ago.|eighty-five years
- 5.6 million copies.|5.6 million
- They sold it in the UK.|UK
- The Danish label followed.|Danish
- They followed in the 1930s.|1930s
- It had 3,200 rooms.|3,200
- He was king XVI, the poor man.|XVI
= The recipe needs 250 g of flour, 3 eggs and 1 litre of milk; bake at 180 °C for 45 minutes. In France it costs €14.
= The comet returns every 76 years. It was seen in 1910 and in 1986, by Edmond Halley in 1682. Marie Curie won the
= Nobel Prize in 1903 and in 1911. Its tail is 100 million kilometres long. El puente mide 1.200 metros; 12 de octubre de 1992.
+ A quarter of a kilo of flour, 250 grams. 180 degrees, for three quarters of an hour.
+ Forty-five minutes in the oven. Fourteen euros in a French bakery.
+ Every 76 years it comes back. It came in 1910, and 76 years later, in 1986.
+ A tail of a hundred million kilometres, or about 60 million miles.
+ It opened on October 12th, 1992, and it's 1.2 kilometres long. Curie won twice: in 1903 and eight years later.
- It needs 350 grams of flour.|350 grams
- It needs 250 ounces of flour.|250 ounces
- 220 degrees, please.|220 degrees
- Bake it for 75 minutes.|75 minutes
- It costs £14.|£14
- It comes back every 62 years.|62 years
- A tail of 200 million kilometres.|200 million kilometres
- It's 1,200 miles long.|1,200 miles
- In 1903 and 19 years later.|19 years
- It opened on October 21st, 1992.|October 21st`;
const ASKED = ['Why do bees dance?', 'Rachel', 'Adam', '29 November 2026'];
const SENTENCES = /(?<=(?<!Dr)[.!?…]) (?=[A-Z"])/;

const fields = FIELDS.split(/\n(?:(?<!\n=.*\n)(?==))/).map((block) => {
  const lines = block.trim().split('\n');
  const of = (sign: string) =>
    lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(2));
  const { marksIn } = openWitness([of('=').join(' '), ...ASKED]);
  const marksOf = (text: string) => marksIn({ text });
  return { marksOf, said: of('+').flatMap((line) => line.split(SENTENCES)), lies: of('-') };
});
const standing = fields.flatMap(({ marksOf, said }) => said.map((text) => ({ text, marksOf })));
const lies = fields.flatMap(({ marksOf, lies }) => lies.map((lie) => ({ lie, marksOf })));

test.each(standing)('$text stands', ({ text, marksOf }) => {
  expect(marksOf(text)).toEqual([]);
});

test.each(lies)('$lie is marked', ({ lie, marksOf }) => {
  const [text = '', mark] = lie.split('|');
  expect(marksOf(text)).toEqual([mark]);
});

test('there are at least ninety of each', () => {
  expect(Math.min(standing.length, lies.length)).toBeGreaterThanOrEqual(90);
});

const SUMS: [string, string, string[]][] = [
  ['That is 19.5 knots more.', '23.6-4.1', []],
  ['That is 19.5 knots more.', '', ['19.5 knots']],
  ['That is 91.5 knots more.', '23.6-4.1', ['91.5 knots']],
  ['About thirty boats.', 'a third of 91', []],
  ['A hundred and sixty of them.', '40 times 4', ['A hundred and sixty']],
  ["The 24% who don't.", '100-76%', []],
  ['A hundred and three years.', '2026-1923', []],
  ['44% of it.', '40/91', []],
  ['38% of it.', '35/91', ['38%']],
  ['About ninety of them.', '45*2', ['ninety']],
  ['In 60 minutes, at 27 miles an hour.', '23.6*1.151', ['60 minutes']],
  ['It is 780.', '(23.6-4.1)*40', []],
  ['It is 23.3.', '(91 - 40) - 4.1 - 23.6*100/100', []],
  ['It is 55.', '40+15', ['55']],
  ['It is 55.', '((((40+', ['55']],
];

test.each(SUMS)('%j with %j is marked as %j', (text, sum, marks) => {
  const { marksIn } = openWitness([
    '76% and a third of 91 boats, 23.6 knots and 4.1 knots, 40 men in 1923',
    '29 November 2026',
  ]);
  expect(marksIn({ text, sum })).toEqual(marks);
});

test('what becomes known is not marked again', () => {
  const { know, marksIn } = openWitness(['A tower of 40 metres.']);
  const text = 'On 5 May 1923 Ulm had 43 towers, 9/11, at 7:15.';
  expect(marksIn({ text }).length).toBeGreaterThan(3);
  know(text);
  expect(marksIn({ text })).toEqual([]);
  expect(marksIn({ text: 'The 43 towers.' })).toEqual([]);
});

const PIECES = [
  '',
  '\ud800',
  '\udc00a\ud800',
  '٣ 日本語 Ω',
  '9',
  '1.',
  'A.',
  '-',
  "'79 ",
  '(',
  '1/',
  '1 in ',
  'May ',
];
const MORE = [
  'twenty-',
  'hundred ',
  'a hundred and ',
  'half a ',
  'x²',
  '$5 ',
  'Ab-1',
  'Iana',
  '5 ft ',
  '\u0300',
  '1900-',
];

test.each([...PIECES, ...MORE])('nothing is thrown at many of %j', (piece) => {
  const text = piece.repeat(6_000 / Math.max(1, piece.length));
  const { know, marksIn } = openWitness([text, 'In 1923, 40 km']);
  expect(marksIn({ text: 'In 1924, 41 km', sum: text.slice(0, 199) })).toBeDefined();
  know(text);
  expect(marksIn({ text, sum: text })).toEqual([]);
});
