import { expect, test } from 'vitest';
import { gapChartOf } from './gapChart.ts';

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
