import { Check } from 'lucide-react';
import { timeOfDay } from '#shared/deliveryEstimate.ts';
import type { Podcast } from '#shared/episode.ts';
import { classes } from '../ui/classes.ts';
import { isTalking, pluralize, sourceCountText } from './progressText.ts';

export function StepList(making: Steps) {
  return (
    <ol aria-label="Steps">
      {stepsOf(making, new Date()).map(({ label, state, count }) => (
        <li
          key={label}
          aria-current={state === 'now' ? 'step' : undefined}
          className={classes(
            'flex min-h-13 items-center gap-4 border-b border-line last:border-0',
            state === 'now' && 'font-bold',
            state === 'later' && 'text-soft',
          )}
        >
          <StepMark state={state} />
          <span className="grow">
            {label}
            {state === 'done' && <span className="sr-only">, done</span>}
          </span>
          <span className={classes('tabular-nums', state !== 'now' && 'text-soft')}>{count}</span>
        </li>
      ))}
    </ol>
  );
}

/** Only what is on air is red. The open tick of `ahead` says that its end is still to come. */
const MARK = {
  done: 'border-ink bg-ink text-ground',
  ahead: 'border-ink',
  now: 'border-air text-air',
  later: 'border-rim',
};

function StepMark({ state }: Pick<Step, 'state'>) {
  return (
    <span
      aria-hidden
      className={classes('grid size-5.5 place-items-center rounded-full border-2', MARK[state])}
    >
      {(state === 'done' || state === 'ahead') && <Check size={14} strokeWidth={3} />}
      {state === 'now' && <span className="size-2.5 rounded-full bg-current" />}
    </span>
  );
}

type Steps = Pick<Podcast, 'stage' | 'progress' | 'etaSeconds'> & {
  /** Whether a line was spoken; the lines of a preview do not count. */
  hasLine: boolean;
  /** Number of sources read, as far as known. */
  read: number;
  /** Label of the last step. */
  last: string;
};

interface Step {
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
  const spoken = now > 1 ? pluralize(linesSpoken, 'line') : `${linesSpoken} of ${linesWritten}`;
  return [
    ...readingSteps(stage, read),
    {
      label: isAhead ? 'Script written ahead' : now > 0 ? 'Script written' : 'Writing the script',
      state: isAhead ? 'ahead' : stepState(0),
      count: now >= 0 && linesWritten > 0 ? pluralize(linesWritten, 'line') : '',
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
