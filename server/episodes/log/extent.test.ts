import { expect, it } from 'vitest';
import { extentOf } from './episodeSources.ts';

it.each([
  ['all of its chunks', { chunks: 2, readChunks: [1, 0], pages: [1, 3, 5] }, 'read in full'],
  [
    'some pages',
    { chunks: 4, readChunks: [2, 0], pages: [1, 3, 60, 61, 200] },
    'pages 1 to 3, 60 to 61 of 200 were read',
  ],
  ['one page', { chunks: 2, readChunks: [0], pages: [1, 1, 9] }, 'page 1 of 9 was read'],
  [
    'parts of a text',
    { chunks: 12, readChunks: [0, 1, 6], pages: [] },
    'parts 1 to 2, 7 of 12 were read',
  ],
  ['one part', { chunks: 4, readChunks: [0], pages: [] }, 'part 1 of 4 was read'],
  ['nobody knows how much', { chunks: 0, readChunks: [0], pages: [] }, ''],
  ['nothing yet', { chunks: 4, readChunks: [], pages: [] }, 'nothing of it was read'],
])('of a source of which %s was read', (_, read, words) => {
  expect(extentOf(read)).toBe(words);
});
