import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseNearest, chunksOf, pagesOf } from './chunks.ts';

const prose = fc
  .array(
    fc.constantFrom(
      'word ',
      'longer words ',
      'an end. ',
      'a paragraph.\n',
      '漢字',
      '👋🏽',
      'é',
      '\n\n',
    ),
    { maxLength: 400 },
  )
  .map((parts) => parts.join(''));

it('chunks are the whole text in order, none too long, none a scrap or half a character', () => {
  fc.assert(
    fc.property(prose, fc.integer({ min: 20, max: 200 }), (text, longest) => {
      const chunks = chunksOf(text, longest);
      expect(chunks.map((chunk) => chunk.text).join('')).toBe(text);
      for (const chunk of chunks) {
        expect(chunk.text.length).toBeLessThanOrEqual(longest);
        expect(chunk.text.isWellFormed()).toBe(true);
      }
      for (const chunk of chunks.slice(0, -1)) {
        expect(chunk.text.length).toBeGreaterThanOrEqual(longest / 2 - 1);
      }
    }),
  );
});

it('a text without a full stop is cut at words', () => {
  const chunks = chunksOf('and then another '.repeat(3_000));
  expect(chunks).toHaveLength(5);
  for (const { text } of chunks) {
    expect(text.length).toBeLessThanOrEqual(12_000);
    expect(text).toMatch(/^(?:and|then|another) .*(?:and|then|another) $/s);
  }
});

it('of a document with pages each chunk knows on which it begins', () => {
  const pages = ['one '.repeat(5), 'two '.repeat(30), 'three '.repeat(3)].join('\n\f\n');
  const chunks = chunksOf(pages, 60);
  for (const { page, text } of chunks) {
    const words = ['one', 'two', 'three'];
    expect(text.trimStart().startsWith(words[(page ?? 0) - 1] ?? '?')).toBe(true);
  }
  expect(pagesOf(chunks).at(-1)).toBe(3);
  expect(pagesOf(chunksOf('no pages'))).toEqual([]);
});

it.each([
  ['a paragraph', 'First line.\nSecond, which goes on', 'First line.\n'],
  ['a sentence', 'The first one. The second goes on', 'The first one. '],
  ['a word', 'neither stop nor paragraph here', 'neither stop nor '],
  ['nothing at all', 'x'.repeat(40), 'x'.repeat(20)],
])('a chunk ends with %s', (_, text, first) => {
  expect(chunksOf(text, 20)[0]?.text).toBe(first);
});

describe('the chunks that are read', () => {
  /** A book whose chunks are alike, but for these. */
  const book = (count: number, special: Record<number, string>) =>
    Array.from({ length: count }, (_, at) => ({
      at,
      text: special[at] ?? `chapter of the river ${at}`,
    }));
  const chosen = (chunks: { at: number; text: string }[], asked: string, most: number) =>
    chooseNearest(chunks, asked, most).map(({ at }) => at);

  it('are all of them where there are few', () => {
    expect(chosen(book(12, {}), 'anything', 12)).toHaveLength(12);
  });

  it('are the first, and those that hold what was asked for, in their order', () => {
    const text = { 70: 'The salmon counts fell.', 31: 'Who paid for the dams? The county paid.' };
    const asked = 'River dams: what became of the salmon, and who paid the counties?';
    expect(chosen(book(90, text), asked, 3)).toEqual([0, 31, 70]);
  });

  it('are spread where nothing tells them apart', () => {
    expect(chosen(book(41, {}), 'Warum?', 3)).toEqual([0, 20, 40]);
  });
});
