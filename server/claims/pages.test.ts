import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { spoken } from '../script/normalizeText.ts';
import { unsupportedIn } from './claims.ts';

/*
 * The pages of the stand-in web: a sentence as the quote, what a host would say of it as the line. Then
 * figures and names change places with those of other sentences.
 */

const PAGES = new URL('../../standins/web/pages/', import.meta.url);

interface Sentence {
  text: string;
  language: string;
}

const sentences = readdirSync(PAGES)
  .map((file) => readFileSync(new URL(file, PAGES), 'utf8'))
  .flatMap((file) => file.split(/^(?=== )/m))
  .flatMap((page): Sentence[] => {
    const [head = '', ...lines] = page.split('\n');
    const language = head.split(' | ')[4]?.trim() ?? '';
    return lines
      .map((line) => line.replace(/\s*\{[^}]*\}\s*$/, '').trim())
      .filter((line) => line && !line.startsWith('#'))
      .map((text) => ({ text, language }));
  });
const english = sentences.filter(({ language }) => language === 'en').map(({ text }) => text);

const faultsOf = (line: string, ...quotes: string[]) =>
  unsupportedIn({ text: line, quotes, known: [] });

test('of what the pages say, at least 99 sentences in 100 are supported by themselves when spoken', () => {
  const lost = english.filter((text) => faultsOf(spoken(text), text).length > 0);
  expect(english.length).toBeGreaterThan(200);
  expect(lost.length / english.length).toBeLessThan(0.01);
});

test('digits that a model forgot to write out are supported as well, in any language', () => {
  const lost = sentences.filter(
    ({ text, language }) => language === 'en' && faultsOf(text, text).length > 0,
  );
  expect(lost.map(({ text }) => text)).toEqual([]);
});
