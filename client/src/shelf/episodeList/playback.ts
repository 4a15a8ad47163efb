import type { Podcast } from '#shared/episode.ts';
import type { Sound } from '../../player/engine/sound.ts';

export type Playback = {
  state: Sound['state'];
  /** 0 to 1; 0 before the start and after the end. */
  fraction: number;
  /** Null before the start and after the end. */
  secondsLeft: number | null;
  isPlayed: boolean;
  /** Absent for an episode that cannot be heard. */
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
