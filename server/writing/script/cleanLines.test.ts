import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ScriptLine } from '#shared/script.ts';
import { lineAcceptor } from './acceptLines.ts';
import { cleanText, cleanTitle } from './cleanLines.ts';

const hosts = { A: 'Rachel', B: 'Mr. B (Bill)' };

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
    'stage directions in parentheses are removed where they stand alone',
    '(laughing) Right. (pauses for effect) Go {pause} on. (rolling eyes)',
    'Right. Go on.',
  ],
  [
    'a spoken aside in parentheses stays',
    'My aunt (the quiet one) knew (it was Tuesday). (1912) (Nobody laughed at all that night in the house.)',
    'My aunt (the quiet one) knew (it was Tuesday). (1912) (Nobody laughed at all that night in the house.)',
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
    'a web address is the name of its site',
    'Read https://www.a.example/x?y=1. Or nature.com/articles/s41598 (www.b.org), say.',
    'Read a.example. Or nature.com (b.org), say.',
  ],
  [
    'citation marks are removed',
    'Eggs [1] sank【4†source】. So citeturn0search1 what \ue200cite\ue202turn0news12\ue201now?',
    'Eggs sank. So what now?',
  ],
  [
    'entities are read',
    '&quot;Yes,&quot; she said &amp; left. It&#39;s over&#x2014;now.',
    '"Yes," she said & left. It\'s over\u2014now.',
  ],
  ['a line feed that was escaped twice is none', 'One.\\n\\nAnd a \\neq b.', 'One. And a \\neq b.'],
  ['a leading "..." stays', '...Yes. Well. ... Nothing did.', '...Yes. Well. ... Nothing did.'],
  [
    'a dash stays, and so does a list that begins with a number or a sign',
    '- 5 degrees \u2013 no, \u22126 \u2014 and 12. Then 2019\u20132020, and I only\u2014',
    '- 5 degrees \u2013 no, \u22126 \u2014 and 12. Then 2019\u20132020, and I only\u2014',
  ],
  [
    'a label in any brackets is removed',
    '[Person 1]> **Guest (B):** So tell me more.',
    'So tell me more.',
  ],
  [
    'emoji are removed',
    'Great \u{1F600}\u{1F1E9}\u{1F1EA} job \u2764\ufe0f\u{1F44D}\u{1F3FD}!',
    'Great job!',
  ],
  [
    'typographic signs become plain ones',
    '\u201cIt\u2019s\u201d here \u2014 or not\u2026',
    '"It\'s" here \u2014 or not...',
  ],
  ['invisible characters are removed', 'zero\u200bwidth\u202e\u0007', 'zerowidth'],
  ['a tab is a space', 'one\tword', 'one word'],
  [
    'a word that begins with a point stays apart from the one before it',
    'What .NET does, and why .5 is a half . Well , no !',
    'What .NET does, and why .5 is a half. Well, no!',
  ],
  [
    'figures, signs and names stay as they were written',
    '## <1% of 1,490 eggs on 14 May 1923, ~8 \u00d7 10^6, A$5/day, 2 * 3 > 5 & "C#"; *Plan A* fails; A* finds it.',
    '<1% of 1,490 eggs on 14 May 1923, ~8 \u00d7 10^6, A$5/day, 2 * 3 > 5 & "C#"; Plan A fails; A* finds it.',
  ],
  [
    'a line that begins with a figure keeps it',
    '>90%. 12. That was all.',
    '>90%. 12. That was all.',
  ],
])('in a script line, %s', (_, written, spoken) => {
  expect(cleanText(written, hosts)).toEqual([spoken]);
});

