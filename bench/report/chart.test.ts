import { expect, test } from 'vitest';
import type { Figure } from '../figures.ts';
import { chartOf, usedOf } from './chart.ts';

const figure = (value: number | null, goal?: Figure['goal']): Figure => ({
  name: 'a < b',
  value,
  ...(goal && { goal }),
});

test('the used share of a goal is known for upper limits, lower limits and ranges', () => {
  expect(usedOf(figure(0.5, { atMost: 1 }))).toBe(0.5);
  expect(usedOf(figure(9, { atLeast: 4.5 }))).toBe(0.5);
  expect(usedOf(figure(-15.5, { between: [-17, -15] }))).toBe(0.5);
  expect(usedOf(figure(0, { atMost: 0 }))).toBe(0);
  expect(usedOf(figure(1, { atMost: 0 }))).toBe(1);
});

test('there is no used share without a value, a goal or a positive limit', () => {
  expect(usedOf(figure(-2, { atMost: -1 }))).toBeNull();
  expect(usedOf(figure(null, { atMost: 1 }))).toBeNull();
  expect(usedOf(figure(1))).toBeNull();
});

test('the chart has a row for each figure with a goal and marks a missed one as bad', () => {
  const figures = [figure(0.5, { atMost: 1 }), figure(2, { atMost: 1 }), figure(3)];
  const svg = chartOf([{ area: 'memory', figures }]);
  expect(svg.match(/<tspan/g)).toHaveLength(2);
  expect(svg).toContain('a &lt; b');
  expect(svg.match(/class="good"/g)).toHaveLength(1);
  expect(svg.match(/class="bad"/g)).toHaveLength(1);
});
