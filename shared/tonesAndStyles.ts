/** No zod here: the form's first bundle needs these values. */

export const TONES = ['Normal', 'Funny', 'Serious', 'Calm', 'Energetic', 'Skeptical'] as const;
export const STYLES = [
  'Conversation',
  'Interview',
  'Debate',
  'Storytelling',
  'Explain it simply',
] as const;
export type Tone = (typeof TONES)[number];
export type Style = (typeof STYLES)[number];

export const TOPIC_MAX = 500;
