import { expect, test } from 'vitest';
import { readLink } from './AddSource.tsx';

test.each([
  ['https://example.com/page', 'https://example.com/page'],
  ['  HTTP://Example.com ', 'http://example.com/'],
  ['example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['localhost:3000/page', 'https://localhost:3000/page'],
  ['日本.jp/発酵', 'https://xn--wgv71a.jp/%E7%99%BA%E9%85%B5'],
])('“%s” is read as %s', (typed, url) => {
  expect(readLink(typed)).toBe(url);
});

test.each([
  '',
  ' ',
  'honeybees',
  'two words.com',
  'ftp://example.com',
  'javascript:alert(1)',
  '://',
])('“%s” is no link', (typed) => {
  expect(readLink(typed)).toBeNull();
});
