import { expect, test } from 'vitest';
import { pages } from '#shared/pages.ts';
import { routes } from './routes.ts';

test('every screen has an entry in the table of pages, and every entry has a screen', () => {
  const screens = routes.map(({ path }) => path);
  expect(screens.toSorted()).toEqual(Object.keys(pages).toSorted());
});

test('no screen that asks for a sign-in is offered to search engines', () => {
  const guarded = routes.filter((route) => route.guarded).map(({ path }) => path);
  const indexed = Object.entries(pages).filter(([, page]) => page.indexed);
  expect(indexed.map(([path]) => path).filter((path) => guarded.includes(path))).toEqual([]);
  expect(guarded).not.toEqual([]);
});
