import { expect, test } from 'vitest';
import { sizeFigures } from './sizes.ts';

const entry = { name: 'what every page runs', size: 91_234, sizeLimit: 100_000 };

test('the size figures are the entry and the largest route, in kB with their budgets', () => {
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

test('a build without routes is an error, not a small app', () => {
  expect(() => sizeFigures([entry])).toThrow(/no route/);
});
