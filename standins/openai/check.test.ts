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
const SPOKEN = 'A queen lays up to two thousand eggs a day in May, as Nadia Kovalenko found.';
const FALSE = 'A queen lays up to three thousand eggs a day in May.';

describe('a line is supported', () => {
  test.each([
    ['where it says what its quote says', line(SPOKEN)],
    ['behind words that lead to it', line(`Here's something from Openpedia. ${SPOKEN}`)],
    ['where it leaves something out', line('A queen lays up to two thousand eggs a day.')],
    ['where it is an opinion', line('I like queens.', { basis: 'opinion', facts: [] })],
    ['where it asks', line('Forty of them?', { basis: 'none', facts: [] })],
  ])('%s', (_, one) => {
    expect(check([one])).toEqual([]);
  });
});

describe('a line is not supported', () => {
  test.each([
    ['with another number', line(FALSE)],
    ['with a name of its own', line(SPOKEN.replace('Nadia Kovalenko', 'Greta Olufsen'))],
    ['where it denies its quote', line(SPOKEN.replace('found', 'did not find'))],
    ['where it is about something else', line('A lamp burns whale oil behind thick glass.')],
    ['with a fault that code has found', line(SPOKEN, { fault: '"May" stands in none' })],
  ])('%s, and is written again from its quote', (_, one) => {
    expect(check([one])).toEqual([{ line: 0, why: expect.any(String), rewrite: SPOKEN }]);
  });

  test('without a fact, and is left out', () => {
    const rewrite = '';
    expect(check([line(SPOKEN, { facts: [] })])).toMatchObject([{ rewrite }]);
    const opinion = { basis: 'opinion', facts: [], fault: '"sixty" stands in none of its facts' };
    expect(check([line('Sixty is enough.', opinion)])).toMatchObject([{ rewrite }]);
  });
});

it('errs on as many lines as set, always on the same ones, but never passes over a fault', () => {
  const lines = Array.from({ length: 400 }, (_, at) => ({
    ...line(`Well, well${'.'.repeat(at + 1)} ${at % 2 ? SPOKEN : FALSE}`),
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
  expect(check([line(SPOKEN, { fault: 'x' })], wrong)).toHaveLength(1);
  expect(check(lines, wrong)).toEqual(check(lines, wrong));
});

test('a stubborn one writes the same again, and one that finds nothing lists nothing', () => {
  const stubborn = check([line(FALSE)], { check: 'stubborn', checkError: 0 });
  expect(stubborn).toMatchObject([{ rewrite: FALSE }]);
  const faulty = line(FALSE, { fault: 'x' });
  expect(check([faulty], { check: 'nothing', checkError: 0 })).toEqual([]);
});
