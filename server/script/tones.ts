import type { Tone } from '#shared/tonesAndStyles.ts';

/** The instructions for each tone on the order form. */
export const TONE_GUIDES: Record<Tone, string> = {
  Normal:
    'natural and friendly, as two people talk over a table they like. Everyday words, some warmth, humour when it comes by itself. Greet simply.',
  Funny:
    'light and witty. A laugh about every third turn, out of observation, exact comparison and understatement; jokes come from the subject and move it on, never from puns on names or from mocking people who are hurt. The facts stay straight. Greet with a smile, end on the best line.',
  Serious:
    'sober and exact. No jokes, no exclamation marks, no drama. Name what is at stake and for whom; weigh the words; let a hard fact stand for a moment before anybody comments. Greet and part briefly.',
  Calm: 'slow and gentle, for the end of a day. Long, easy sentences, few at a time; pictures of quiet things; room after a thought. No urgency, no suspense, no raised voices; disagreement is soft. Greet quietly and let the goodbye fade.',
  Energetic:
    'brisk and vivid. Short sentences, strong verbs, quick changes, each turn pushing the next; the two overtake each other because they cannot wait. Excitement comes from what is found and not from adjectives. Greet in one breath and get going.',
  Skeptical:
    'doubtful and precise. Every claim is asked who says so, how they know and what would prove it wrong; popular versions are taken apart politely; what survives is said with respect. Doubt is not cynicism: some things do hold up. Greet with the doubt itself.',
};
