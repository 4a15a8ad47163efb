import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText, cleanTitle } from './clean.ts';
import { taker } from './take.ts';

const hosts = { A: 'Rachel', B: 'Mr. B (Bill)' };
const middle = { hosts, place: 'middle' as const };

test.each([
  [
    'plain words stay',
    'I see. Well, "fine", he said; none off!',
    'I see. Well, "fine", he said; none off!',
  ],
  ['bold', 'This is **really** the __whole__ point.', 'This is really the whole point.'],
  [
    'emphasis',
    'It is *so* _very_ odd, snake_case_name aside.',
    'It is so very odd, snake_case_name aside.',
  ],
  ['headings', '## The first part', 'The first part'],
  ['list marks', '- One thing\n2. Another', 'One thing Another'],
  ['code', 'Use `this` word.', 'Use this word.'],
  ['a link keeps its words', 'See [the paper](https://x.example/a) now.', 'See the paper now.'],
  ['directions in brackets', '[laughs] That is [pause] good.', 'That is good.'],
  ['directions in asterisks', '*leans in* Tell me. *chuckles softly*', 'Tell me.'],
  ['directions in parentheses', 'Right (laughing). Go on (pauses for effect).', 'Right. Go on.'],
  ['an aside that is spoken', 'My aunt (the tall one) knew.', 'My aunt (the tall one) knew.'],
  ['tags', '<break time="1s"/>Wait <b>there</b>.', 'Wait there.'],
  ['Host A', 'Host A: Good point.', 'Good point.'],
  ['a bare letter', 'B: Good point.', 'Good point.'],
  ['a name', 'Rachel: Good point.', 'Good point.'],
  ['a bold name with a direction', '**Rachel (smiling):** Good point.', 'Good point.'],
  ['a name with signs in it', 'Mr. B (Bill): Good point.', 'Good point.'],
  ['a prefix twice', 'Speaker 1: Rachel: Good point.', 'Good point.'],
  ['a narrator', 'NARRATOR: Good point.', 'Good point.'],
  ['a colon that is spoken', 'One: look. Remember: ask.', 'One: look. Remember: ask.'],
  [
    'a web address takes its sentence along',
    'True. Read https://a.example/x?y=1 for more. Next.',
    'True. Next.',
  ],
  ['so does a mail address', 'Write to me@example.com today. Next.', 'Next.'],
  [
    'a bare domain is spoken',
    'I bought it on example.com once.',
    'I bought it on example dot com once.',
  ],
  ['emoji', 'Great \u{1F600}\u{1F1E9}\u{1F1EA} job \u2764\ufe0f\u{1F44D}\u{1F3FD}!', 'Great job!'],
  [
    'typographic signs',
    '\u201cIt\u2019s\u201d here \u2014 or not\u2026',
    '"It\'s" here, or not...',
  ],
  ['invisible signs', 'zero\u200bwidth\u0007', 'zerowidth'],
  ['an ampersand', 'R&D', 'R and D'],
  [
    'numbers',
    'Dr. Jones sold 3% in 1999.',
    'Doctor Jones sold three percent in nineteen ninety-nine.',
  ],
  ['a late greeting', 'Hello and welcome back to the show, everyone! So, bees.', 'So, bees.'],
  ['an early farewell', 'So, bees. Thanks for listening! See you next time.', 'So, bees.'],
  [
    'a word of greeting that is meant',
    'Hey, all that is true. Saying goodbye is hard.',
    'Hey, all that is true. Saying goodbye is hard.',
  ],
])('%s', (_, written, spoken) => {
  expect(cleanText(written, middle)).toEqual([spoken]);
});

test.each(['', '  ', '...', '[music]', '\u{1F600}', '**', 'Rachel:', 'Welcome back to the show!'])(
  'nothing is left of %j',
  (written) => {
    expect(cleanText(written, middle)).toEqual([]);
  },
);

test('a greeting stays in an opening and a goodbye in a closing', () => {
  const [greeting, farewell] = [
    'Hello and welcome, everyone.',
    'Goodbye, and thanks for listening.',
  ];
  expect(cleanText(greeting, { hosts, place: 'opening' })).toEqual([greeting]);
  expect(cleanText(farewell, { hosts, place: 'closing' })).toEqual([farewell]);
  expect(cleanText(farewell, { hosts, place: 'opening' })).toEqual([]);
});

test('a line of 900 characters becomes several that end with sentences and lose no word', () => {
  const sentence = 'This is a sentence of some length, and it goes on for a little while.';
  const long = Array.from({ length: 13 }, () => sentence).join(' ');
  const lines = cleanText(long, middle);
  expect(lines.join(' ')).toBe(long);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).toMatch(/^This.{60,349}while\.$/);
});

test('a sentence without an end is broken between its words', () => {
  const lines = cleanText('word '.repeat(300), middle);
  expect(lines.join(' ')).toBe('word '.repeat(300).trim());
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(350);
});

test('whatever a model writes, what is spoken is short, plain and not empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), (written) => {
      for (const line of cleanText(written, middle)) {
        expect(line.length).toBeLessThanOrEqual(350);
        expect(line).toMatch(/[\p{L}\p{N}]/u);
        expect(line).not.toMatch(/[*`<>#[\]{}]|\p{Extended_Pictographic}|\p{Cc}/u);
      }
    }),
  );
});

test('hostile text is cleaned in no time', () => {
  for (const text of ['a.', '*', '[', '(', '__', 'a@', '<a', '# ', '- ', 'Rachel: ', 'x-']) {
    const began = performance.now();
    cleanText(text.repeat(200_000), middle);
    expect(performance.now() - began).toBeLessThan(1_000);
  }
});

describe('one line after another', () => {
  test.each([
    ['A', 'A'],
    ['b', 'B'],
    ['Host B', 'B'],
    ['Rachel', 'A'],
    ['Speaker 2', 'B'],
  ])('%s is host %s', (speaker, side) => {
    const clean = taker(middle, [], '');
    expect(clean({ speaker, text: 'Yes.' })).toEqual([{ speaker: side, text: 'Yes.' }]);
  });

  test('a stranger is given the turn of the one who did not speak last', () => {
    const clean = taker(middle, [{ speaker: 'A', text: 'Before.' }], '');
    expect(clean({ speaker: 'C', text: 'One.' })).toEqual([{ speaker: 'B', text: 'One.' }]);
    expect(clean({ speaker: 'Narrator', text: 'Two.' })).toEqual([{ speaker: 'A', text: 'Two.' }]);
  });

  test('a line that repeats the one before it is dropped', () => {
    const clean = taker(middle, [{ speaker: 'A', text: 'Before.' }], '');
    expect(clean({ speaker: 'A', text: '**before**' })).toEqual([]);
    expect(clean({ speaker: 'B', text: 'New.' })).toHaveLength(1);
    expect(clean({ speaker: 'B', text: '[laughs] New!' })).toEqual([]);
    expect(clean({ speaker: 'A', text: 'Before.' })).toHaveLength(1);
  });
});

test('a title loses what only a page could show', () => {
  expect(cleanTitle('**Bees** & \u{1F41D}: a \u201clife\u201d')).toBe('Bees and: a "life"');
});
