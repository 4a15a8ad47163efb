import type { LineModerator, Moderator } from '../writing/script/scriptWriter.ts';

/** A moderator who looks at each of several texts as at one. */
export const eachBy = (moderate: Moderator['moderate']): LineModerator => ({
  moderate,
  moderateEach: (texts, signal) => Promise.all(texts.map((text) => moderate(text, signal))),
});
