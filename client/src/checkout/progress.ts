import { timeOfDay } from '#shared/deliveryEstimate.ts';
import type { Podcast } from '#shared/episode.ts';

type Making = Pick<Podcast, 'stage' | 'progress' | 'sources' | 'etaSeconds'>;

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
export const sourcesOf = (count: number) => `${count} source${count === 1 ? '' : 's'}`;

/** Four steps, and one before them where something is read up on. */
export function stepsOf({ stage, progress, sources, etaSeconds }: Making, at: Date): Step[] {
  const now = STEP_OF[stage];
  const { linesWritten, linesSpoken } = progress;
  const stateOf = (step: number): Step['state'] =>
    step < now ? 'done' : step === now ? 'now' : 'later';
  // Speaking begins while the script is still being written.
  const speaking = now === 0 && linesSpoken > 0 ? 'now' : stateOf(1);
  const spoken = now > 1 ? lines(linesSpoken) : `${linesSpoken} of ${linesWritten}`;
  return [
    ...readingOf(stage, sources.length),
    {
      label: now > 0 ? 'Script written' : 'Writing the script',
      state: stateOf(0),
      count: linesWritten > 0 ? lines(linesWritten) : '',
    },
    {
      label: now > 1 ? 'Lines spoken' : 'Speaking the lines',
      state: speaking,
      count: linesSpoken > 0 ? spoken : '',
    },
    { label: now > 2 ? 'Mixed' : 'Mixing', state: stateOf(2), count: '' },
    {
      label: 'Sending it to you',
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

/** What is happening, in a sentence for the headline. */
export function happening({ stage, progress }: Pick<Making, 'stage' | 'progress'>): string {
  if (stage === 'queued') return 'The studio is getting ready.';
  if (stage === 'reading') return 'They’re reading up on it.';
  if (stage === 'writing' && progress.linesSpoken === 0) return 'They’re writing the script.';
  if (stage === 'writing' || stage === 'speaking') return 'They’re talking now.';
  if (stage === 'mastering') return 'We’re mixing your tape.';
  return 'It’s on its way to you.';
}

/** The recorded share of the bought minutes, 0 to 1. */
export function shareRecorded({
  progress,
  duration,
}: Pick<Podcast, 'progress' | 'duration'>): number {
  return Math.min(1, Math.max(0, progress.secondsSpoken / (duration * 60)));
}
