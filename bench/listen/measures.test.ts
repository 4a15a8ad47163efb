import { expect, test } from 'vitest';
import type { TimedLine } from './episode.ts';
import { lossesOf, readExchange } from './exchange.ts';
import { factTest, hookAt, longSentences, sharedBy, timedSentences } from './measure.ts';
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
  });
});

const isFact = factTest(['It was seen by Franklin in a bottle.'], ['Rachel', 'Adam Stone']);

test.each([
  'About fifty-five per cent of them yawn.',
  'It happened in 1816.',
  'They lived near Yogyakarta, on Java.',
  'Franklin shook the bottle.',
])('a number or a proper name is a fact: %s', (sentence) => {
  expect(isFact(sentence)).toBe(true);
});

test.each([
  'It has two ends and one middle.',
  'Was it in 1816?',
  'I think, Rachel, that it has.',
  'And then, Adam says, I knew.',
  'Nothing here can be looked up.',
])('a question, a host and small numbers are none: %s', (sentence) => {
  expect(isFact(sentence)).toBe(false);
});

const asked = (name: string) =>
  JSON.stringify({
    response_format: { json_schema: { name } },
    messages: [
      { role: 'system', content: 'Write.' },
      { role: 'user', content: JSON.stringify({ topic: 'bees', hosts: { A: 'Jo', B: 'Mira' } }) },
      { role: 'user', content: [{ text: JSON.stringify({ said: ['A: Hello.'] }) }] },
      { role: 'user', content: JSON.stringify({ place: 'middle' }) },
    ],
  });
const stream = ['{"lines":[{"speaker":"A","te', 'xt":"Go on."},{"spea']
  .map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
  .join('');

test('the lines of a streamed answer are read as far as they came, with what was asked', () => {
  expect(readExchange(asked('section'), stream)).toEqual({
    topic: 'bees',
    place: 'middle',
    hosts: { A: 'Jo', B: 'Mira' },
    instructions: 'Write.',
    said: ['A: Hello.'],
    lines: [{ speaker: 'A', text: 'Go on.' }],
  });
});

test('a call for anything but lines is none', () => {
  expect(readExchange(asked('outline'), stream)).toBeNull();
  expect(readExchange('{', stream)).toBeNull();
});
