import { expect, test } from 'vitest';
import { figuresOf } from './inp.ts';

const visit = (page: string, ...took: [string, number][]) => ({
  page,
  interactions: took.map(([step, milliseconds]) => ({ step, milliseconds })),
});

test('a page’s INP is the median of the slowest interactions of its visits, the slowest named', () => {
  const figures = figuresOf([
    visit('/create', ['open the voices', 120], ['type the topic', 40]),
    visit('/create', ['open the voices', 264], ['type the topic', 48]),
    visit('/auth', ['send', 32]),
    visit('/create', ['open the voices', 56], ['type the topic', 144]),
  ]);
  expect(figures).toEqual([
    {
      name: '/create: INP',
      value: 144,
      unit: 'ms',
      goal: { atMost: 200 },
      note: 'slowest of all: open the voices, 264 ms',
    },
    {
      name: '/auth: INP',
      value: 32,
      unit: 'ms',
      goal: { atMost: 200 },
      note: 'slowest of all: send, 32 ms',
    },
  ]);
});
