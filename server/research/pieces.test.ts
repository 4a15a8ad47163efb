import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choosePieces, piecesOf } from './pieces.ts';

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

it('pieces are the whole text in order, none too long, none a scrap or half a character', () => {
  fc.assert(
    fc.property(prose, fc.integer({ min: 20, max: 200 }), (text, longest) => {
      const pieces = piecesOf(text, longest);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      for (const piece of pieces) {
        expect(piece.text.length).toBeLessThanOrEqual(longest);
        expect(piece.text.isWellFormed()).toBe(true);
      }
      for (const piece of pieces.slice(0, -1)) {
        expect(piece.text.length).toBeGreaterThanOrEqual(longest / 2 - 1);
      }
    }),
  );
});

it.each([
  ['a paragraph', 'First line.\nSecond, which goes on', 'First line.\n'],
  ['a sentence', 'The first one. The second goes on', 'The first one. '],
  ['a word', 'neither stop nor paragraph here', 'neither stop nor '],
  ['nothing at all', 'x'.repeat(40), 'x'.repeat(20)],
])('a piece ends with %s', (_, text, first) => {
  expect(piecesOf(text, 20)[0]?.text).toBe(first);
});

describe('the pieces that are read', () => {
  /** A book whose pieces are alike, but for these. */
  const book = (count: number, special: Record<number, string>) =>
    Array.from({ length: count }, (_, at) => ({
      at,
      text: special[at] ?? `chapter of the river ${at}`,
    }));
  const chosen = (...all: Parameters<typeof choosePieces>) =>
    choosePieces(...all).map(({ at }) => at);

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
