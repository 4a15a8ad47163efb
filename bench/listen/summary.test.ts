import { expect, test } from 'vitest';
import { isMet } from '../figures.ts';
import type { StoredEpisode } from './episode.ts';
import { measure } from './measure.ts';
import { summaryOf } from './summary.ts';

const episode: StoredEpisode = {
  topic: {
    topic: 'Why does the sea glow?',
    account: 1,
    kind: 'science',
    style: 'Conversation',
    tone: 'Normal',
    minutes: 10,
    script: 'glowing-sea',
  },
  hosts: { A: 'Jo', B: 'Mira' },
  brief: { id: null, questions: [{ id: 'q1', text: 'Why does it glow?' }], level: null, avoid: [] },
  outline: {
    title: 'Light',
    summary: 'On light.',
    sections: [
      { title: 'One', role: 'opening', goal: 'Says hello.', weight: 1 },
      { title: 'Two', role: 'closing', goal: 'Parts.', weight: 1 },
    ],
  },
  title: 'Light',
  summary: 'On light.',
  seconds: 20,
  lines: [
    { speaker: 'A', text: 'Hello. The sea is full of single cells that glow.', start: 0, end: 10 },
    { speaker: 'B', text: 'And that is all. Goodbye.', start: 10, end: 20 },
  ],
  questions: [{ text: 'Why does it glow?', start: 0, end: 10 }],
  answers: [{ place: 'opening', lines: [], sentences: 4, cleaned: [] }],
  costs: [{ provider: 'OpenAI', calls: 3, microdollars: 5000 }],
};
const missed = (...episodes: StoredEpisode[]) =>
  summaryOf(episodes.map(measure), [0])
    .figures.filter((figure) => isMet(figure) === false)
    .map(({ name }) => name);

test('a good episode misses no goal', () => {
  expect(missed(episode)).toEqual([]);
});

test.each([
  [{ questions: [] }, 'neither open nor at a place'],
  [{ questions: [{ text: 'Why?', start: 15, end: 25 }] }, 'neither open nor at a place'],
  [{ title: 'The story of' }, 'titles with a fault'],
  [{ answers: [] }, 'lost to the cleaner'],
  [{ lines: [{ speaker: 'A', text: 'Hello.', start: 0, end: 10 }] }, 'hook'],
] as [Partial<StoredEpisode>, string][])('an episode with %o misses its goal', (change, name) => {
  expect(missed({ ...episode, ...change }).join()).toContain(name);
});
