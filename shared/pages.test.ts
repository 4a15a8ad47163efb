import { describe, expect, test } from 'vitest';
import { tabTitle } from './brand.ts';
import { pages, titles } from './pages.ts';
import { DURATIONS, formatPrice, LIST_PRICE } from './pricing.ts';

describe('pages', () => {
  test('every page has its own title and description, short enough for a search result', () => {
    const descriptions = Object.values(pages).map(({ description }) => description);
    const tabs = Object.values(titles).map(tabTitle);
    expect(Object.keys(pages)).toEqual(Object.keys(titles));
    expect(new Set(descriptions).size).toBe(descriptions.length);
    expect(new Set(tabs).size).toBe(tabs.length);
    expect(descriptions.filter((text) => text.length > 155)).toEqual([]);
    expect(tabs.filter((text) => text.length > 60)).toEqual([]);
  });

  test('the description of the pricing page names the prices of the price list', () => {
    const prices = pages['/pricing'].description.match(/\$\d+\.\d\d/g);
    expect(prices).toEqual(DURATIONS.map((duration) => formatPrice(LIST_PRICE[duration])));
  });

  test('only public pages are indexed, never pages of an order or account', () => {
    const listed = Object.entries(pages).filter(([, { indexed }]) => indexed);
    expect(listed.map(([path]) => path).sort()).toEqual([
      '/',
      '/auth',
      '/contact',
      '/create',
      '/pricing',
      '/privacy',
      '/refund',
      '/samples',
      '/terms',
    ]);
  });
});
