import { expect, test } from 'vitest';
import { boundOf } from './bound.ts';

const speeds = { firstToken: 1, tokensPerSecond: 100, perLine: 0.5, perSecond: 0.1, slots: 5 };
const lines = (count: number) => Array.from({ length: count }, () => 5);

test('with little to speak, the script and the line after it are the bound', () => {
  const bound = boundOf({ outline: [200], sections: [900, 900], lines: lines(10) }, speeds);
  expect(bound.script).toBeCloseTo(3 + 20);
  expect(bound.line).toBeCloseTo(1);
  expect(bound.overlapped).toBeCloseTo(24);
});

test('with much to speak, full slots after the first line are the bound', () => {
  const bound = boundOf({ outline: [200], sections: [500, 500], lines: lines(101) }, speeds);
  // Outline 1 + 2, first token 1, and the first of 101 lines that share 1000 tokens.
  expect(bound.firstLine).toBeCloseTo(4 + 1000 / 101 / 100);
  expect(bound.speech).toBeCloseTo(21);
  expect(bound.overlapped).toBeCloseTo(bound.firstLine + 21);
});

test('the other two ways speak only when all is written', () => {
  const bound = boundOf({ outline: [200], sections: [800], lines: lines(20) }, speeds);
  expect(bound.parallel).toBeCloseTo(bound.script + 4);
  expect(bound.sequential).toBeCloseTo(bound.script + 20);
});
