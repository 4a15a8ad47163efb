import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTopic } from './topic.ts';

test.each([
  ['Coffee', 'coffee', 'coffee'],
  ['Black holes', 'black holes', 'black holes'],
  ['The French Revolution', 'the French Revolution', 'the French Revolution'],
  ['The history of the bicycle', 'the history of the bicycle', 'the bicycle'],
  ['Tell me about Napoleon', 'Napoleon', 'Napoleon'],
  ['I want a podcast about the psychology of money', 'the psychology of money', 'money'],
  ['quantum computing for beginners', 'quantum computing for beginners', 'quantum computing'],
  ['how to start a sourdough', 'how to start a sourdough', 'starting a sourdough'],
  ['How to run a marathon', 'how to run a marathon', 'running a marathon'],
  ['Why do cats purr?', 'why cats purr', 'cats'],
  ['why do we dream', 'why we dream', 'dreaming'],
  ['Why is the ocean so salty?', 'why the ocean is so salty', 'the ocean'],
  ['Why did Rome fall?', 'the question of Rome', 'Rome'],
  ['How does photosynthesis work?', 'how photosynthesis works', 'photosynthesis'],
  ['What is love?', 'what love is', 'love'],
  ['what are black holes', 'what black holes are', 'black holes'],
  ['Should we colonise Mars?', 'whether we should colonise Mars', 'colonising Mars'],
  ['Should schools ban phones?', 'whether schools should ban phones', 'banning phones'],
  ['Why the sea glows at night', 'why the sea glows at night', 'the sea'],
  ['how the city sleeps', 'how the city sleeps', 'the city'],
  ['Can machines think?', 'whether machines can think', 'machines'],
  ['Who invented the telephone?', 'who invented the telephone', 'the telephone'],
  ["my grandmother's garden", "a grandmother's garden", "a grandmother's garden"],
  ['\u6771\u4eac travel stories', 'travel stories', 'travel stories'],
  ['https://x.example/a lighthouses \u{1F6A2}', 'lighthouses', 'lighthouses'],
])('the topic "%s" is read as "%s", with the subject "%s"', (typed, full, thing) => {
  const topic = readTopic(typed);
  expect([topic.full, topic.things[0]]).toEqual([full, thing]);
});

test.each([
  '\u732b\u306f\u306a\u305c\u5589\u3092\u9cf4\u3089\u3059\u306e\u304b',
  '\u{1F6B2}',
  '\u041f\u043e\u0447\u0435\u043c\u0443 \u043d\u0435\u0431\u043e \u0433\u043e\u043b\u0443\u0431\u043e\u0435',
  '?!',
  'the',
])('the unpronounceable topic "%s" is called "this one"', (typed) => {
  expect(readTopic(typed).things).toContain('this one');
  expect(readTopic(typed).word).toBeNull();
});

test.each([
  ['Cats', true],
  ['the human brain', false],
  ['physics', false],
  ['tickling ourselves', false],
  ['people', true],
  ['jazz', false],
])('the topic "%s" is plural: %s', (typed, plural) => {
  expect(readTopic(typed).plural).toBe(plural);
});

test('any topic yields phrases that fit into a sentence', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 500 }), (typed) => {
      const { full, things, other, question } = readTopic(typed);
      for (const phrase of [full, ...things, other ?? 'x', question ?? 'x']) {
        expect(phrase).not.toMatch(/^\s*$|[{}[\]|<>"]|\s\s/);
        expect(phrase.length).toBeLessThanOrEqual(500);
      }
    }),
  );
});
