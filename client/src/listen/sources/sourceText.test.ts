import { expect, test } from 'vitest';
import { STRENGTHS } from '#shared/sources.ts';
import { aSource } from './fixtures.ts';
import {
  datedWords,
  extentWords,
  linesOn,
  readerNotes,
  STRENGTH_WORDS,
  safeUrl,
  sourcingSummary,
} from './sourceText.ts';

const none = { lines: 62, statements: 0, sourced: 0, opinions: 0, rewritten: 0, cut: 0, unread: 0 };

test.each([
  [
    { statements: 31, sourced: 31, opinions: 9 },
    'All 31 statements of fact have a source, 9 lines are opinion.',
  ],
  [
    { statements: 1, sourced: 1, opinions: 1 },
    'The only statement of fact has a source, 1 line is opinion.',
  ],
  [{ statements: 5, sourced: 4, unread: 1 }, '4 of 5 statements of fact have a source.'],
  [{ statements: 2, sourced: 1 }, '1 of 2 statements of fact has a source.'],
  [{ statements: 2, sourced: 2 }, 'Both statements of fact have a source.'],
  [{ statements: 2 }, 'None of 2 statements of fact have a source.'],
  [{ opinions: 1 }, '1 line is opinion.'],
  [{}, ''],
])('%j is summed up in one sentence without its zeros', (counts, sentence) => {
  expect(sourcingSummary({ ...none, ...counts })).toBe(sentence);
});

test('each source says how much of it was read', () => {
  const extent = 'pages 1 to 14, 60 of 200 were read';
  expect(extentWords(aSource({ extent }))).toBe('Pages 1 to 14, 60 of 200 were read.');
  expect(extentWords(aSource({ extent: '' }))).toBe('');
});

test.each([
  [{ rewritten: 3, cut: 2 }, ['An AI reader changed 3 lines and left out 2 before recording.']],
  [{ rewritten: 1 }, ['An AI reader changed 1 line before recording.']],
  [{ cut: 1 }, ['An AI reader left out 1 line before recording.']],
  [{ unread: 3 }, ['3 lines were spoken unread, so no source is shown for them.']],
  [{ unread: 1 }, ['1 line was spoken unread, so no source is shown for it.']],
  [{ sourced: 9 }, []],
])('%j: what became of the lines before they were spoken is told', (counts, told) => {
  expect(readerNotes({ ...none, ...counts })).toEqual(told);
});

test('each source says how many lines rest on it', () => {
  expect([0, 1, 2].map(linesOn)).toEqual([
    'No line rests on it',
    '1 line rests on it',
    '2 lines rest on it',
  ]);
});

test('no strength of a claim is called true', () => {
  const words = STRENGTHS.map((strength) => STRENGTH_WORDS[strength]);
  expect(new Set(words).size).toBe(STRENGTHS.length);
  for (const sentence of words) expect(sentence).not.toMatch(/\b(true|truth|fact|proven)\b/i);
});

test('a source is dated by its own day, or by the day it was read', () => {
  expect(datedWords(aSource({ date: '2025-05-20' }))).toBe('Published 20 May 2025');
  expect(datedWords(aSource({ date: '2025-05-20T23:30:00Z' }))).toBe('Published 20 May 2025');
  expect(datedWords(aSource({ kind: 'wikipedia', date: '2026-09-02' }))).toBe(
    'As of 2 September 2026',
  );
  for (const date of [null, 'last spring'])
    expect(datedWords(aSource({ date }))).toBe('Read on 24 November 2026');
});

test('only an address of the web is a link', () => {
  expect(safeUrl(aSource())).toBe('https://coast.example/glow');
  for (const url of [null, 'javascript:alert(1)', 'data:text/html,x', '/account'])
    expect(safeUrl(aSource({ url }))).toBeNull();
});
