import { timeOfDay } from '#shared/deliveryEstimate.ts';
import type { Podcast } from '#shared/episode.ts';
import { isTalking, sourceCountText } from './progressText.ts';

export type Steps = Pick<Podcast, 'stage' | 'progress' | 'etaSeconds'> & {
  /** Whether a line was spoken; the lines of a preview do not count. */
  hasLine: boolean;
  /** Number of sources read, as far as known. */
  read: number;
  /** Label of the last step. */
  last: string;
};

export interface Step {
  label: string;
  /** The script is `ahead` while its lines are spoken: its end waits for their length. */
  state: 'done' | 'ahead' | 'now' | 'later';
  /** Such as `64 of 148` or the expected time; empty if there is nothing to count. */
  count: string;
}

/** Index of the step, after reading up, that each stage belongs to; -1 before the first. */
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

export function stepsOf(
  { stage, progress, etaSeconds, hasLine, read, last }: Steps,
  at: Date,
): Step[] {
  const now = STEP_OF[stage];
  const { linesWritten, linesSpoken } = progress;
  const stepState = (step: number): Step['state'] =>
    step < now ? 'done' : step === now ? 'now' : 'later';
  const speaking = isTalking(stage, hasLine) ? 'now' : stepState(1);
  const isAhead = speaking === 'now' && now === 0;
  const spoken = now > 1 ? lines(linesSpoken) : `${linesSpoken} of ${linesWritten}`;
  return [
    ...readingSteps(stage, read),
    {
      label: isAhead ? 'Script written ahead' : now > 0 ? 'Script written' : 'Writing the script',
      state: isAhead ? 'ahead' : stepState(0),
      count: now >= 0 && linesWritten > 0 ? lines(linesWritten) : '',
    },
    {
      label: now > 1 ? 'Lines spoken' : 'Speaking the lines',
      state: speaking,
      count: speaking !== 'later' && linesSpoken > 0 ? spoken : '',
    },
    { label: now > 2 ? 'Mixed' : 'Mixing', state: stepState(2), count: '' },
    {
      label: last,
      state: stepState(3),
      count: etaSeconds === null ? '' : timeOfDay(new Date(at.getTime() + etaSeconds * 1000)),
    },
  ];
}

function readingSteps(stage: Podcast['stage'], count: number): Step[] {
  if (stage === 'reading') {
    return [{ label: 'Reading up', state: 'now', count: count > 0 ? sourceCountText(count) : '' }];
  }
  if (count === 0) return [];
  return [{ label: `${sourceCountText(count)} read`, state: 'done', count: '' }];
}
