/** What a buyer chooses from, free of the schema library so that the form can be drawn without it. */

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
