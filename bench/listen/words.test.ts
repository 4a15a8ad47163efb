import { expect, test } from 'vitest';
import { contentWords, stemOf } from './words.ts';

test('small words are left out, and forms of a word are one', () => {
  expect(contentWords("Why don't octopuses dream? The octopus's dreams, people say.")).toEqual([
    'octopus',
    'dream',
    'octopus',
    'dream',
  ]);
  for (const forms of [
    ['yawn', 'yawned', 'yawning', 'yawns'],
    ['glow', 'glows', 'glowing'],
    ['story', 'stories'],
    ['stop', 'stopped', 'stopping'],
    ['bake', 'baked', 'baking'],
  ]) {
    expect(new Set(forms.map(stemOf)).size).toBe(1);
  }
});

test('a script without spaces is taken by pairs of its letters, and emoji hold nothing', () => {
  expect(contentWords('日本の発酵')).toEqual(['日本', '本の', 'の発', '発酵']);
  expect(contentWords('🐙🐙🐙 !!!')).toEqual([]);
});
