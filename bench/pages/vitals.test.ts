import { expect, test } from 'vitest';
import { figuresOf } from './vitals.ts';

const found = {
  performance: 99,
  accessibility: 100,
  bestPractices: 100,
  fcp: 800,
  lcp: 1600,
  cls: 0.002,
  tbt: 30,
};

const lcpOf = (address: string) => figuresOf([address, found]).find(({ unit }) => unit === 'ms');

test('each goal of a page becomes a figure, except one that Lighthouse did not measure', () => {
  const names = figuresOf(['/listen?episode=abc', found]).map(({ name }) => name);
  expect(names).toEqual([
    '/listen: performance',
    '/listen: accessibility',
    '/listen: best practices',
    '/listen: LCP',
    '/listen: CLS',
  ]);
  expect(figuresOf(['/auth', { ...found, seo: 92 }])).toContainEqual({
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
