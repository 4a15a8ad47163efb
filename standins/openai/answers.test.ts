import { expect, test } from 'vitest';
import { answerIn } from './answers.ts';

/** The hosts in turn, A first, as the product numbers their lines. */
const talk = (...texts: string[]) =>
  texts.map((text, index) => `${index} ${index % 2 ? 'B' : 'A'}: ${text}`);

const HELLO = 'Here we are, and the kettle is on.';
const ASKED = 'So who invented the paper clips on this desk?';
const STATED =
  'Most people name a Norwegian clerk called Johan Vaaler, and most people are wrong, as the bent wire is older than the patent.';
const find = (...texts: string[]) => answerIn('Who invented paper clips?', talk(...texts));

test('an answer is what the other host states in reply to the question', () => {
  expect(find(HELLO, 'Milk for both of us.', ASKED, STATED, 'So it was somebody else.')).toEqual({
    first: 3,
    last: 3,
  });
});

test.each([
  ['the question is never asked', [HELLO, STATED]],
  ['it is asked in other words', ['And this little wire thing, whose idea is it?', STATED]],
  ['the line only names the subject', ['Paper clips, invented by somebody.', STATED]],
  ['the talk ends with the question', [HELLO, ASKED]],
  ['the reply is short', [ASKED, 'A Norwegian called Vaaler.']],
  ['the statement comes after a remark', [ASKED, 'Ah, that old tale.', STATED]],
  ['the reply puts it off', [ASKED, `That is a good question. ${STATED}`]],
  ['the reply holds no name', [ASKED, STATED.replace(/ a Norwegian.*?Vaaler/, ' some clerk')]],
  [
    'the reply tells of whoever gives it',
    [
      ASKED,
      'My aunt kept hers in a tin from Bergen, and I never saw her use one of them for paper.',
    ],
  ],
  ['the reply is another question', [ASKED, STATED.replace('.', '?')]],
  ['the other host has to ask again', [ASKED, STATED, 'But who was it, then?']],
])('a question stays open where %s', (_, texts) => {
  expect(find(...texts)).toBeNull();
});

test('a question after how much is answered with an amount only', () => {
  const soup = (reply: string) =>
    answerIn('How long does soup keep?', talk('Right, how long does the soup keep?', reply));
  const reply = 'It keeps in the fridge with a lid on, and a good deal longer in the freezer.';
  expect(soup(reply)).toBeNull();
  expect(soup(reply.replace('keeps', 'keeps 3 days'))).toEqual({ first: 1, last: 1 });
});

const facts = talk(
  'A dance tells the way. The brood nest is kept at 35 degrees Celsius in summer.',
  'No, wait. Where does that lead?',
  "Here's the next thing. A queen lays up to 2,000 eggs a day in May.",
  'It lost five seconds on the voyage to Jamaica.',
  'Night trains wait at borders because drivers and signals change there.',
  'The first Fresnel lens was lit at Cordouan in July 1823.',
  'The pendulum clock was built by Salomon Coster after a design of Christiaan Huygens.',
  'A milky sea is a steady glow over thousands of square kilometres.',
  'The Aldren glacier moves 180 metres a year at its centre.',
  'A berth costs 66 francs in addition to the fare.',
  'Bees heat the nest by shivering with their flight muscles.',
  'The sea clock was not built by Salomon Coster.',
);

test.each([
  ['How many eggs does a queen lay?', 2],
  ['how hot is the brood nest?', 0],
  ['Why do night trains wait at borders?', 4],
  ['When was the first Fresnel lens lit?', 5],
  ['Where was the first Fresnel lens lit?', 5],
  ['Who built the pendulum clock?', 6],
  ['What is a milky sea?', 7],
  ['So how fast does a glacier move?', 8],
  ['And what does a berth cost?', 9],
  ['How do bees heat the nest?', 10],
])('"%s" is answered by a sentence that says it all by itself', (question, line) => {
  expect(answerIn(question, facts)).toEqual({ first: line, last: line });
});

test.each([
  ['a word of it is missing', 'How many eggs does a duck lay?'],
  ['what is counted is something else', 'How many days does a queen lay eggs?'],
  ['the unit is another', 'How long does the Aldren glacier move?'],
  ['the sentence is about another thing', 'How long is the voyage to Jamaica?'],
  ['the cause is asked of what is the cause', 'Why do drivers and signals change at borders?'],
  ['no cause is given', 'Why was the first Fresnel lens lit?'],
  ['the name is in the question', 'Who says that Salomon Coster built a clock?'],
  ['the place is in the question', 'Where in Cordouan was the lens lit?'],
  ['an answer is denied', 'Who built the sea clock?'],
  ['yes or no would do', 'Does a queen lay eggs in May?'],
  ['it asks for anything', 'What do bees dance about?'],
  ['one word is all there is of it', 'Where is Jamaica?'],
])('a question that nobody asks stays open where %s', (_, question) => {
  expect(answerIn(question, facts)).toBeNull();
});

test('a host who goes on has not been answered by the other', () => {
  expect(answerIn('Who invented paper clips?', [`A: ${ASKED}`, `A: ${STATED}`])).toBeNull();
});
