import { Check } from 'lucide-react';
import { classes } from '../ui/classes.ts';
import { type Step, type Steps, stepsOf } from './steps.ts';

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
