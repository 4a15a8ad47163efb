import type { Podcast } from '#shared/episode.ts';
import type { Sound } from '../../player/engine/sound.ts';

/** How an episode of the shelf plays, or where it was left. */
export type Playback = {
  state: Sound['state'];
  /** Where it is, 0 to 1; 0 before it has begun and after its end. */
  fraction: number;
  /** Null before it has begun and after its end. */
  secondsLeft: number | null;
  /** It was heard to the end. */
  isPlayed: boolean;
  /** Plays, goes on or pauses; an episode that cannot be heard has none. */
  toggle?: (() => void) | undefined;
};

export function atRest(podcast: Podcast): Playback {
  const { position, durationSeconds, isPlayed } = podcast;
  const place = position?.seconds ?? 0;
  const isInside = durationSeconds !== null && place > 0 && place < durationSeconds;
  return {
    state: 'idle',
    fraction: isInside ? place / durationSeconds : 0,
    secondsLeft: isInside ? durationSeconds - place : null,
    isPlayed,
  };
}
