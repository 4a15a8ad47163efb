import { expect, it } from 'vitest';
import type { LineRow } from '../../episodes/log/lease.ts';
import type { EpisodeRun } from '../run/episodeRun.ts';
import { findQuestionsToAnswer } from '../write/writeScript.ts';

const SECTIONS = [{ owes: [1] }, { owes: [1, 2, 2] }, { owes: [] }];

it.each([
  ['owes what the outline gives it', 0, [1], ['Why?']],
  ['owes only what is open, if it is the last before the goodbye', 1, [0, 1], ['Where?']],
  ['owes what the outline gives it where nobody can tell what is open', 1, null, ['Why?', 'Who?']],
])('a section %s', async (_, section, answered, expected) => {
  const run = {
    spec: { questions: ['Why?', 'Who?', 'Where?'] },
    outline: { sections: SECTIONS },
    signal: AbortSignal.timeout(10_000),
    work: { podcast: { id: 1 } },
    writer: {
      findAnswers: async () => {
        if (!answered) throw new Error('nonsense');
        return answered.map((question) => ({ question, first: 0, last: 0 }));
      },
    },
  } as unknown as EpisodeRun;
  expect(await findQuestionsToAnswer(run, section, [{} as LineRow])).toEqual(expected);
});
