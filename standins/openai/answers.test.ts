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
  expect(soup(reply.replace('keeps', 'keeps three days'))).toEqual({ first: 1, last: 1 });
});

test('a host who goes on has not been answered by the other', () => {
  expect(answerIn('Who invented paper clips?', [`A: ${ASKED}`, `A: ${STATED}`])).toBeNull();
});
