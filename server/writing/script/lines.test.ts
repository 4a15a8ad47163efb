import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storable } from '#shared/storable.ts';
import { type RawLine, scanLines } from './lines.ts';

const answer = (lines: RawLine[], space?: number) => JSON.stringify({ lines }, null, space);

function scan(pieces: string[]) {
  const scanner = scanLines();
  const lines = pieces.flatMap((piece) => scanner.push(piece));
  return { lines, closed: scanner.closed };
}

const anyLines = fc.array(fc.record({ speaker: fc.string(), text: fc.string({ unit: 'binary' }) }));

test('an answer gives the same lines wherever its bytes are split', () => {
  const lines = [
    { speaker: 'A', text: 'She said "no {really}" \\ and [left].' },
    { speaker: 'B', text: 'Grüße, 猫 \u{1F63A}, and a \u2028 \n\t tab }]' },
    { speaker: 'A', text: '' },
  ];
  for (const json of [answer(lines), answer(lines, 2)]) {
    const bytes = new TextEncoder().encode(json);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const decoder = new TextDecoder();
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
      const texts = pieces.map((piece) => decoder.decode(piece, { stream: true }));
      expect(scan(texts)).toEqual({ lines, closed: true });
    }
  }
});

test('a draft among the thoughts before an answer is no line, wherever it is split', () => {
  const lines = [{ speaker: 'A', text: 'He planted walnuts.' }];
  const drafts = answer([{ speaker: 'A', text: 'draft: he was kind' }]);
  const whole = `\n<think>So {maybe} ${drafts} or </thing>.</think>\n${answer(lines)}`;
  for (let cut = 0; cut <= whole.length; cut++) {
    expect(scan([whole.slice(0, cut), whole.slice(cut)])).toEqual({ lines, closed: true });
  }
  expect(scan([...whole])).toEqual({ lines, closed: true });
  expect(scan(['<think>', drafts])).toEqual({ lines: [], closed: false });
});

const stored = (_: string, value: unknown) => (typeof value === 'string' ? storable(value) : value);

test('any script lines are read correctly however the answer is split', () => {
  fc.assert(
    fc.property(anyLines, fc.array(fc.nat(400), { maxLength: 40 }), (lines, cuts) => {
      const json = answer(lines);
      const places = [...new Set([0, ...cuts.filter((cut) => cut < json.length), json.length])];
      const sorted = places.sort((one, other) => one - other);
      const pieces = sorted.slice(1).map((end, index) => json.slice(sorted[index], end));
      expect(pieces.join('')).toBe(json);
      expect(scan(pieces)).toEqual({ lines: JSON.parse(json, stored).lines, closed: true });
    }),
  );
});

test('a script line is returned as soon as its JSON object closes', () => {
  const scanner = scanLines();
  expect(scanner.push('{"lines":[{"speaker":"A","text":"Hi."')).toEqual([]);
  expect(scanner.push('}')).toEqual([{ speaker: 'A', text: 'Hi.' }]);
  expect(scanner.closed).toBe(false);
  expect(scanner.push(',{"speaker":"B"')).toEqual([]);
});

test('an answer cut off anywhere gives no damaged line and is not closed', () => {
  const lines = [
    { speaker: 'A', text: 'One.' },
    { speaker: 'B', text: 'Two "2".' },
  ];
  const json = answer(lines);
  for (let cut = 0; cut < json.length; cut++) {
    const scanned = scan([json.slice(0, cut)]);
    expect(lines.slice(0, scanned.lines.length)).toEqual(scanned.lines);
    expect(scanned.closed).toBe(false);
  }
});

test.each([
  [
    'prose and a code fence',
    'Sure, here\'s "it":\n```json\n{"lines":[{"speaker":"A","text":"x"}]}\n```',
  ],
  ['a bare list', '[{"speaker":"A","text":"x"}]'],
  ['one object per line', '{"speaker":"A","text":"x"}\n'],
  ['another object without text', '{"lines":[{"note":1},{"speaker":"A","text":"x"}]}'],
  ['another object that does not parse', '{"lines":[{"text":"\\q"},{"speaker":"A","text":"x"}]}'],
])('the script line in an answer with %s is found', (_, json) => {
  expect(scan([json]).lines).toEqual([{ speaker: 'A', text: 'x' }]);
});

test.each(['', '<!doctype html><h1>Bad gateway</h1>', '"text": "no braces"', '}}}', '{{{'])(
  'the answer %j, which is no script, has no lines',
  (text) => {
    expect(scan([text])).toEqual({ lines: [], closed: false });
  },
);
