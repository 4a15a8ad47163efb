import { chaptersFor } from '#shared/chapters.ts';
import { DURATIONS, type Duration, LIST_PRICE } from '#shared/pricing.ts';

/** Two people in conversation say about this many words a minute, pauses included. */
const WORDS_A_MINUTE = 150;

/** What the minutes leave room for, beyond what fewer leave. */
const ROOM: Record<Duration, string> = {
  10: 'One question, from the first thought to an answer.',
  15: 'Room for where it came from.',
  20: 'Room for the doubts and the other side.',
  25: 'Room for the whole subject, side roads included.',
};

export type Length = {
  minutes: Duration;
  /** US cents. */
  price: number;
  chapters: number;
  words: number;
  room: string;
  /** Beyond the next shorter length; null for the shortest. */
  more: { chapters: number; cents: number } | null;
};

/** The four lengths, each with what it has and what it adds to the one before it. */
export const lengths: Length[] = DURATIONS.map((minutes, place) => {
  const shorter = DURATIONS[place - 1];
  return {
    minutes,
    price: LIST_PRICE[minutes],
    chapters: chaptersFor(minutes),
    words: minutes * WORDS_A_MINUTE,
    room: ROOM[minutes],
    more: shorter
      ? {
          chapters: chaptersFor(minutes) - chaptersFor(shorter),
          cents: LIST_PRICE[minutes] - LIST_PRICE[shorter],
        }
      : null,
  };
});
