import type { Narrator } from '../speech/speech.ts';

/** A narrator's part for takes, of a model that performs none. */
export const lineByLine: Pick<Narrator, 'longestTake' | 'speakTake'> = {
  longestTake: null,
  speakTake: async () => {
    throw new Error('this model speaks line by line');
  },
};
