import { expect, test } from 'vitest';
import { hasPage, houseDescriptions, pages, titles } from '#shared/pages.ts';
import { routes } from '../../app/routes.ts';
import { renderPage } from '../../testing/renderPage.tsx';
import { sellingWordsIn, textOf } from '../../testing/sellingWords.ts';

const offered = routes.filter(({ path }) => hasPage(path, false));

test.each(offered.filter(({ guarded, prerender }) => !guarded && prerender !== false))(
  '$path, as it is sent in a house, has no word of buying',
  async ({ path, Page }) => {
    await Page.load();
    const text = textOf(await renderPage(path, { sells: false }));
    expect(text.length).toBeGreaterThan(50);
    expect(sellingWordsIn(text)).toEqual([]);
  },
);

test('the same pages have such words where something is sold', async () => {
  for (const path of ['/', '/auth', '/create', '/dashboard-preview', '/privacy', '/contact']) {
    expect(sellingWordsIn(textOf(await renderPage(path))), path).not.toEqual([]);
  }
});

test('the title and the description of each page of a house have none either', () => {
  for (const { path } of offered) {
    const known = Object.keys(titles).find((one) => one === path) as keyof typeof titles;
    const description = houseDescriptions[known] ?? pages[known].description;
    expect(sellingWordsIn(`${titles[known]} ${description}`), path).toEqual([]);
  }
});
