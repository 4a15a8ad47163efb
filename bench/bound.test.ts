import { expect, test } from 'vitest';
import { boundOf } from './bound.ts';

const speeds = { firstToken: 1, tokensPerSecond: 100, perLine: 0.5, perSecond: 0.1, slots: 5 };
const lines = (count: number) => Array.from({ length: count }, () => 5);

test('with few lines, the script plus one spoken line is the lower bound', () => {
  const bound = boundOf({ outline: [200], sections: [900, 900], lines: lines(10) }, speeds);
  expect(bound.script).toBeCloseTo(3 + 20);
  expect(bound.line).toBeCloseTo(1);
  expect(bound.overlapped).toBeCloseTo(24);
});

test('with many lines, the first line plus speech in full slots is the lower bound', () => {
  const bound = boundOf({ outline: [200], sections: [500, 500], lines: lines(101) }, speeds);
  // Outline 1 + 2, first token 1, and the first of 101 lines that share 1000 tokens.
  expect(bound.firstLine).toBeCloseTo(4 + 1000 / 101 / 100);
  expect(bound.speech).toBeCloseTo(21);
  expect(bound.overlapped).toBeCloseTo(bound.firstLine + 21);
});

test('the parallel and sequential bounds start speaking only when the script is complete', () => {
  const bound = boundOf({ outline: [200], sections: [800], lines: lines(20) }, speeds);
  expect(bound.parallel).toBeCloseTo(bound.script + 4);
  expect(bound.sequential).toBeCloseTo(bound.script + 20);
});
