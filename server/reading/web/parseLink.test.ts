import { expect, it } from 'vitest';
import { parseLink, withoutTokens } from './parseLink.ts';

it.each([
  ['example.com/a', 'https://example.com/a'],
  [' https://example.com/a#part ', 'https://example.com/a'],
  ['http://example.com:80/', 'http://example.com/'],
  ['https://müller.example/ä', 'https://xn--mller-kva.example/%C3%A4'],
])('%s is the address %s', (given, href) => {
  expect(parseLink(given).href).toBe(href);
});

it.each([
  ['utm_source=a&utm_id=b&page=2', '?page=2'],
  ['v=dQw4w9WgXcQ&t=10', '?v=dQw4w9WgXcQ&t=10'],
  ['title=how-cats-purr-in-2024-again', '?title=how-cats-purr-in-2024-again'],
  [
    'q=who+built+the+lighthouse+in+1890&keyword=sea',
    '?q=who+built+the+lighthouse+in+1890&keyword=sea',
  ],
  ['token=1&access_token=2&api_key=3&sid=4&PHPSESSID=5&sig=6', ''],
  ['X-Amz-Signature=ab&X-Amz-Credential=cd&X-Amz-Expires=60&id=7', '?id=7'],
  ['a=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2ln', ''],
  ['a=0123456789abcdef0123456789abcdef&b=20240131', '?b=20240131'],
  ['a=123e4567-e89b-12d3-a456-426614174000', ''],
  ['fbclid=IwAR&gclid=x&expires=1&key=k&title=the-2024-report', '?title=the-2024-report'],
])('%s is kept as "%s"', (query, kept) => {
  expect(withoutTokens(new URL(`https://example.com/a?${query}`)).search).toBe(kept);
});

it('a session in the path goes, too', () => {
  const url = new URL('https://example.com/a;jsessionid=1A2B/b#c');
  expect(withoutTokens(url).href).toBe('https://example.com/a/b');
});
