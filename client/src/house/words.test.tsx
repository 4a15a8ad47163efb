import { expect, test } from 'vitest';
import { render, routes } from '../prerender.tsx';
import { sellingWordsIn, textOf } from './sellingWords.ts';

const PATHS = ['/', '/create', '/forgot-password', '/privacy', '/samples'];
const prerendered = routes.filter(({ path }) => PATHS.includes(path));

test.each(prerendered)('$path, as it is sent in a house, speaks of no money', async (route) => {
  await route.Page.load();
  const html = await render(route.path, { sells: false });
  const text = textOf(html);
  expect(text.length).toBeGreaterThan(50);
  expect(sellingWordsIn(text)).toEqual([]);
});

test('the same words are found where something is sold', async () => {
  for (const path of ['/', '/create', '/privacy']) {
    await routes.find((route) => route.path === path)?.Page.load();
    expect(sellingWordsIn(textOf(await render(path))), path).not.toEqual([]);
  }
});
