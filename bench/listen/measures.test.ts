import { expect, test } from 'vitest';
import type { TimedLine } from './episode.ts';
import { hookAt } from './hook.ts';
import { lossesOf } from './losses.ts';
import { timedSentences } from './sentences.ts';
import { longSentences, sharedBy } from './sharing.ts';
import { titleFaults } from './titles.ts';

/** Lines of ten seconds each, by the hosts in turn. */
const talk = (...texts: string[]): TimedLine[] =>
  texts.map((text, index) => ({
    speaker: index % 2 ? 'B' : 'A',
    text,
    start: 10 * index,
    end: 10 * index + 10,
  }));

const hookOf = (...texts: string[]) =>
  hookAt(timedSentences(talk(...texts)), {
    topic: 'Why does the sea glow at 3 am?',
    words: new Set(['sea', 'glow']),
    isFact: (text) => text.includes('Benjamin'),
  });

test('the hook is the first sentence that tells something of the subject', () => {
  expect(hookOf('Hello, everyone. The sea is on fire.')).toBeGreaterThan(3);
  expect(hookOf('Hello, the sea glows.', 'I am Jo.', 'Benjamin had a bottle.')).toBe(20);
  expect(hookOf('Why does the sea glow at three AM?', 'It is the sea that calls.')).toBe(10);
  expect(hookOf('This episode is on the sea.', 'Good.')).toBeNull();
});

test('sentences of more than three words are compared between episodes', () => {
  const one = longSentences([
    'What do you mean? It is only a single cell.',
    'There is no moon tonight.',
  ]);
  const other = longSentences(["It's dark. It is only a single cell!"]);
  expect(one).toHaveLength(3);
  expect(sharedBy(one, other)).toBe(1);
  expect(sharedBy(one, [])).toBe(0);
});

test.each([
  ['Why Would a Snack Switch On a Light?', 'sea', []],
  ['"日本の発酵食品" (demo): The Bet', '日本の発酵食品', []],
  ['"a anxiety before..." (demo): The Bet', 'a anxiety before exams', []],
  ['"the jazz" (demo): The Bet', 'the history of jazz', ['not what was typed']],
  ['" " (demo): The Bet', '🐙🐙', ['an empty quotation', 'a gap at a quotation mark']],
  ['"what.NET is" (demo): The Bet', 'what .NET is', []],
  ['"C♯ or F♯" (demo): The Bet', 'C# or F#', ['not what was typed']],
  ['" bees" (demo): The Bet', '🐝 bees', ['a gap at a quotation mark']],
  ['"is "fine" fine" (demo): The Bet', 'is "fine" fine', ['quotation marks in quotation marks']],
  ['In the chair: a anxiety', 'anxiety', ['"a" before a vowel']],
  ['All about {topic}', 'bees', ['an unfilled template']],
  ['The story of the', 'bees', ['an end in the middle']],
  ['', 'bees', ['empty']],
])('faults of the title %s', (title, topic, faults) => {
  expect(titleFaults(title, topic)).toEqual(faults);
});

test('what the cleaner leaves out of an answer is told apart from what had been said', () => {
  const losses = lossesOf({
    topic: 'bees',
    place: 'middle',
    hosts: { A: 'Jo', B: 'Mira' },
    instructions: '',
    said: ['A: The bees had been dancing on that comb all the morning.'],
    lines: [
      { speaker: 'A', text: '[music]' },
      { speaker: 'A', text: 'Read on at https://example.com/bees. They turn to the sun.' },
      { speaker: 'B', text: 'The bees had been dancing on that comb all the morning.' },
    ],
  });
  expect(losses).toMatchObject({
    sentences: 4,
    cleaned: ['[music]'],
    repeated: ['The bees had been dancing on that comb all the morning.'],
  });
});
