import { expect, test } from 'vitest';
import { readCheck } from './checks.ts';

const lines = [
  { line: 0, says: 'A: It has 36 berths.', basis: 'fact', facts: [3] },
  { line: 1, says: 'B: It has 40.', basis: 'fact', marks: ['40'] },
  { line: 2, says: 'A: Really?' },
];
const data = [
  { task: 'reading', topic: 'Berths' },
  { facts: [{ fact: 3, says: 'It has 36.', quote: 'about 36 berths', from: 'x' }] },
  { place: 'middle', before: [], lines, shown: [{ line: 3, says: 'Berths' }] },
];
const asking = (name: string) =>
  JSON.stringify({
    response_format: { type: 'json_schema', json_schema: { name } },
    prompt_cache_key: 'e',
    messages: [
      { role: 'system', content: 'Read.' },
      ...data.map((one) => ({
        role: 'user',
        content: [{ type: 'text', text: JSON.stringify(one) }],
      })),
    ],
  });
const answer = (judgments: object[]) =>
  JSON.stringify({ choices: [{ message: { content: JSON.stringify({ judgments }) } }] });

test('a reading is read with what code had marked and what the reader objected to', () => {
  const found = [
    { line: 0, finding: 'stands', say: '' },
    { line: 1, finding: 'wrong', say: ' ' },
  ];
  const check = readCheck(asking('reading'), answer(found));
  expect(check).toMatchObject({ episode: 'e', isAnswered: true });
  const plain = { basis: 'fact', quotes: [], marks: [], objection: null };
  expect(check?.lines).toEqual([
    { ...plain, text: 'It has 36 berths.', quotes: ['about 36 berths'] },
    { ...plain, text: 'It has 40.', marks: ['40'], objection: { rewrite: null } },
    { ...plain, text: 'Really?', basis: null },
  ]);
});

test('an answer counts as far as it was read', () => {
  const whole = JSON.parse(answer([{ line: 1, finding: 'wrong', say: 'It has 36.' }]));
  const { message } = whole.choices[0];
  message.content = message.content.slice(0, -2);
  const check = readCheck(asking('reading'), JSON.stringify(whole));
  expect([check?.isAnswered, check?.lines[1]?.objection]).toEqual([
    true,
    { rewrite: 'It has 36.' },
  ]);
});

test('what nobody answered is refused where it is marked, and other calls are no reading', () => {
  const check = readCheck(asking('reading'), '');
  expect(check).toMatchObject({ isAnswered: false });
  expect(check?.lines.map(({ objection }) => objection)).toEqual([null, { rewrite: null }, null]);
  expect(readCheck(asking('section'), answer([]))).toBeNull();
});
