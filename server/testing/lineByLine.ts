import type { Narrator } from '../speech/speech.ts';

/** A narrator's part for takes and tags, of a model that performs neither. */
export const lineByLine: Pick<Narrator, 'longestTake' | 'speakTake' | 'tagged' | 'variesSpeed'> = {
  tagged: ({ text }) => text,
  variesSpeed: false,
  longestTake: null,
  speakTake: async () => {
    throw new Error('this model speaks line by line');
  },
};
