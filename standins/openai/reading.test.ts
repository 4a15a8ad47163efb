import { expect, test } from 'vitest';
import { webPages } from '../web/webPages.ts';
import { paraphrase } from './paraphrase.ts';
import { readLines } from './reading.ts';

type Settings = Parameters<typeof readLines>[1];
const usual: Settings = { reader: 'usual', readerError: 0 };
const quote = 'A queen lays up to 2,000 eggs a day in May, as Nadia Kovalenko found.';
const bees = {
  fact: 1,
  says: quote,
  quote,
  paragraph: `Bees are many. ${quote} Each weighs 0.1 grams, says Ola Berg.`,
  from: 'Honey bee, Openpedia, 2025-05-20',
};
const tides = {
  fact: 2,
  says: 'The tide at Dover rises by 6 metres.',
  quote: 'At Dover steigt die Flut um 6 Meter.',
  from: 'Tides, Harbour Notes',
};
const line = (says: string, more: object = {}) => ({
  line: 0,
  says: `A: ${says}`,
  basis: 'fact',
  facts: [1],
  ...more,
});
const read = (lines: object[], settings = usual) =>
  readLines(
    [{ task: 'reading', topic: 'Queens' }, { facts: [bees, tides] }, { place: 'middle', lines }],
    settings,
  ).judgments;
const FALSE = 'A queen lays up to 3,000 eggs a day in May.';
const talk = { basis: 'opinion', facts: [] };

const ROUND = quote.replace('up to 2,000', 'about 1,950');

test.each([
  ['what its quote says', line(quote), 'stands'],
  ['a quote behind words that lead to it', line(`This is from Openpedia. ${quote}`), 'stands'],
  ['less than its quote', line('A queen lays up to 2,000 eggs a day.'), 'stands'],
  ['what another fact says', line(quote, { facts: [2] }), 'stands'],
  ['a round figure', line(ROUND), 'follows'],
  ['a round figure that is marked', line(ROUND, { marks: ['1,950'] }), 'rounding'],
  ['a conclusion', line(quote, { basis: 'inference' }), 'follows'],
  ['the step to its figure', line('A queen lays 4,000 eggs.', { sum: '2*2,000' }), 'follows'],
  ['what its quote says, marked', line(quote, { marks: ['May'] }), 'follows'],
])('a line with %s is carried', (_, one, finding) => {
  const found = { line: 0, finding, facts: expect.arrayContaining([1]), words: quote, say: '' };
  expect(read([one])).toEqual([found]);
});

test('a line is carried by the words around its quote, or by those of another language', () => {
  const around = 'Each weighs 0.1 grams, says Ola Berg.';
  const stands = { finding: 'stands', words: around };
  expect(read([line('Each bee weighs 0.1 grams.')])).toMatchObject([stands]);
  const dover = line(tides.says, { facts: [2] });
  expect(read([dover])).toMatchObject([{ ...stands, facts: [2], words: tides.quote }]);
});

test('each sentence of the stand-in web carries what is told of it, by words that stand in it', () => {
  const sentences = webPages.flatMap(({ language, facts }) => (language === 'en' ? facts : []));
  for (const { sentence } of sentences) {
    const facts = [{ ...bees, says: sentence, quote: sentence, paragraph: '' }];
    const asked = [{ facts, lines: [line(paraphrase(sentence))] }];
    const [one] = readLines(asked, usual).judgments;
    expect([sentence, one?.finding]).toEqual([sentence, expect.stringMatching(/stands|follows/)]);
    expect(sentence).toContain(one?.words);
  }
});

test.each([
  ['another figure', FALSE],
  ['a round figure that is too far off', FALSE.replace('up to 3,000', 'about 2,200')],
  ['a figure of something else', quote.replace('eggs', 'bees')],
  ['a name of its own', quote.replace('Nadia Kovalenko', 'Greta Olufsen')],
  ['a denial', quote.replace('found', 'did not find')],
  ['a cause', quote.replace('.', ', because it is warm.')],
  ['a superlative', quote.replace('.', ', more than any other.')],
  ['another subject', 'A lamp burns whale oil behind thick glass.'],
])('a line with %s is wrong, and its first fact is said instead', (_, says) => {
  const found = { line: 0, finding: 'wrong', facts: [1], words: quote, say: quote };
  expect(read([line(says)])).toEqual([found]);
});

test('nothing is said instead of a line without a fact', () => {
  const nothing = { line: 0, finding: 'wrong', facts: [], words: '', say: '' };
  expect(read([line(FALSE, { facts: [] })])).toEqual([nothing]);
});

test('what states nothing needs no word, but where it is marked', () => {
  expect(read([line('I like queens.', talk), line('40 of them?', { basis: 'none' })])).toEqual([]);
  const marks = { marks: ['A million'], facts: [] };
  const marked = ['none', 'opinion'].map((basis) => line('A million?', { basis, ...marks }));
  expect(read(marked)).toMatchObject([{ finding: 'idiom' }, { finding: 'opinion' }]);
});

test('errs on as many lines as set', () => {
  const lines = Array.from({ length: 400 }, (_, at) => ({
    ...line(`Well, well${'.'.repeat(at + 1)} ${at % 2 ? quote : FALSE}`),
    line: at,
  }));
  const isError = (one: { line: number; finding?: string }) =>
    (one.finding === 'wrong') === (one.line % 2 === 1);
  const errors = (settings: Settings) => read(lines, settings).filter(isError).length;
  const rate = errors({ reader: 'usual', readerError: 0.1 }) / lines.length;
  expect(rate).toBeGreaterThan(0.06);
  expect(rate).toBeLessThan(0.14);
  expect(errors(usual)).toBe(0);
});

test('other readers approve, object, lie, and name lines that nobody wrote', () => {
  const lines = [line(FALSE), { ...line('Fine.', talk), line: 1 }, { ...line(quote), line: 2 }];
  const by = (reader: Settings['reader']) => read(lines, { reader, readerError: 0 });
  const [standing, wrong] = ['stands', 'wrong'].map((finding) => ({ finding }));
  expect(by('approves')).toMatchObject(Array(2).fill({ ...standing, words: quote }));
  expect(by('objects')).toMatchObject([wrong, wrong, { ...wrong, say: '' }]);
  expect(by('lies')).toMatchObject(Array(2).fill({ ...wrong, say: expect.stringMatching(/\d/) }));
  expect(by('strange').map((one) => one.line)).toEqual([2, 0, -1, 903]);
});