/* Of `listening.md`: what code of ours took for a courtesy or a repetition, most of it the point of its line. */
test.each([
  "So how does it begin? Good morning, everyone. My name's so-and-so, and he was my grandfather.",
  "I wouldn't explain it. It's a goodbye, not a reference letter.",
  'A goodbye. Not a trial, either.',
  'Just goodbye. Goodbye, Grandad.',
  "Hi everyone. That's a wrap. Goodbye. Mind the rest of it.",
  'To sum it all up, he was a gardener. Wrapping up the parcel was his thing.',
  'Before we finish, one thing. Say thank you for joining us, and mean it.',
  'Part one: the drawer. Act three. In conclusion, cats are complicated.',
  'Hello and welcome back to the show, everyone! So, bees.',
  'With your finger on the words. With your finger on the words. He probably taught somebody that.',
])('what a line says stays: %j', (written) => {
  expect(cleanText(written, hosts)).toEqual([written]);
});

const NOTHING = [
  '',
  '  ',
  '...',
  '[music]',
  '\u{1F600}',
  '**',
  'Rachel:',
  '{"speaker": "A", "text": "',
];
test.each(NOTHING)('cleaning leaves nothing of the line %j', (written) => {
  expect(cleanText(written, hosts)).toEqual([]);
});

test('a line of 900 characters is split at sentence ends and loses no word', () => {
  const sentence = 'This is a sentence of some length, and it goes on for a little while.';
  const long = Array.from({ length: 13 }, () => sentence).join(' ');
  const lines = cleanText(long, hosts);
  expect(lines.join(' ')).toBe(long);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).toMatch(/^This.{60,349}while\.$/);
});

test('an endless sentence is split between its words', () => {
  const lines = cleanText('word '.repeat(300), hosts);
  expect(lines.join(' ')).toBe('word '.repeat(300).trim());
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(350);
});

