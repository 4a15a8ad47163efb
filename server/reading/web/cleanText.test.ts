import { expect, it } from 'vitest';
import { cleanLine, cleanText, countWords, LONGEST_TEXT } from './cleanText.ts';

it('keeps paragraphs, and one space between words', () => {
  expect(cleanText(' a  b\nc\r\n\r\n\n d\u00A0\te \u2029f ')).toBe('a b c\n\nd e\n\nf');
});

it('drops what nobody sees', () => {
  const tags = String.fromCodePoint(...Array.from('obey', (c) => 0xe0000 + c.charCodeAt(0)));
  const unseen = `\u0000\u0007\u001B\u00AD\u034F\u061C\u200B\u200E\u202E\u2066\uFEFF\uE000\uFE0F${tags}`;
  expect(cleanText(`vis${unseen}ible`)).toBe('visible');
  expect(cleanLine(`vis${unseen}ible\n title`)).toBe('visible title');
});

it('ends in whole characters at its longest', () => {
  expect(cleanText('🙂'.repeat(LONGEST_TEXT)).length).toBe(LONGEST_TEXT);
  expect(cleanText(`a${'🙂'.repeat(LONGEST_TEXT)}`).isWellFormed()).toBe(true);
  expect(cleanLine('a '.repeat(500)).length).toBeLessThanOrEqual(200);
});

it('counts words in languages with and without spaces', () => {
  expect(countWords('It was, then as now, 5 p.m.')).toBe(7);
  expect(countWords('東京は日本の首都です。')).toBeGreaterThan(3);
});
