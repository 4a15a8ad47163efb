import { expect, test } from 'vitest';
import { STRENGTHS } from '#shared/sources.ts';
import { aSource } from './fixtures.ts';
import { datedWords, linesOn, pageOf, STRENGTH_WORDS, summaryOf } from './words.ts';

const none = { lines: 62, sourced: 0, opinions: 0, rewritten: 0, cut: 0 };

test.each([
  [
    { ...none, sourced: 31, opinions: 9, cut: 2 },
    6,
    '31 of 62 lines rest on 6 sources, 9 are opinion, 2 were left out before recording.',
  ],
  [
    { lines: 1, sourced: 1, opinions: 0, rewritten: 1, cut: 1 },
    1,
    '1 of 1 line rests on 1 source, 1 was rewritten and 1 was left out before recording.',
  ],
  [
    { ...none, sourced: 2, rewritten: 3 },
    1,
    '2 of 62 lines rest on 1 source, 3 were rewritten before recording.',
  ],
  [{ ...none, opinions: 1 }, 0, '1 of 62 lines is opinion.'],
  [none, 0, ''],
])('%j is summed up in one sentence without its zeros', (counts, used, sentence) => {
  expect(summaryOf(counts, used)).toBe(sentence);
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
  expect(pageOf(aSource())).toBe('https://coast.example/glow');
  for (const url of [null, 'javascript:alert(1)', 'data:text/html,x', '/account'])
    expect(pageOf(aSource({ url }))).toBeNull();
});
