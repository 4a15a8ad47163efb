import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineAcceptor } from './acceptLines.ts';
import { cleanText, cleanTitle } from './cleanText.ts';

const hosts = { A: 'Rachel', B: 'Mr. B (Bill)' };
const middle = { hosts, place: 'middle' as const };

test.each([
  [
    'plain words stay unchanged',
    'I see. Well, "fine", he said; none off!',
    'I see. Well, "fine", he said; none off!',
  ],
  [
    'bold markup is removed',
    'This is **really** the __whole__ point.',
    'This is really the whole point.',
  ],
  [
    'emphasis markup is removed',
    'It is *so* _very_ odd, snake_case_name aside.',
    'It is so very odd, snake_case_name aside.',
  ],
  ['heading marks are removed', '## The first part', 'The first part'],
  ['list marks are removed', '- One thing\n2. Another', 'One thing Another'],
  ['code marks are removed', 'Use `this` word.', 'Use this word.'],
  ['a link keeps its words', 'See [the paper](https://x.example/a) now.', 'See the paper now.'],
  ['stage directions in brackets are removed', '[laughs] That is [pause] good.', 'That is good.'],
  [
    'stage directions in asterisks are removed',
    '*leans in* Tell me. *chuckles softly*',
    'Tell me.',
  ],
  [
    'stage directions in parentheses are removed',
    'Right (laughing). Go on (pauses for effect).',
    'Right. Go on.',
  ],
  [
    'a spoken aside in parentheses stays',
    'My aunt (the tall one) knew.',
    'My aunt (the tall one) knew.',
  ],
  ['tags are removed', '<break time="1s"/>Wait <b>there</b>.', 'Wait there.'],
  ['the prefix "Host A:" is removed', 'Host A: Good point.', 'Good point.'],
  ['a one-letter speaker prefix is removed', 'B: Good point.', 'Good point.'],
  ['a host name prefix is removed', 'Rachel: Good point.', 'Good point.'],
  [
    'a bold name with a stage direction is removed',
    '**Rachel (smiling):** Good point.',
    'Good point.',
  ],
  ['a host name with special characters is removed', 'Mr. B (Bill): Good point.', 'Good point.'],
  ['two speaker prefixes in a row are removed', 'Speaker 1: Rachel: Good point.', 'Good point.'],
  ['a narrator prefix is removed', 'NARRATOR: Good point.', 'Good point.'],
  ['an ordinary colon stays', 'One: look. Remember: ask.', 'One: look. Remember: ask.'],
  [
    'a sentence with a web address is removed',
    'True. Read https://a.example/x?y=1 for more. Next.',
    'True. Next.',
  ],
  ['a sentence with a mail address is removed', 'Write to me@example.com today. Next.', 'Next.'],
  [
    'a bare domain is spelled out',
    'I bought it on example.com once.',
    'I bought it on example dot com once.',
  ],
  [
    'emoji are removed',
    'Great \u{1F600}\u{1F1E9}\u{1F1EA} job \u2764\ufe0f\u{1F44D}\u{1F3FD}!',
    'Great job!',
  ],
  [
    'typographic signs become plain ones',
    '\u201cIt\u2019s\u201d here \u2014 or not\u2026',
    '"It\'s" here, or not...',
  ],
  ['invisible characters are removed', 'zero\u200bwidth\u202e\u0007', 'zerowidth'],
  ['a tab is a space', 'one\tword', 'one word'],
  ['an ampersand becomes "and"', 'R&D', 'R and D'],
  [
    'a word that begins with a point stays apart from the one before it',
    'What .NET does, and why .5 is a half . Well , no !',
    'What dot NET does, and why point five is a half. Well, no!',
  ],
  [
    'numbers and abbreviations are spelled out',
    'Dr. Jones sold 3% in 1999.',
    'Doctor Jones sold three percent in nineteen ninety-nine.',
  ],
  [
    'a sign that belongs to a name is spoken',
    'In C#, *Plan A* fails; A* and B* find it, C++ too.',
    'In C sharp, Plan A fails; A star and B star find it, C plus plus too.',
  ],
  [
    'a greeting in the middle of an episode is removed',
    'Hello and welcome back to the show, everyone! So, bees.',
    'So, bees.',
  ],
  [
    'a farewell in the middle of an episode is removed',
    'So, bees. Thanks for listening! See you next time.',
    'So, bees.',
  ],
  [
    'a greeting word in an ordinary sentence stays',
    'Hey, all that is true. Saying goodbye is hard.',
    'Hey, all that is true. Saying goodbye is hard.',
  ],
])('in a script line, %s', (_, written, spoken) => {
  expect(cleanText(written, middle)).toEqual([spoken]);
});

test.each(['', '  ', '...', '[music]', '\u{1F600}', '**', 'Rachel:', 'Welcome back to the show!'])(
  'cleaning leaves nothing of the line %j',
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

test('a line of 900 characters is split at sentence ends and loses no word', () => {
  const sentence = 'This is a sentence of some length, and it goes on for a little while.';
  const long = Array.from({ length: 13 }, () => sentence).join(' ');
  const lines = cleanText(long, middle);
  expect(lines.join(' ')).toBe(long);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).toMatch(/^This.{60,349}while\.$/);
});

test('an endless sentence is split between its words', () => {
  const lines = cleanText('word '.repeat(300), middle);
  expect(lines.join(' ')).toBe('word '.repeat(300).trim());
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(350);
});

