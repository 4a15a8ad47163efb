import type { Narrator } from '../sound/speech/speech.ts';

type Part = 'provider' | 'owns' | 'longestTake' | 'speakTake' | 'tagged' | 'variesSpeed';

/** Parts of a narrator that has every voice and whose model performs neither takes nor tags. */
export const lineByLine: Pick<Narrator, Part> = {
  provider: 'ElevenLabs',
  owns: () => true,
  tagged: ({ text }) => text,
  variesSpeed: false,
  longestTake: null,
  speakTake: async () => {
    throw new Error('this model speaks line by line');
  },
};
