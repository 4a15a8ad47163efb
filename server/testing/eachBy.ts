import type { LineModerator, Moderator } from '../writing/script/scriptWriter.ts';

export const eachBy = (moderate: Moderator['moderate']): LineModerator => ({
  moderate,
  moderateEach: (texts, signal) => Promise.all(texts.map((text) => moderate(text, signal))),
});
