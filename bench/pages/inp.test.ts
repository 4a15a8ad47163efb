import { expect, test } from 'vitest';
import { figuresOf } from './inp.ts';
import { interactionsOf, slowestOf } from './interactions.ts';

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

const steps = [
  { name: 'opens', startedAt: 100 },
  { name: 'types', startedAt: 500 },
];

test('an interaction lasts as long as its longest event and belongs to the step it began in', () => {
  const events = [
    { interactionId: 7, startTime: 120, duration: 40 },
    { interactionId: 7, startTime: 190, duration: 96 },
    { interactionId: 9, startTime: 500, duration: 24 },
    { interactionId: 11, startTime: 480, duration: 72 },
    { interactionId: 11, startTime: 520, duration: 32 },
  ];
  expect(interactionsOf(events, steps)).toEqual([
    { step: 'opens', milliseconds: 96 },
    { step: 'types', milliseconds: 24 },
    { step: 'opens', milliseconds: 72 },
  ]);
});

test('events without an interaction are ignored, and one before the first step is kept', () => {
  const events = [
    { interactionId: 0, startTime: 300, duration: 900 },
    { interactionId: 3, startTime: 50, duration: 16 },
  ];
  expect(interactionsOf(events, steps)).toEqual([
    { step: 'before the first step', milliseconds: 16 },
  ]);
});

test('the slowest interaction is the figure, or 16 ms if there is none', () => {
  const [slow, quick] = [
    { step: 'types', milliseconds: 208 },
    { step: 'opens', milliseconds: 48 },
  ];
  expect(slowestOf([quick, slow, quick])).toEqual(slow);
  expect(slowestOf([])).toEqual({ step: 'any', milliseconds: 16 });
});
