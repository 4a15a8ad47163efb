import { expect, test } from 'vitest';
import { childrenOf } from './processes.ts';

test('the CPU time of child processes is the last line that the shell prints', () => {
  expect(childrenOf('{"some":"output"}\n0m0.00s 0m0.01s\n1m2.50s 0m0.25s\n')).toBeCloseTo(62.75);
});

test('shell output without CPU times is an error, not zero', () => {
  expect(() => childrenOf('{"some":"output"}\n')).toThrow(/counted nothing/);
});
