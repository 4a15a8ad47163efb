import { expect, test } from 'vitest';
import { particularsIn, unsupportedIn } from './claims.ts';

const faultsOf = (text: string, quote: string, known: string[] = []) =>
  unsupportedIn({ text, quotes: [quote], known }).map(({ kind, words }) => `${kind}: ${words}`);

/** A line and words of a source that carry it. */
const SUPPORTED: [string, string][] = [
  // Cardinals, in many forms.
  ['About ten thousand workers live there.', 'colonies of 10,000 to 60,000 workers'],
  ['Between ten and sixty thousand workers live there.', 'colonies of 10,000 to 60,000 workers'],
  ['Ten to sixty thousand workers.', 'between 10 and 60 thousand workers'],
  ['The best of them laid one thousand four hundred and ninety eggs.', 'laid 1,490 eggs'],
  ['One thousand, four hundred and ninety eggs.', 'laid 1,490 eggs in one day'],
  ['Fourteen hundred and ninety eggs.', 'laid 1.490 Eier'],
  ['A hundred and one lamps burned.', 'There were 101 lamps.'],
  ['Two and a half million people came.', '2.5 million people came'],
  ['One point two billion people.', '1,2 Milliarden Menschen wurden gez\u00e4hlt und'],
  ['Half a million people.', 'some 500,000 people'],
  ['Three and a half kilometres.', '3\u00bd km'],
  ['Two and a quarter inches.', '2 1/4 inches'],
  ['A dozen eggs.', 'She sold 12 eggs.'],
  // A word that may stand before a name ends a sentence like any other.
  ['He walked down to the river. The green boat was gone.', 'a green boat'],
  ['She thanked the professor. Every lamp was out.', 'the lamps were out'],
  ['Half a dozen lighthouses.', 'six lighthouses'],
  ['Three score of sheep.', '60 sheep'],
  ['Four million flowers.', 'la miel necesita 4 millones de flores'],
  ['Sixty thousand workers.', 'Una colonia tiene entre 10.000 y 60.000 obreras.'],
  ['Sixty thousand workers.', '60\u00a0000 workers'],
  ['Three keepers shared the rooms.', 'Drei W\u00e4rter teilten sich vier Zimmer.'],
  ['Twenty-five metres.', 'Der Turm ist f\u00fcnfundzwanzig Meter hoch.'],
  ['Dial five five five, zero one two three.', 'Call 555-0123.'],
  ['It was agent zero zero seven.', 'agent 007'],
  ['The council voted nine to seven.', 'The council voted by 9 to 7.'],
  ['They lost three-nil.', 'a defeat by 3-0'],
  // Ratios, and two numbers one behind the other.
  ['A map of one to twenty-five thousand.', 'a map of 1:25,000'],
  ['A map of one to twenty-five thousand.', 'eine Karte im Ma\u00dfstab 1:25 000'],
  ['A model of one to fifty.', 'a model at a scale of 1:50'],
  [
    'On a map of one to twenty-five thousand four centimetres stand for one kilometre.',
    'On a map of 1:25,000 four centimetres stand for one kilometre.',
  ],
  [
    'On a map of one to ten thousand, four hundred metres are four centimetres.',
    'On a map of 1:10,000, four hundred metres are 4 cm.',
  ],
  ['It was one in ten thousand four years ago.', 'it was 1 in 10,000 four years ago'],
  ['In two thousand four people lived there.', 'In 2000, 4 people lived there.'],
  ['In two thousand four hundred people lived there.', 'In 2000 400 people lived there.'],
  ['In nineteen hundred five ships came.', 'in 1900, 5 ships'],
  // Rounded, and said to be.
  ['Almost fifteen hundred eggs.', 'laid 1,490 eggs'],
  ['Nearly a hundred and fifty miles.', 'a walk of 147 miles'],
  ['More than seventy thousand people died.', 'About 71,000 people died'],
  ['Some seventy thousand people died.', 'About 71,000 people died'],
  ['Over seventy-one thousand people died.', 'About 71,000 people died'],
  ['Seventy-odd stones.', 'counted 73 stones'],
  ['Four hundred kilometres or so.', '405 km'],
  // Indefinite.
  ['Millions of flowers.', 'about four million flowers'],
  ['Tens of thousands of people.', 'About 71,000 people died'],
  ['Hundreds of stones.', '340 stones were found'],
  ['A few hundred stones.', '340 stones were found'],
  // Shares and multiples.
  ['Two-thirds of the bees.', '2/3 of the bees'],
  ['A third of the cost.', 'a third of the cost'],
  ['Half of the workers.', '50% of workers'],
  ['Seventy per cent.', '70% of it'],
  ['Sixty percent.', 'El trigo se encareci\u00f3 un 60 por ciento'],
  ['It cost twice as much.', 'two times as much'],
  ['Three times as much.', 'bread cost three times as much'],
  // Years.
  ['He described it in nineteen twenty-three.', 'described the dance in 1923'],
  ['In eighteen sixteen it snowed.', 'The year 1816'],
  ['In two thousand and four, then.', 'since 2004'],
  ['In twenty twenty-one.', 'im Winter 2021'],
  ['In nineteen hundred.', 'built in 1900'],
  ['In nineteen oh four.', 'built in 1904'],
  ['It was built in oh-four.', 'built in 2004'],
  ['From nineteen fourteen to eighteen.', 'the war of 1914\u201318'],
  ['In 1816 it snowed.', 'the year eighteen sixteen'],
  ['In two hundred and eighty BC.', 'finished about 280 BC'],
  ['In the nineteen-twenties.', 'in the 1920s'],
  ['In the nineteen-twenties.', 'in 1923'],
  ['In the twenties.', 'In den 1920er Jahren wurde der'],
  ['In the eighteen hundreds.', 'in the 1800s'],
  ['In the nineteenth century.', 'in the 19th century'],
  ['In the nineteenth century.', 'en el siglo XIX'],
  ['A nineteenth-century clock.', 'Eine Uhr aus dem 19. Jahrhundert'],
  ['In the eighteenth and nineteenth centuries.', 'in the 18th and 19th centuries'],
  // Days and months.
  ['On the tenth of April, eighteen fifteen.', 'reached its peak on 10 April 1815'],
  ['On April tenth, eighteen fifteen.', 'April 10th, 1815'],
  ['On April the tenth.', 'der Ausbruch am 10. April 1815'],
  ['On the tenth of April.', 'la erupci\u00f3n del Tambora del 10 de abril de 1815'],
  ['On the tenth of April, eighteen fifteen.', '1815-04-10'],
  ['On the tenth of April, eighteen fifteen.', '10.04.1815'],
  ['From the sixth to the tenth of June.', 'from 6 to 10 June 1816'],
  ['In June, eighteen sixteen.', 'in June, July and August 1816'],
  ['In June eighteen sixteen.', 'In 1816 frost fell in June.'],
  ['A queen lays most in May.', 'eggs a day in May'],
  ['May I ask something?', 'nothing'],
  ['We march on, and so does she.', 'nothing'],
  ['March on, then.', 'nothing'],
  ['Every second Thursday.', 'bread every second Thursday'],
  ['On a Monday.', 'Es war ein Montag.'],
  // Times of day.
  ['At a quarter past three.', 'at 3:15'],
  ['At half past nine.', 'at 9:30 a.m.'],
  ['At a quarter to nine.', 'at 8.45 pm'],
  ['At ten thirty.', 'at 10:30'],
  ["At three o'clock.", 'um 15 Uhr'],
  // Units.
  ['Thirty-five degrees.', 'kept at 35 \u00b0C'],
  ['Thirty-five degrees Celsius.', 'kept at 35\u00b0C'],
  ['Minus three degrees.', 'It was \u22123 \u00b0C.'],
  ['Three degrees below zero.', 'It was -3 degrees.'],
  ['Half a degree Celsius.', 'by about half a degree Celsius'],
  ['Twenty-six hundred kilometers.', '2,600 kilometres away'],
  ['A forty-metre tower.', 'a tower of 40 m'],
  ['A hundred and sixty cubic kilometres.', 'about 160 km\u00b3 of rock'],
  ['A hundred and sixty kilometres an hour.', 'at most 160 km/h'],
  ['Seven million euros.', 'earned \u20ac7 million'],
  ['Three dollars ninety-nine.', 'it cost $3.99'],
  ['Fourteen pounds.', 'for \u00a314'],
  ['An hour and a half.', '1.5 hours'],
  [
    'Eighty kilometres in May and ninety kilometres in June.',
    '80 kilometres in May and 90 in June',
  ],
  // Numbers that claim nothing.
  ['No one knew, and one day the one who did was gone.', 'nothing'],
  ['First of all, two things, for one, are different.', 'nothing'],
  ['On second thought, one of them took a third look.', 'nothing'],
  ['There are a million reasons, and the two of us have three questions.', 'nothing'],
  ["I'm a hundred per cent sure: it's fifty-fifty.", 'nothing'],
  ['In my first life the other half was a couple of cows.', 'nothing'],
  ['Just a second. Give it half a chance, both of you.', 'nothing'],
  // Names.
  ['Then Tambora erupted.', 'the eruption of Mount Tambora'],
  ['Then Mount Tambora erupted.', 'Tambora erupted'],
  ['It was Shelley who wrote it.', 'Mary Shelley began Frankenstein'],
  ["Shelley's book.", 'Mary Shelley began'],
  ['World War Two began.', 'World War II began'],
  ['Then came Louis the Fourteenth.', 'Louis XIV built it'],
  ['He lived in Saint Petersburg.', 'a house in St. Petersburg'],
  ['A ship of the US.', 'a ship of the U.S. Navy'],
  ['In Wurttemberg, bread was dear.', 'in W\u00fcrttemberg'],
  ['The Napoleonic wars.', 'Napoleon went to war'],
  ['A German engineer.', 'Ein Ingenieur aus Deutschland'],
  ['NASA said so, and so did the BBC.', 'NASA and BBC reports'],
  ['They flew a B52 over it.', 'a B-52 flew'],
  ['OK, I think AI is like TV.', 'nothing'],
  ['Curiously, nobody minded. Sailors slept. Nothing happened.', 'nothing'],
];

