import { describe, expect, it, test } from 'vitest';
import { checkLines } from './check.ts';

const usual = { check: 'usual', checkError: 0 } as const;
const quote = 'A queen lays up to 2,000 eggs a day in May, as Nadia Kovalenko found.';
const line = (says: string, more: object = {}) => ({
  line: 0,
  says: `A: ${says}`,
  basis: 'fact',
  facts: [{ quote, from: 'Honey bee, Openpedia, 2025-05-20' }],
  ...more,
});
const check = (lines: object[], settings: Parameters<typeof checkLines>[1] = usual) =>
  checkLines([{ task: 'check', strict: false, before: [], lines }], settings).unsupported;
const FALSE = 'A queen lays up to 3,000 eggs a day in May.';

describe('a line is supported', () => {
  test.each([
    ['where it says what its quote says', line(quote)],
    ['behind words that lead to it', line(`Here's something from Openpedia. ${quote}`)],
    ['where it leaves something out', line('A queen lays up to 2,000 eggs a day.')],
    ['where it rounds', line(quote.replace('up to 2,000', 'about 1,950'))],
    ['where it is an opinion', line('I like queens.', { basis: 'opinion', facts: [] })],
    ['where it asks', line('40 of them?', { basis: 'none', facts: [] })],
  ])('%s', (_, one) => {
    expect(check([one])).toEqual([]);
  });
});

describe('a line is not supported', () => {
  test.each([
    ['with another figure', line(FALSE)],
    ['with a round figure that is too far off', line(FALSE.replace('up to 3,000', 'about 2,200'))],
    ['with a name of its own', line(quote.replace('Nadia Kovalenko', 'Greta Olufsen'))],
    ['where it denies its quote', line(quote.replace('found', 'did not find'))],
    ['where it is about something else', line('A lamp burns whale oil behind thick glass.')],
    ['with a fault that code has found', line(quote, { fault: '"May" stands in none' })],
  ])('%s, and is written again from its quote', (_, one) => {
    expect(check([one])).toEqual([{ line: 0, why: expect.any(String), rewrite: quote }]);
  });

  test('without a fact, and is left out', () => {
    const rewrite = '';
    expect(check([line(quote, { facts: [] })])).toMatchObject([{ rewrite }]);
    const opinion = { basis: 'opinion', facts: [], fault: '"60" stands in none of its facts' };
    expect(check([line('60 is enough.', opinion)])).toMatchObject([{ rewrite }]);
  });
});

it('errs on as many lines as set, always on the same ones, but never passes over a fault', () => {
  const lines = Array.from({ length: 400 }, (_, at) => ({
    ...line(`Well, well${'.'.repeat(at + 1)} ${at % 2 ? quote : FALSE}`),
    line: at,
  }));
  const errors = (settings: Parameters<typeof checkLines>[1]) => {
    const listed = new Set(check(lines, settings).map((one) => one.line));
    return lines.filter(({ line: at }) => listed.has(at) === (at % 2 === 1)).length;
  };
  const rate = errors({ check: 'usual', checkError: 0.1 }) / lines.length;
  expect(rate).toBeGreaterThan(0.06);
  expect(rate).toBeLessThan(0.14);
  expect(errors(usual)).toBe(0);
  const wrong = { check: 'usual', checkError: 1 } as const;
  expect(check([line(quote, { fault: 'x' })], wrong)).toHaveLength(1);
  expect(check(lines, wrong)).toEqual(check(lines, wrong));
});

test('a stubborn one writes the same again, and one that finds nothing lists nothing', () => {
  const stubborn = check([line(FALSE)], { check: 'stubborn', checkError: 0 });
  expect(stubborn).toMatchObject([{ rewrite: FALSE }]);
  const faulty = line(FALSE, { fault: 'x' });
  expect(check([faulty], { check: 'nothing', checkError: 0 })).toEqual([]);
});
