import { expect, test } from 'vitest';
import { isMet, tableOf } from './figures.ts';

test('a goal is met at its limit and missed beyond it', () => {
  expect(isMet({ name: '', value: 1.15, goal: { atMost: 1.15 } })).toBe(true);
  expect(isMet({ name: '', value: 1.16, goal: { atMost: 1.15 } })).toBe(false);
  expect(isMet({ name: '', value: 3.5, goal: { atLeast: 3.5 } })).toBe(true);
  expect(isMet({ name: '', value: -17.1, goal: { between: [-17, -15] } })).toBe(false);
});

test('a figure that was not measured misses its goal, and one without a goal does neither', () => {
  expect(isMet({ name: '', value: null, goal: { atMost: 15 } })).toBe(false);
  expect(isMet({ name: '', value: Number.NaN, goal: { atMost: 15 } })).toBe(false);
  expect(isMet({ name: '', value: 3 })).toBeNull();
});

test('the table of figures has columns for figure, goal, measured and met', () => {
  const table = tableOf([
    {
      area: 'production',
      notes: [],
      details: null,
      figures: [
        { name: '10 min', value: 1.234, goal: { atMost: 1.15 } },
        { name: 'first sound', value: null, unit: 's', goal: { atMost: 15 } },
      ],
    },
  ]);
  expect(table.split('\n')).toEqual([
    'area        figure       goal       measured   met',
    '----------  -----------  ---------  ---------  ---',
    'production  10 min       <= 1.15 x  1.23 x     NO',
    'production  first sound  <= 15 s    not there  NO',
  ]);
});