test.each(SUPPORTED)('%j is carried by %j', (line, quote) => {
  expect(faultsOf(line, quote)).toEqual([]);
});

/** A line, words of a source, and what the source does not carry. */
const UNSUPPORTED: [string, string, string[]][] = [
  ['Sixty thousand workers.', 'colonies of 10,000 to 50,000', ['number: Sixty thousand']],
  ['Thirty thousand workers.', '10,000 to 60,000 workers', ['number: Thirty thousand']],
  ['Ten workers.', '10,000 workers', ['number: Ten']],
  ['Fifteen hundred eggs.', 'laid 1,490 eggs', ['number: Fifteen hundred']],
  ['More than fifteen hundred eggs.', 'laid 1,490 eggs', ['number: fifteen hundred']],
  ['Almost fourteen hundred eggs.', 'laid 1,420 eggs', ['number: fourteen hundred']],
  ['About sixteen hundred eggs.', 'laid 1,490 eggs', ['number: sixteen hundred']],
  ['Two keepers lived there.', 'three keepers', ['number: Two']],
  ['Seven clocks are known.', '8 clocks', ['number: Seven']],
  ['Four or eight berths.', 'four or six berths', ['number: eight']],
  ['Billions of flowers.', 'about four million flowers', ['number: Billions']],
  ['Two thirds of it.', 'a third of it', ['number: Two thirds']],
  ['Twice as much.', 'three times as much', ['number: Twice']],
  [
    'A map of one to twenty-five thousand four hundred.',
    'a map of 1:25,000',
    ['number: twenty-five thousand four hundred'],
  ],
  [
    'On one to twenty-five thousand four centimetres are one kilometre.',
    'On 1:25,000 four metres are one kilometre.',
    ['unit: one', 'number: twenty-five thousand four centimetres'],
  ],
  [
    'In two thousand and four people lived there.',
    'In 2000, 4 people lived there.',
    ['number: two thousand and four'],
  ],
  ['There were two thousand four lamps.', '2,000 boats and 4 lamps', ['number: two thousand four']],
  ['A quarter to three.', 'at a scale of 2:45', ['date: A quarter to three']],
  ['Sixty percent.', 'for 60 kilometres', ['unit: Sixty percent']],
  ['Thirty-five degrees Fahrenheit.', '35 \u00b0C', ['unit: Thirty-five degrees Fahrenheit']],
  ['Forty miles.', '40 km', ['unit: Forty miles']],
  ['Forty miles.', '40 nautical miles', ['unit: Forty miles']],
  ['Forty euros.', '$40', ['unit: Forty euros']],
  ['Forty hours.', '40 days', ['unit: Forty hours']],
  ['Minus three degrees.', '3 \u00b0C', ['number: Minus three degrees']],
  ['Three degrees.', '\u22123 \u00b0C', ['number: Three degrees']],
  ['In nineteen twenty-four.', 'in 1923', ['date: nineteen twenty-four']],
  ['In about eighteen twenty.', 'in 1823', ['date: eighteen twenty']],
  ['In the nineteen-thirties.', 'in 1923', ['date: nineteen-thirties']],
  ['In the nineteenth century.', 'in the 18th century', ['date: nineteenth century']],
  ['In the nineteenth century.', 'in 1800', ['date: nineteenth century']],
  ['On the eleventh of April.', 'on 10 April 1815', ['date: eleventh of April']],
  ['On the tenth of May.', 'on 10 April 1815', ['date: tenth of May']],
  [
    'On April tenth, eighteen sixteen.',
    '10 April 1815 and 1816',
    ['date: April tenth, eighteen sixteen'],
  ],
  [
    'In January eighteen seventeen.',
    '8 in January 1815 and 29 in June 1817',
    ['date: January eighteen seventeen'],
  ],
  ['It was in May.', 'it may have been June', ['date: May']],
  ['On a Monday.', 'on Tuesday', ['date: Monday']],
  ['At half past nine.', 'at 9:15', ['date: half past nine']],
  ['In two hundred and eighty BC.', '280 years', ['date: two hundred and eighty BC']],
  ['Then Vesuvius erupted.', 'Mount Tambora erupted', ['name: Vesuvius']],
  ['Vesuvius erupted.', 'Mount Tambora erupted', ['name: Vesuvius']],
  ['So Owen Phillips came.', 'Mary Shelley came', ['name: Owen Phillips']],
  ['World War One began.', 'World War II began', ['number: One']],
  ['It was Louis the Fifteenth.', 'Louis XIV built it', ['number: Fifteenth']],
  ['The United States won.', 'a ship of the US', ['name: United States']],
  ['A French engineer.', 'an engineer from Germany', ['name: French']],
  ['They speak Welsh.', 'They speak Danish.', ['name: Welsh']],
  ['NASA said so.', 'ESA said so', ['name: NASA']],
  ['The third lens broke.', 'the second lens broke', ['number: third']],
  ['He wrote: "Snow fell on Lima."', 'Snow fell on Java', ['name: Lima']],
];

test.each(UNSUPPORTED)('%j is not carried by %j', (line, quote, faults) => {
  expect(faultsOf(line, quote)).toEqual(faults);
});

test('what is known needs no source', () => {
  const known = ['Rachel', 'Adam', 'How did Tambora change 1816?', '2020-10-19'];
  expect(faultsOf('Well, Rachel, what of Tambora in eighteen sixteen?', '', known)).toEqual([]);
  expect(faultsOf('It was printed in October twenty twenty.', '', known)).toEqual([]);
  expect(faultsOf('It counted nineteen sheep.', '', known)).toEqual(['number: nineteen']);
});

test('a line holds the particulars that are not known', () => {
  expect(particularsIn('I like that, and so does Rachel.', ['Rachel'])).toEqual([]);
  expect(particularsIn('Forty kilometres north of Ulm, in May.', ['Rachel'])).toEqual([
    { kind: 'date', words: 'May' },
    { kind: 'number', words: 'Forty kilometres' },
    { kind: 'name', words: 'Ulm' },
  ]);
});
