import type { Style, Tone } from '#shared/tonesAndStyles.ts';

/** What a tone does to the episode. */
export const TONE_MEANS: Record<Tone, string> = {
  Normal: 'Two curious people, awake and easy to follow.',
  Funny: 'Jokes where they fit. The facts stay straight.',
  Serious: 'No banter, full attention on the subject.',
  Calm: 'Slow and quiet, for the end of a day.',
  Energetic: 'Quick, bright, a little out of breath.',
  Skeptical: 'Every claim gets asked: how do we know?',
};

/** What a style does to the episode. */
export const STYLE_MEANS: Record<Style, string> = {
  Conversation: 'Both hosts think out loud together.',
  Interview: 'Mic 1 asks, mic 2 knows.',
  Debate: 'They disagree, politely, until the end.',
  Storytelling: 'It starts somewhere, and something happens.',
  'Explain it simply': 'No jargon. One step at a time.',
};
