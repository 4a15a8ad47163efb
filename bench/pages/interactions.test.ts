import { expect, test } from 'vitest';
import { interactionsOf, slowestOf } from './interactions.ts';

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
