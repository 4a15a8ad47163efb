/** What a voice says where it is tried for nobody's order. */
export const TRIAL_SENTENCE = 'This is to hear whether we can be heard.';
