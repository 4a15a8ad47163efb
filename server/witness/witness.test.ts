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
+ It's fifty-fifty, I'd say. We're on it 24/7, a hundred percent.
+ They keep it at 35 degrees, day and night. That's 95 degrees Fahrenheit. At 15 miles an hour, loaded with nectar.
+ Almost a third of the colonies died. Thirty-one in a hundred! She was described in the twenties, just over a century ago.
- She laid 1,940 eggs.|figure: 1,940
- She laid 1,490 eggs on 15 May 1923.|date: 15 May 1923
- It was on 14 June 1923.|date: 14 June 1923
- On May 14th, 1932.|date: May 14th, 1932
- About 1,800 eggs.|figure: 1,800
- Eighty thousand workers in one hive.|figure: Eighty thousand
- Then Konrad Lorenz saw the dance.|name: Konrad Lorenz
- It was Karl von Lorenz, wasn't it?|name: Lorenz
- They keep it at 38 degrees Celsius.|figure: 38 degrees Celsius
- They keep it at 35 degrees Fahrenheit.|unit: 35 degrees Fahrenheit
- At 24 miles an hour.|unit: 24 miles an hour
- A forager weighs 100 grams.|unit: 100 grams
- Half? No, 45 percent of the colonies died.|figure: 45 percent
= Mount Tambora erupted on 10 April 1815. The eruption threw out 160 cubic kilometres of rock; 70,832 people died.
= Mary Shelley began Frankenstein in June 1816, near Geneva. Bread cost 60 percent more in Württemberg, Germany.
+ Some 70,000 people died. More than seventy thousand dead. 71,000 people — and nobody knew why.
+ A hundred and sixty cubic kilometres of rock went up. In April 1815 Tambora blew up. The Germans had no bread.
+ Shelley's monster was born by Lake Geneva. In June, of all months. Bread went up by sixty percent in Wurttemberg.
- About ninety thousand people died.|figure: ninety thousand
- A hundred and sixty cubic metres of rock.|unit: A hundred and sixty cubic metres
- In April 1816 Tambora blew up.|date: April 1816
- Then Vesuvius blew up.|name: Vesuvius
- Mary Wollstonecraft began it in June.|name: Wollstonecraft
- Bread went up by eighty percent.|figure: eighty percent
- The French had no bread.|name: French
= The tower in Pisa leans by 3.97 degrees. It is 56 metres high, was begun in 1173 and took 199 years.
= In 1990 it was closed. Engineers under John Burland removed 38 cubic metres of soil.
+ It leans by about four degrees. It's 56 metres tall, roughly 180 feet. Over 50 metres! Under 60.
+ And it took them 199 years, almost two centuries. "It was closed in nineteen ninety," she said. I'm sure Dr. Burland was proud.
+ The twelfth century, then: they began in 1173.
- It leans by about six degrees.|figure: six degrees
- It's 56 feet tall.|unit: 56 feet
- It's 65 metres tall.|figure: 65 metres
- It took them 119 years.|figure: 119 years
- It was closed in 1994.|date: 1994
- It was closed in nineteen ninety-four.|date: nineteen ninety-four
- In the fourteenth century, that is.|date: fourteenth century
- I'm sure Dr. Burton was proud.|name: Burton
= Der Umsatz stieg 2021 auf 12,5 Mio. Euro. Jedes sechste Haus steht leer. Ein Drittel der 1.490 Wohnungen wurde
= 1979 gebaut. Am 14.5.1985 kamen fünfundzwanzig Gäste aus Deutschland. German guests came. 3,2 Milliarden im 19. Jahrhundert.
+ Twelve and a half million euros, in 2021. One house in six is empty. One in six! Every sixth house.
+ A third of the 1,490 flats are from '79. Built in seventy-nine.
+ Twenty-five guests on the fourteenth of May 1985, all of them from Germany. In the nineteenth century it was 3.2 billion.
- Fifteen and a half million euros.|figure: Fifteen and a half million euros
- Twelve and a half million dollars.|unit: Twelve and a half million dollars
- One house in four is empty. One in four!|figure: One in four
- A third of the flats are from '68.|date: '68
- Built in sixty-eight.|date: sixty-eight
- Fifty guests, all of them German.|figure: Fifty
- Twenty-five guests, all of them Italian.|name: Italian
= Apollo 11 landed on 20 July 1969 at 20:17 UTC. Neil Armstrong was 38, said NASA. A B-52 followed.
= The crew left 21 hours and 36 minutes later with 21.5 kilograms of rock. PM2.5 rose by 12 micrograms. On the Moon!
+ They landed on July 20th, 1969. At 8:17 p.m., think of that. Armstrong was thirty-eight. A 38-year-old on the Moon!
+ Twenty-one and a half kilos of rock. Not quite 50 pounds. About 47 pounds of stones.
+ Apollo 11, of course. And a B-52. NASA's rocks. PM2.5, that's dust: twelve micrograms.
- They landed on July 21st, 1969.|date: July 21st, 1969
- It was Apollo 12.|name: Apollo 12
- It was a B-58, I think.|name: B-58
- PM10, that's dust.|name: PM10
- It rose by twelve milligrams.|unit: twelve milligrams
- Armstrong was forty-two.|figure: forty-two
- Twenty-one and a half pounds of rock.|unit: Twenty-one and a half pounds
- So ESA paid for it.|name: ESA
- They landed at 20:40.|date: 20:40
= The runner Faith Kipyegon is 5 ft 2 in tall. She ran the mile in 4:07.64 in Monaco in July 2023; the prize was $50,000.
= A marathon is 42.195 km long. At 6:40 in the morning 53,000 people started in Berlin. One in ten walked. One was 86.
+ She's five foot two. 5'2", really. She is about 1.57 metres tall.
+ Fifty thousand dollars for a mile? Come on. Half the time I'm too slow. Forty-two kilometres and a bit. About 26 miles.
+ At twenty to seven in the morning. One in ten of them walking. An 86-year-old finished it.
- She's six foot two.|figure: six foot two
- She's 6'2", they say.|figure: 6'2"
- She is about 1.75 metres tall.|figure: 1.75 metres
- A prize of eighty thousand dollars.|figure: eighty thousand dollars
- A marathon of 53 miles.|figure: 53 miles
- At a quarter to six in the morning.|date: a quarter to six
- At 7:40 in the morning.|date: 7:40
- 73,000 people started.|figure: 73,000
- They ran through Hamburg.|name: Hamburg
- A 68-year-old finished it.|figure: 68-year
= The company earned $3.5 billion in 2019, up from $1.9 billion; profits fell 4.1% to $412 million.
= Its 23,600 staff work in 17 countries. Microsoft owns 24% of it. It pays from 5 to 10 percent. In 1914–18 it was shut.
+ They made $3.5 billion, up from 1.9. Three and a half billion dollars!
+ Profits of four hundred and twelve million, down 4.1 percent. At least 5%.
+ A quarter of it belongs to Microsoft. The other 76 percent don't.
+ Seventeen countries, more than 23,000 people. 24,000 staff, in round numbers.
+ It was shut until 1918. A hundred reasons for that. OK, I think AI is like TV here.
- They made $5.3 billion.|figure: $5.3 billion
- They made $3.5 million.|figure: $3.5 million
- They made €3.5 billion.|unit: €3.5 billion
- Profits fell 14 percent.|figure: 14 percent
- All that belongs to Google.|name: Google
- The other 66 percent.|figure: 66 percent
- Under the terms it's 27 countries.|figure: 27
- More than 34,000 staff.|figure: 34,000
= Six in ten adults (61 %) sleep less than seven hours. In a study of 1,912 people aged 18 to 64, 76% used a phone in bed.
= The trial ran for 18 months at Oxford University, said The Guardian on a Monday. COVID-19 stopped it in 2020.
+ Sixty-one percent, so six in ten. Three quarters of them used the phone in bed.
+ 1,900 people took part. About two thousand people, between 18 and 64.
+ A year and a half at Oxford. 18 months! Covid-19 stopped it in twenty twenty.
+ So what did the Guardian write on Monday? Less than seven hours of sleep. That's me.
- Sixty-nine percent of adults.|figure: Sixty-nine percent
- Four in ten adults.|figure: Four in ten
- 1,700 people took part.|figure: 1,700
- 2,000 people took part.|figure: 2,000
- About 1,500 million people took part.|figure: 1,500 million
- It ran for 28 months.|figure: 28 months
- Done at Cambridge, all of it.|name: Cambridge
- It happened on a Tuesday.|date: Tuesday
- Marburg virus, or Covid-21.|name: Covid-21
= The Battle of Hastings was fought on 14 October 1066. William of Normandy had 7,000 men. In the 19th century a
= Victorian abbey stood there; the Napoleonic wars ended in 1815. It sold 4.56 million copies in the United States.
= Elvis Presley was 21 in 1956. The Dutch label followed in the 1970s. Louis XIV built Versailles with 2,300 rooms.
+ In October 1066, at Hastings. William the Norman brought some seven thousand men.
+ The 1800s loved it. Queen Victoria did, Adam! Napoleon's wars were over in 1815.
+ Presley, at twenty-one. In the fifties! It was 1956, seventy years ago.
+ Four point six million copies in America. 4.6 million copies in the US.
+ The Netherlands came next, in the seventies. Louis XIV had 2,300 rooms at Versailles.
+ Mm, nobody knows. Hmm. Sailors say so… Probably. He said: "Bread is dear." Then: "Wine isn't."
- It was fought on October 15th.|date: October 15th
- At Hastings, in 1067.|date: 1067
- Some nine thousand men.|figure: nine thousand
- It was like in the seventeenth century.|date: seventeenth century
- It was so Elizabethan.|name: Elizabethan
- It was eighty-five years ago.|figure: eighty-five years
- 5.6 million copies.|figure: 5.6 million
- They sold it in the UK.|name: UK
- The Danish label followed.|name: Danish
- They followed in the 1930s.|date: 1930s
- It had 3,200 rooms.|figure: 3,200
- He was king XVI, the poor man.|name: XVI
= The recipe needs 250 g of flour, 3 eggs and 1 litre of milk; bake at 180 °C for 45 minutes. In France it costs €14.
= The comet returns every 76 years. It was seen in 1910 and in 1986, by Edmond Halley in 1682. Marie Curie won the
= Nobel Prize in 1903 and in 1911. Its tail is 100 million kilometres long. El puente mide 1.200 metros; 12 de octubre de 1992.
+ A quarter of a kilo of flour, 250 grams. 180 degrees, for three quarters of an hour.
+ Forty-five minutes in the oven. Fourteen euros in a French bakery.
+ Every 76 years it comes back. It came in 1910, and 76 years later, in 1986.
+ A tail of a hundred million kilometres, or 60 million miles or so.
+ It opened on October 12th, 1992, and it's 1.2 kilometres long. Curie won twice: in 1903 and eight years later.
- It needs 350 grams of flour.|figure: 350 grams
- It needs 250 ounces of flour.|unit: 250 ounces
- 220 degrees, please.|figure: 220 degrees
- Bake it for 75 minutes.|figure: 75 minutes
- It costs £14.|unit: £14
- A tail of 200 million kilometres.|figure: 200 million kilometres
- It's 1,200 miles long.|unit: 1,200 miles
- In 1903 and 19 years later.|figure: 19 years
- It opened on October 21st, 1992.|date: October 21st, 1992`;
const ASKED = ['Why do bees dance?', 'Rachel', 'Adam', '29 November 2026'];
const SENTENCES = /(?<=(?<!Dr)[.!?…]) (?=[A-Z"])/;

const fields = FIELDS.split(/\n(?:(?<!\n=.*\n)(?==))/).map((block) => {
  const lines = block.trim().split('\n');
  const of = (sign: string) =>
    lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(2));
  const { marksIn } = openWitness([of('=').join(' '), ...ASKED]);
  const marksOf = (text: string) => marksIn({ text }).map(({ kind, words }) => `${kind}: ${words}`);
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
  ['That is 19.5 knots more.', '', ['figure: 19.5 knots']],
  ['That is 91.5 knots more.', '23.6-4.1', ['figure: 91.5 knots']],
  ['About thirty boats.', 'a third of 91', []],
  ['Thirty-six of them.', '12 times 3', []],
  ["The 24% who don't.", '100-76%', []],
  ['A hundred and three years.', '2026-1923', []],
  ['44% of it.', '40/91', []],
  ['33% of it.', '30/91', ['figure: 33%']],
  ['It is 58.5.', '(23.6-4.1)*3', []],
  ['It is 45.2.', '91 - 23.6 - 4.1*2 - (4+10)', []],
  ['It is 55.', '40+15', ['figure: 55']],
  ['It is 55.', '((((40+', ['figure: 55']],
];

test.each(SUMS)('%j with %j is marked as %j', (text, sum, marks) => {
  const { marksIn } = openWitness([
    '76% of 91 boats, 23.6 knots and 4.1 knots, 40 men in 1923',
    '29 November 2026',
  ]);
  expect(marksIn({ text, sum }).map(({ kind, words }) => `${kind}: ${words}`)).toEqual(marks);
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
