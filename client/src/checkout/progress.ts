import { timeOfDay } from '#shared/deliveryEstimate.ts';
import type { Podcast } from '#shared/episode.ts';
import { isTalking, sourcesOf } from '../playback/words.ts';

type Making = Pick<Podcast, 'stage' | 'progress' | 'sources' | 'etaSeconds' | 'lastLine'>;

/** One of the steps that the buyer sees, with its count. */
export interface Step {
  label: string;
  state: 'done' | 'now' | 'later';
  /** Such as `64 of 148`, or the expected time; empty when there is nothing to count. */
  count: string;
}

/** Which of the four steps after reading up each stage belongs to; -1 before the first. */
const STEP_OF: Record<Podcast['stage'], number> = {
  queued: -1,
  reading: -1,
  writing: 0,
  speaking: 1,
  mastering: 2,
  publishing: 3,
  emailing: 3,
};

const lines = (count: number) => `${count} line${count === 1 ? '' : 's'}`;

/** Four steps, and one before them where something is read up on; an email is sent in the last, if any is. */
export function stepsOf(podcast: Making, at: Date, sendsEmail: boolean): Step[] {
  const { stage, progress, sources, etaSeconds, lastLine } = podcast;
  const now = STEP_OF[stage];
  const { linesWritten, linesSpoken } = progress;
  const stateOf = (step: number): Step['state'] =>
    step < now ? 'done' : step === now ? 'now' : 'later';
  // Lines heard as a preview are spoken before anybody writes, and are no last line.
  const speaking = isTalking(stage, lastLine !== null) ? 'now' : stateOf(1);
  const spoken = now > 1 ? lines(linesSpoken) : `${linesSpoken} of ${linesWritten}`;
  return [
    ...readingOf(stage, sources.length),
    {
      label: now > 0 ? 'Script written' : 'Writing the script',
      state: stateOf(0),
      count: now >= 0 && linesWritten > 0 ? lines(linesWritten) : '',
    },
    {
      label: now > 1 ? 'Lines spoken' : 'Speaking the lines',
      state: speaking,
      count: speaking !== 'later' && linesSpoken > 0 ? spoken : '',
    },
    { label: now > 2 ? 'Mixed' : 'Mixing', state: stateOf(2), count: '' },
    {
      label: sendsEmail ? 'Sending it to you' : 'Putting it on your dashboard',
      state: stateOf(3),
      count: etaSeconds === null ? '' : timeOfDay(new Date(at.getTime() + etaSeconds * 1000)),
    },
  ];
}

/** Reading up; no step where nothing is read. */
function readingOf(stage: Podcast['stage'], count: number): Step[] {
  if (stage === 'reading') {
    return [{ label: 'Reading up', state: 'now', count: count > 0 ? sourcesOf(count) : '' }];
  }
  if (count === 0) return [];
  return [{ label: `${sourcesOf(count)} read`, state: 'done', count: '' }];
}
