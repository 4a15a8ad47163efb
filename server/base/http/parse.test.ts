import { expect, it } from 'vitest';
import { z } from 'zod';
import { Problem } from '#shared/problem.ts';
import { parse } from './endpoint.ts';

function refusalOf(schema: z.ZodType, value: unknown, message?: string) {
  try {
    parse(schema, value, message);
  } catch (error) {
    if (error instanceof Problem) return { message: error.message, fields: error.fields };
    throw error;
  }
  return null;
}

const anything = z.looseObject({});
const unstorable = 'This has a character in it that can’t be stored';

it.each([
  ['a NUL', 'a\0b'],
  ['the first half of a surrogate pair', 'a\ud83d'],
  ['the second half of one', '\udc1d'],
])('%s is refused wherever it is, and its place is named', (_what, text) => {
  for (const [path, value] of [
    ['a', { a: text }],
    ['a.1', { a: ['b', text] }],
    ['a.0.b.c', { a: [{ b: { c: text } }] }],
    ['_', { [text]: 1 }],
    ['a.b', { a: { b: { c: 1, [text]: 1 } } }],
    ['_', text],
  ] as const) {
    const refusal = { message: unstorable, fields: { [path]: unstorable } };
    expect(refusalOf(anything, value)).toEqual(refusal);
    const headed = refusalOf(anything, value, 'Invalid login data');
    expect(headed).toEqual({ ...refusal, message: 'Invalid login data' });
  }
});

it('whole pairs, other control characters and what is no text pass', () => {
  const value = { a: ['\u{1f41d}', '\x01\x7f\u0085\ufffe', null, 0, true, { 蜂: '' }] };
  expect(parse(anything, value)).toEqual(value);
});

it('what is nested deeper than the stack is searched to its ground', () => {
  const depth = 100_000;
  const nested = (text: string) =>
    JSON.parse(`{"a":${'['.repeat(depth)}"${text}"${']'.repeat(depth)}}`);
  const schema = z.object({});
  expect(refusalOf(schema, nested('b'))).toBeNull();
  expect(refusalOf(schema, nested('\\u0000'))?.message).toBe(unstorable);
});

it.each([
  [z.string(), undefined, 'This is required'],
  [z.string().min(1), '', 'This is required'],
  [z.enum(['a', 'b']), '', 'This is required'],
  [z.string().min(3), 'ab', 'This can’t be used'],
  [z.string().max(3), 'abcd', 'This is too long'],
  [z.array(z.int()).max(2), [1, 2, 3], 'This is too long'],
  [z.number().positive(), 0, 'This can’t be used'],
  [z.number().max(2), 3, 'This is too large'],
  [z.string(), 7, 'This can’t be used'],
  [z.coerce.number(), 'abc', 'This can’t be used'],
  [z.enum(['a', 'b']), 'c', 'This can’t be used'],
  [z.string().regex(/^a/), 'b', 'This can’t be used'],
  [z.union([z.string(), z.int()]), true, 'This can’t be used'],
  [z.string('Topic is required'), 7, 'Topic is required'],
  [z.string().max(3, 'Code too long'), 'abcd', 'Code too long'],
])('a schema that says nothing itself is spoken for, %#', (field, value, sentence) => {
  const refusal = { message: sentence, fields: { field: sentence } };
  expect(refusalOf(z.object({ field }), { field: value })).toEqual(refusal);
});
