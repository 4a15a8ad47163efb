import { expect, test } from 'vitest';
import { accuracyOf } from './accuracy.ts';
import { parseMarked } from './marked.ts';

const ANSWERED = `topic: Why do we wake at 3 am?
kind: answered
questions:
1. Why 3 am and not another hour?
2. Does blue light matter?
answers:
1: 1-2 | 4
2: open
lines:
0 A: Three in the morning again.
1 B: Sleep is lightest then.
2 A: And cortisol: it rises.
3 B: Huh.
4 A: So: light sleep at three.
`;
const DODGES = `topic: Bees
kind: dodges

questions:
1. Why do bees die?

answers:
1: open

lines:
0 A: Why do bees die? That is the question.
`;

test('questions, acceptable places and lines are read', () => {
  expect(parseMarked('one', ANSWERED)).toMatchObject({
    topic: 'Why do we wake at 3 am?',
    kind: 'answered',
    questions: [
      {
        text: 'Why 3 am and not another hour?',
        places: [
          { first: 1, last: 2 },
          { first: 4, last: 4 },
        ],
      },
      { text: 'Does blue light matter?', places: [] },
    ],
    lines: { length: 5, 2: { speaker: 'A', text: 'And cortisol: it rises.' } },
  });
  expect(parseMarked('two', DODGES)).toMatchObject({ kind: 'dodges', questions: [{ places: [] }] });
});

test.each([
  ['2: 3-9', 'no mark'],
  ['2: later', 'no mark'],
  ['3: open', 'no mark'],
])('a mark like "%s" is refused', (mark, fault) => {
  expect(() => parseMarked('one', ANSWERED.replace('2: open', mark))).toThrow(fault);
});

test('precision is the share of marks in an acceptable place, recall that of questions found', () => {
  const [one, two] = [parseMarked('one', ANSWERED), parseMarked('two', DODGES)];
  const right = { question: 0, first: 2, last: 3 };
  expect(accuracyOf([{ marked: one, found: [right] }])).toMatchObject({ precision: 1, recall: 1 });
  expect(
    accuracyOf([
      {
        marked: one,
        found: [
          { question: 0, first: 3, last: 3 },
          { question: 1, first: 3, last: 3 },
        ],
      },
      { marked: two, found: [{ question: 0, first: 0, last: 0 }] },
    ]),
  ).toMatchObject({ marks: 3, precision: 0, answerable: 1, recall: 0 });
});
