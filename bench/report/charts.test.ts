import { expect, test } from 'vitest';
import type { Figure } from '../figures.ts';
import { chartOf, gapChartOf, usedOf } from './charts.ts';

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

test('each tone has its bars, whose heights are the shares of the gaps', () => {
  const svg = gapChartOf([
    { tone: 'Calm', factor: 1.3, gaps: [110, 120, 130, 610] },
    { tone: 'Normal', factor: 1, gaps: [220] },
  ]);
  expect(svg.match(/<g /g)).toHaveLength(2);
  expect(svg).toContain('Calm <tspan class="soft">4 gaps</tspan>');
  const heights = [...svg.matchAll(/class="bar"[^>]* height="([\d.]+)"/g)].map(([, height]) =>
    Number(height),
  );
  const [calm, normal] = [heights.slice(0, 28), heights.slice(28)];
  expect(calm.filter((height) => height > 0)).toHaveLength(2);
  expect(Math.max(...calm) / Math.min(...calm.filter((height) => height > 0))).toBeCloseTo(3, 1);
  expect(normal.filter((height) => height > 0)).toHaveLength(1);
});
