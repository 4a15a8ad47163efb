import { expect, test } from 'vitest';
import { costOf, latenciesOf, type Turn } from './serverTurns.ts';

/** A second each: `list` uses 0.1 s of CPU when idle, and 1 or 2 ms for each request. */
const turns: Turn[] = [
  turn('list', { list: 0.4, row: 0 }),
  turn('row', { list: 0.1, row: 0.08 }),
  turn('list', { list: 0.2, row: 0 }),
  turn('row', { list: 0.1, row: 0.12 }),
];

function turn(read: string, cpu: Turn['cpu']): Turn {
  return { read, seconds: 1, latencies: Array.from({ length: 100 }, () => 1), cpu };
}

test('a request costs the CPU time that its server used beyond its idle use', () => {
  expect(costOf('list', turns)).toBeCloseTo(2);
  expect(costOf('row', turns)).toBeCloseTo(1);
});

test('the latencies of all turns of one read are taken together', () => {
  expect(latenciesOf('row', turns)).toHaveLength(200);
});

test('there is no cost without CPU counts or requests', () => {
  const uncounted = turns.map((one) => ({ ...one, cpu: { list: null, row: null } }));
  expect(costOf('list', uncounted)).toBeNull();
  expect(costOf('nothing', turns)).toBeNull();
});
