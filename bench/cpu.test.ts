import { expect, test } from 'vitest';
import { childrenOf } from './cpu.ts';

test('the CPU of children is the last line of what the shell prints', () => {
  expect(childrenOf('{"some":"output"}\n0m0.00s 0m0.01s\n1m2.50s 0m0.25s\n')).toBeCloseTo(62.75);
});

test('a shell that counts nothing is an error and not zero', () => {
  expect(() => childrenOf('{"some":"output"}\n')).toThrow(/counted nothing/);
});