test('cleaned lines are short, plain and not empty, whatever a model writes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), (written) => {
      for (const line of cleanText(written, hosts)) {
        expect(line.length).toBeLessThanOrEqual(350);
        expect(line).toMatch(/[\p{L}\p{N}]/u);
        expect(line).not.toMatch(/[`[]|\p{Extended_Pictographic}|\p{Cc}/u);
      }
    }),
  );
});

test('hostile text is cleaned in less than a second', () => {
  for (const text of [
    'a.',
    '*',
    ' ',
    '&#',
    '[',
    '(',
    '__',
    'a@',
    '<a',
    '# ',
    '- ',
    'Rachel: ',
    'x-',
  ]) {
    const began = performance.now();
    cleanText(text.repeat(200_000), hosts);
    lineAcceptor(hosts, [], '')({ speaker: 'A', text: `. ${text.repeat(200_000)}` });
    expect(performance.now() - began).toBeLessThan(1_000);
  }
});

describe('lines in sequence', () => {
  const openAcceptor = (soFar: ScriptLine[] = []) => {
    const accept = lineAcceptor(hosts, soFar, '');
    return (speaker: string, text: string) => accept({ speaker, text }).lines;
  };
  const sidesOf = (labels: string[], before: ScriptLine[] = []) => {
    const say = openAcceptor(before);
    return labels.flatMap((label, at) => say(label, `Line ${at}.`).map(({ speaker }) => speaker));
  };

  test.each([
    ['A', 'A'],
    ['b', 'B'],
    ['Host B', 'B'],
    ['Rachel', 'A'],
    ['Rachel (host)', 'A'],
    ['RACHEL', 'A'],
    ['Speaker 2', 'B'],
    ['person_1', 'A'],
    ['[Guest 2]', 'B'],
  ])('the speaker "%s" is taken as host %s', (speaker, side) => {
    expect(openAcceptor()(speaker, 'Yes.')).toEqual([{ speaker: side, text: 'Yes.' }]);
  });

  test('an unknown label goes to the host who did not speak last, and stays with that host', () => {
    const before = [{ speaker: 'A' as const, text: 'Before.' }];
    expect(sidesOf(['Alex', 'Alex', 'Sam', 'Alex', 'Sam', 'Sam'], before).join('')).toBe('BBABAA');
    expect(sidesOf(['', '', ''], before).join('')).toBe('BAB');
  });

  test('hosts are known by their first names, unless they share it', () => {
    const of = (A: string, B: string, label: string) =>
      lineAcceptor({ A, B }, [], '')({ speaker: label, text: 'Yes.' }).lines[0]?.speaker;
    expect(of('Rachel M', 'Adam Lowe', 'Adam')).toBe('B');
    expect(of('Adam Lowe', 'Rachel M', 'Adam (guest)')).toBe('A');
    expect(of('Adam', 'Adam Lowe', 'Adam Lowe')).toBe('B');
  });

  test('several turns in one text are spoken by those who say them', () => {
    const say = openAcceptor();
    const text =
      '[laughs] One thing.\n**Mr. B (Bill):** Only one? Rachel: [sighs] It is thin. B: Is it?';
    expect(say('A', text)).toEqual([
      { speaker: 'A', text: 'One thing.', delivery: 'laughs' },
      { speaker: 'B', text: 'Only one?' },
      { speaker: 'A', text: 'It is thin.', delivery: 'sighs' },
      { speaker: 'B', text: 'Is it?' },
    ]);
    expect(say('B', 'A: Just one label is a label.')).toEqual([
      { speaker: 'B', text: 'Just one label is a label.' },
    ]);
    const plain = 'Remember: ask. Plan: none. One: look.';
    expect(say('A', plain)).toEqual([{ speaker: 'A', text: plain }]);
  });

  test('the delivery of a line belongs to the first line made of it', () => {
    const long = Array.from(
      { length: 12 },
      (_, at) => `The ${'very '.repeat(at)}old clock struck.`,
    );
    const lines = openAcceptor()('A', `[sighs] ${long.join(' ')}`);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map(({ delivery }) => delivery)).toEqual([
      'sighs',
      ...lines.slice(1).map(() => undefined),
    ]);
    expect(lines.map(({ text }) => text).join(' ')).toBe(long.join(' '));
  });

  test('a reaction is one of at most four words, and a plain line has neither', () => {
    const say = openAcceptor([{ speaker: 'A', text: 'It sank.' }]);
    expect(say('B', '[over] [laughs] Oh no.')).toEqual([
      { speaker: 'B', text: 'Oh no.', delivery: 'laughs', isOver: true },
    ]);
    expect(say('B', '[over] And that was all of it.')).toEqual([
      { speaker: 'B', text: 'And that was all of it.' },
    ]);
    expect(say('A', '[music] It was.')).toEqual([{ speaker: 'A', text: 'It was.' }]);
  });

  test('a line that was said before stays, and is known for it in any form', () => {
    const said = 'The tide came in before the lamp was lit.';
    const accept = lineAcceptor(hosts, [{ speaker: 'A', text: said }], '');
    expect(accept({ speaker: 'A', text: `[quietly] **${said}**` })).toEqual({
      lines: [{ speaker: 'A', text: said, delivery: 'quietly' }],
      isRepeated: true,
    });
    expect(accept({ speaker: 'B', text: 'Did it?' }).isRepeated).toBe(false);
    expect(accept({ speaker: 'B', text: 'Did it?' }).isRepeated).toBe(false);
  });
});

test('markup, emoji and typographic signs are removed from a title', () => {
  expect(cleanTitle('# Why *bees* dance `now`')).toBe('Why bees dance now');
  expect(cleanTitle('**Bees** & \u{1F41D}: a \u201clife\u201d')).toBe('Bees &: a "life"');
});

test.each([
  'R&D: why C# won, and what .NET 10 changes',
  'The #1 song of 1969',
  'How A* finds its way, and C++ does not',
  'Is booking.com cheaper?',
  'Why e = mc^2, and .5 < 1',
])('the title "%s" stays as it is, however often it is cleaned', (title) => {
  expect(cleanTitle(title)).toBe(title);
  expect(cleanTitle(cleanTitle(title))).toBe(title);
});
