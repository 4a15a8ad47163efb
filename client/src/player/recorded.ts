import type { Podcast } from '#shared/episode.ts';
import { firstMinutes } from './progressText.ts';

/** How far the recording of an unfinished episode has come, s from its beginning; what is ready is spoken, too. */
export interface Recorded {
  /** What can be heard. */
  ready: number;
  spoken: number;
  /** The minutes bought. */
  whole: number;
  mixing: 'later' | 'now' | 'done';
}

const MIXING: Record<Podcast['stage'], Recorded['mixing']> = {
  queued: 'later',
  reading: 'later',
  writing: 'later',
  speaking: 'later',
  mastering: 'now',
  publishing: 'done',
  emailing: 'done',
};

/** No episode is shorter than this share of the minutes bought. */
const COMPLETE = 0.95;

type Making = Pick<Podcast, 'stage' | 'progress' | 'duration'>;

/** The one answer to how much there is. `reach` is how many seconds the parts cover. */
export function recordedOf(podcast: Making, reach = 0): Recorded {
  const { stage, duration } = podcast;
  const whole = duration * 60;
  const mixing = MIXING[stage];
  const spoken = mixing === 'later' ? spokenOf(podcast) : whole;
  // Then the parts are as long as the episode, which is not always as long as bought, to the second.
  const isAllReady = mixing === 'done' && reach >= whole * COMPLETE;
  return {
    ready: isAllReady ? whole : Math.min(reach, whole),
    spoken: Math.min(Math.max(spoken, reach), whole),
    whole,
    mixing,
  };
}

/**
 * Lines alone are shorter than the tape, which has pauses and music, too. Once the whole script is
 * known, each line stands for its share of the tape, so that the last one fills it.
 */
function spokenOf({ stage, progress, duration }: Making): number {
  const { linesSpoken, linesWritten, secondsSpoken } = progress;
  if (stage !== 'speaking' || linesWritten === 0) return secondsSpoken;
  return Math.max(secondsSpoken, (linesSpoken / linesWritten) * duration * 60);
}

/** What can be heard, for `Play …`. */
export function playable({ ready, whole }: Recorded): string {
  return ready === whole ? 'the whole episode' : firstMinutes(ready);
}
