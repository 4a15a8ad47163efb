import { expect, test } from 'vitest';
import { readCheck } from './checks.ts';

const lines = [
  {
    line: 0,
    says: 'A: It has 36 berths.',
    basis: 'fact',
    facts: [{ quote: 'about 36 berths', from: 'x' }],
  },
  { line: 1, says: 'B: It has 40.', basis: 'fact', facts: [], fault: 'it names no fact' },
];
const asking = (name: string) =>
  JSON.stringify({
    response_format: { type: 'json_schema', json_schema: { name } },
    prompt_cache_key: 'e',
    messages: [
      { role: 'system', content: 'Check.' },
      { role: 'user', content: [{ type: 'text', text: JSON.stringify({ task: 'check', lines }) }] },
    ],
  });
const answer = (unsupported: object[]) =>
  JSON.stringify({ choices: [{ message: { content: JSON.stringify({ unsupported }) } }] });

test('a second look is read with what was found before it and what it objected to', () => {
  const check = readCheck(asking('check'), answer([{ line: 1, why: 'No fact.', rewrite: ' ' }]));
  expect(check).toMatchObject({ episode: 'e', isAnswered: true });
  expect(check?.lines).toEqual([
    {
      text: 'It has 36 berths.',
      basis: 'fact',
      quotes: ['about 36 berths'],
      fault: null,
      objection: null,
    },
    {
      text: 'It has 40.',
      basis: 'fact',
      quotes: [],
      fault: 'it names no fact',
      objection: { why: 'No fact.', rewrite: null },
    },
  ]);
});

test('what nobody answered keeps its lines, and other calls are no check', () => {
  expect(readCheck(asking('check'), '')).toMatchObject({ isAnswered: false, lines: [{}, {}] });
  expect(readCheck(asking('section'), answer([]))).toBeNull();
});
