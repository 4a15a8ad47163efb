/** The sounds of our own, which `npm run sounds` makes: their lengths, ms. */
export const SOUND_LENGTHS = { sting: 2200, mark: 800 };
export type SoundName = keyof typeof SOUND_LENGTHS;
