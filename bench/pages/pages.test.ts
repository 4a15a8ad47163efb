import { expect, test } from 'vitest';
import { sizeFigures, vitalsOf } from './pages.ts';

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

const found = {
  performance: 99,
  accessibility: 100,
  bestPractices: 100,
  fcp: 800,
  lcp: 1600,
  cls: 0.002,
  tbt: 30,
};

const lcpOf = (address: string) => vitalsOf([address, found]).find(({ unit }) => unit === 'ms');

test('each goal of a page becomes a figure, except one that Lighthouse did not measure', () => {
  const names = vitalsOf(['/listen?episode=abc', found]).map(({ name }) => name);
  expect(names).toEqual([
    '/listen: performance',
    '/listen: accessibility',
    '/listen: best practices',
    '/listen: LCP',
    '/listen: CLS',
  ]);
  expect(vitalsOf(['/auth', { ...found, seo: 92 }])).toContainEqual({
    name: '/auth: SEO',
    value: 92,
    unit: '',
    goal: { atLeast: 100 },
  });
});

test('pages whose first screen sells have a stricter LCP goal', () => {
  expect(lcpOf('/')?.goal).toEqual({ atMost: 1500 });
  expect(lcpOf('/pricing')?.goal).toEqual({ atMost: 1500 });
  expect(lcpOf('/listen?episode=abc')?.goal).toEqual({ atMost: 2000 });
});
