/** ms, of the sounds that `npm run sounds` makes. */
export const SOUND_LENGTHS = { sting: 2200, mark: 800 };
export type SoundName = keyof typeof SOUND_LENGTHS;
