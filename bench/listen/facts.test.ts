import { expect, test } from 'vitest';
import { factTest } from './facts.ts';

const isFact = factTest(['It was seen by Franklin in a bottle.'], ['Rachel', 'Adam Stone']);

test.each([
  'About fifty-five per cent of them yawn.',
  'It happened in 1816.',
  'They lived near Yogyakarta, on Java.',
  'Franklin shook the bottle.',
])('a number or a proper name is a fact: %s', (sentence) => {
  expect(isFact(sentence)).toBe(true);
});

test.each([
  'It has two ends and one middle.',
  'Was it in 1816?',
  'I think, Rachel, that it has.',
  'And then, Adam says, I knew.',
  'Nothing here can be looked up.',
])('a question, a host and small numbers are none: %s', (sentence) => {
  expect(isFact(sentence)).toBe(false);
});
