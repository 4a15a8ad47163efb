import { expect, it } from 'vitest';
import { rowsWithHeads } from './cleanText.ts';
import { readHtml } from './readHtml.ts';
import { articlePage } from './testing/pages.ts';

it('each row names the heads of its cells', () => {
  const rows = [
    ['Reach', '2019', '2020'],
    ['upper', '144', ' 131 '],
    ['lower', '', '127'],
    ['in all', '258'],
  ];
  expect(rowsWithHeads(rows)).toEqual([
    'Reach: upper; 2019: 144; 2020: 131.',
    'Reach: lower; 2020: 127.',
    'in all; 258.',
  ]);
});

it.each([
  ['no rows', []],
  ['a head alone', [['a', 'b']]],
  ['one column', [['a'], ['b']]],
  ['rows of another width', [['a', 'b', 'c'], ['d']]],
])('%s are no table', (_, rows) => {
  expect(rowsWithHeads(rows)).toBeNull();
});

it('a page’s table is read by row, and one that arranges the page as text', () => {
  const table = (rows: string[][]) =>
    `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
  const figures = table([
    ['Lake', 'Samples', 'Failed'],
    ['Avern', '144', '3'],
    ['Bell', '131', '0'],
  ]);
  const { text } = readHtml(articlePage({ inside: figures }));
  expect(text).toContain('Lake: Avern; Samples: 144; Failed: 3.\n\nLake: Bell; Samples: 131;');
  const long = 'It stands where it stood. '.repeat(20);
  const arranged = readHtml(
    articlePage({
      inside: table([
        ['a', 'b'],
        [long, 'c'],
      ]),
    }),
  ).text;
  expect(arranged).toContain(long.trim());
  expect(arranged).not.toContain('a:');
});
