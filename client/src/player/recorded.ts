import type { Podcast } from '#shared/episode.ts';
import { firstMinutes } from './progressText.ts';

/** Seconds of an unfinished episode: `spoken` includes `ready`, which can be heard already. */
export interface Recorded {
  ready: number;
  spoken: number;
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

/** `reach` is how many seconds the parts cover. */
export function recordedOf(podcast: Making, reach = 0): Recorded {
  const { stage, duration } = podcast;
  const whole = duration * 60;
  const mixing = MIXING[stage];
  const spoken = mixing === 'later' ? spokenOf(podcast) : whole;
  // The parts of a finished episode may be a little shorter than the minutes bought.
  const isAllReady = mixing === 'done' && reach >= whole * COMPLETE;
  return {
    ready: isAllReady ? whole : Math.min(reach, whole),
    spoken: Math.min(Math.max(spoken, reach), whole),
    whole,
    mixing,
  };
}

/**
 * The lines alone are shorter than the tape, which also has pauses and music. Once the script is
 * complete, each line counts as its share of the tape, so that the last one fills it.
 */
function spokenOf({ stage, progress, duration }: Making): number {
  const { linesSpoken, linesWritten, secondsSpoken } = progress;
  if (stage !== 'speaking' || linesWritten === 0) return secondsSpoken;
  return Math.max(secondsSpoken, (linesSpoken / linesWritten) * duration * 60);
}

export function playable({ ready, whole }: Recorded): string {
  return ready === whole ? 'the whole episode' : firstMinutes(ready);
}
