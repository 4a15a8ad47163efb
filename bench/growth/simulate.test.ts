import { expect, test } from 'vitest';
import { openAgenda, type Service, simulate } from './simulate.ts';

const service: Service = { firstLine: 3, script: 33, lines: 61, line: 0.9, tail: 2 };
const alone = { ordersPerHour: 1, slots: 5, instances: 1, places: 8 };

test('the agenda runs its events in order of time, including those added meanwhile', () => {
  const agenda = openAgenda();
  const seen: string[] = [];
  agenda.in(2, () => seen.push(`b at ${agenda.now()}`));
  agenda.in(1, () => {
    seen.push(`a at ${agenda.now()}`);
    agenda.in(1, () => seen.push(`c at ${agenda.now()}`));
    agenda.in(0.5, () => seen.push(`d at ${agenda.now()}`));
  });
  agenda.run();
  expect(seen).toEqual(['a at 1', 'd at 1.5', 'b at 2', 'c at 2']);
});

test('a lone episode takes as long as was measured', () => {
  const { begun, delivered } = simulate(alone, [service], 20, 1);
  expect(delivered.length).toBe(begun.length);
  expect(delivered.length).toBeGreaterThan(10);
  expect(Math.max(...begun)).toBe(0);
  // Here writing takes longest: the whole script, its last line spoken, and the tail.
  expect(Math.min(...delivered)).toBeCloseTo(33 + 0.9 + 2, 6);
});

test('two speech slots limit how fast many orders are made', () => {
  const crowd = { ...alone, ordersPerHour: 1000, slots: 2, places: 20 };
  const { delivered } = simulate(crowd, [service], 1.3, 2);
  // All lines through two slots, from the first time that one can be spoken.
  const least = (delivered.length * service.lines * service.line) / 2;
  const { length } = delivered;
  expect(length).toBeGreaterThan(200);
  expect(Math.max(...delivered)).toBeGreaterThan(least);
});

test('orders wait when the instances are full, and more instances shorten the wait', () => {
  const busy = { ...alone, ordersPerHour: 500, slots: 100, places: 2 };
  const one = simulate(busy, [service], 3, 3);
  const two = simulate({ ...busy, instances: 3 }, [service], 3, 3);
  expect(Math.max(...one.begun)).toBeGreaterThan(60);
  expect(Math.max(...two.begun)).toBeLessThan(Math.max(...one.begun) / 2);
});
