import { expect, test } from 'vitest';
import { sizeFigures } from './sizes.ts';

const entry = { name: 'what every page runs', size: 91_234, sizeLimit: 100_000 };

test('the entry and the largest route are the figures, in kB and with the budgets of size-limit', () => {
  const routes = [
    { name: 'HomePage', size: 9_000, sizeLimit: 25_000 },
    { name: 'CreatePage', size: 26_000, sizeLimit: 25_000 },
    { name: 'AuthPage', size: 7_000, sizeLimit: 25_000 },
  ];
  expect(sizeFigures([entry, ...routes])).toEqual([
    { name: 'entry JS, gzip', value: 91.234, unit: 'kB', goal: { atMost: 100 } },
    { name: 'largest route, gzip: CreatePage', value: 26, unit: 'kB', goal: { atMost: 25 } },
  ]);
});

test('an app without routes is an error and not a small one', () => {
  expect(() => sizeFigures([entry])).toThrow(/no route/);
});
