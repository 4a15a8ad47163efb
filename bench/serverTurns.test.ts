import { expect, test } from 'vitest';
import { costOf, idleOf, latenciesOf, type Turn } from './serverTurns.ts';

/** A second each: `ours` uses 0.1 s of CPU when idle, and 1 or 2 ms for each request. */
const turns: Turn[] = [
  turn('ours', 'list', { ours: 0.3, bare: 0 }),
  turn('bare', 'row', { ours: 0.1, bare: 0.08 }),
  turn('ours', 'me', { ours: 0.2, bare: 0 }),
  turn('bare', 'row', { ours: 0.1, bare: 0.12 }),
];

function turn(server: string, read: string, cpu: Turn['cpu']): Turn {
  return { server, read, seconds: 1, latencies: Array.from({ length: 100 }, () => 1), cpu };
}

test('a request costs the CPU time that its server used beyond its idle use', () => {
  expect(idleOf('ours', turns)).toBeCloseTo(0.1);
  expect(costOf('list', turns)).toBeCloseTo(2);
  expect(costOf('me', turns)).toBeCloseTo(1);
  expect(costOf('row', turns)).toBeCloseTo(1);
});

test('the latencies of all turns of one read are taken together', () => {
  expect(latenciesOf('row', turns)).toHaveLength(200);
});

test('there is no cost without CPU counts or requests', () => {
  const uncounted = turns.map((one) => ({ ...one, cpu: { ours: null, bare: null } }));
  expect(costOf('list', uncounted)).toBeNull();
  expect(costOf('nothing', turns)).toBeNull();
});