test('cleaned lines are short, plain and not empty, whatever a model writes', () => {
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

test('hostile text is cleaned in less than a second', () => {
  for (const text of ['a.', '*', '[', '(', '__', 'a@', '<a', '# ', '- ', 'Rachel: ', 'x-']) {
    const began = performance.now();
    cleanText(text.repeat(200_000), middle);
    expect(performance.now() - began).toBeLessThan(1_000);
  }
});

describe('lines in sequence', () => {
  test.each([
    ['A', 'A'],
    ['b', 'B'],
    ['Host B', 'B'],
    ['Rachel', 'A'],
    ['Speaker 2', 'B'],
  ])('the speaker "%s" is taken as host %s', (speaker, side) => {
    const clean = lineAcceptor(middle, [], '');
    expect(clean({ speaker, text: 'Yes.' })).toEqual([{ speaker: side, text: 'Yes.' }]);
  });

  test('a line of an unknown speaker goes to the host who did not speak last', () => {
    const clean = lineAcceptor(middle, [{ speaker: 'A', text: 'Before.' }], '');
    expect(clean({ speaker: 'C', text: 'One.' })).toEqual([{ speaker: 'B', text: 'One.' }]);
    expect(clean({ speaker: 'Narrator', text: 'Two.' })).toEqual([{ speaker: 'A', text: 'Two.' }]);
  });

  test.each([
    [
      'Conversation',
      ['A man once died of a dead whale.', 'Which is a strange way to die.'],
      ["Hello, everyone, I'm Rachel.", "And I'm Bill. Hi, everybody."],
    ],
    [
      'Interview',
      ['A cell with no eyes knows when it is noon.', 'It does.', 'How?', 'It counts.'],
      ["Good evening, everyone. I'm Rachel, and Bill is here.", 'Good evening.'],
    ],
    [
      'Debate',
      ['Night trains lose money.', 'So do roads.'],
      ["Hello. I'm Rachel, and I say they are worth it.", "Hi. I'm Bill, and they are not."],
    ],
    [
      'Storytelling',
      ['The snow had covered the door.', 'Was she inside?', 'She was.', 'Alone?', 'Not quite.'],
      ["Hello and welcome. I'm Rachel, and I was not there.", 'Hello there. I am Bill.'],
    ],
    [
      'Explain it simply',
      ['Hold a slice of bread up to the light.', 'It is full of holes.', 'Something breathed out.'],
      ["I'm your host Rachel. Welcome to the show.", "Hello, listeners. My name's Bill."],
    ],
  ])('in a cold open of the style %s each host greets once and by name', (_, hook, greetings) => {
    const clean = lineAcceptor({ hosts, place: 'opening' }, [], '');
    const say = (text: string, at: number) =>
      clean({ speaker: at % 2 ? 'B' : 'A', text }).map((line) => line.text);
    expect(hook.flatMap(say)).toEqual(hook);
    expect(greetings.flatMap(say)).toEqual(greetings);
    const again = ['Hello and welcome, everyone! So, why?', 'Hi, everybody! Because.'];
    expect(again.flatMap(say)).toEqual(['So, why?', 'Because.']);
  });

  test('a line that repeats the one before it is dropped', () => {
    const clean = lineAcceptor(middle, [{ speaker: 'A', text: 'Before.' }], '');
    expect(clean({ speaker: 'A', text: '**before**' })).toEqual([]);
    expect(clean({ speaker: 'B', text: 'New.' })).toHaveLength(1);
    expect(clean({ speaker: 'B', text: '[laughs] New!' })).toEqual([]);
    expect(clean({ speaker: 'A', text: 'Before.' })).toHaveLength(1);
  });

  test('the delivery of a line belongs to the first line made of it', () => {
    const clean = lineAcceptor(middle, [], '');
    const long = Array.from(
      { length: 12 },
      (_, at) => `The ${'very '.repeat(at)}old clock struck.`,
    );
    const lines = clean({ speaker: 'A', text: `[sighs] ${long.join(' ')}` });
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map(({ delivery }) => delivery)).toEqual([
      'sighs',
      ...lines.slice(1).map(() => undefined),
    ]);
    expect(lines.map(({ text }) => text).join(' ')).toBe(long.join(' '));
  });

  test('a reaction is one of at most four words, and a plain line has neither', () => {
    const clean = lineAcceptor(middle, [{ speaker: 'A', text: 'It sank.' }], '');
    expect(clean({ speaker: 'B', text: '[over] [laughs] Oh no.' })).toEqual([
      { speaker: 'B', text: 'Oh no.', delivery: 'laughs', isOver: true },
    ]);
    expect(clean({ speaker: 'B', text: '[over] And that was all of it.' })).toEqual([
      { speaker: 'B', text: 'And that was all of it.' },
    ]);
    expect(clean({ speaker: 'A', text: '[music] It was.' })).toEqual([
      { speaker: 'A', text: 'It was.' },
    ]);
  });

  test('another delivery makes no repeated line a new one', () => {
    const said = 'The tide came in before the lamp was lit.';
    const clean = lineAcceptor(middle, [{ speaker: 'A', text: said }], '');
    clean({ speaker: 'B', text: 'Did it?' });
    expect(clean({ speaker: 'A', text: `[quietly] ${said}` })).toEqual([]);
  });
});

test('markup, emoji and typographic signs are removed from a title', () => {
  expect(cleanTitle('# Why *bees* dance `now`')).toBe('Why bees dance now');
  expect(cleanTitle('**Bees** & \u{1F41D}: a \u201clife\u201d')).toBe('Bees and: a "life"');
});

test.each([
  'Why C# won, and what .NET 10 changes',
  'The #1 song of 1969',
  'How A* finds its way, and C++ does not',
  'Is booking.com cheaper?',
  'Why e = mc^2, and .5 < 1',
])('the title "%s" stays as it is, however often it is cleaned', (title) => {
  expect(cleanTitle(title)).toBe(title);
  expect(cleanTitle(cleanTitle(title))).toBe(title);
});
