import type { AdminAction } from '../api/admin.ts';
import { classes } from '../ui/classes.ts';
import { useAdminAction } from './useAdminAction.ts';

type SwitchProps = {
  /** The accessible name. */
  label: string;
  on: boolean;
  action: AdminAction<boolean, unknown>;
  /** The title of the toast after a failure. */
  failed: string;
  /** What the two positions are called. */
  words?: readonly [on: string, off: string];
};

/** A toggle with its state in words; while its action runs, it shows where it is going. */
export function Switch(props: SwitchProps) {
  const { label, action, failed, words = ['On', 'Off'] } = props;
  const { isPending, input, start } = useAdminAction({ ...action, failed });
  const on = isPending && input !== undefined ? input : props.on;
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={on}
      aria-busy={isPending || undefined}
      onClick={() => isPending || start(!on)}
      className="flex min-h-11 items-center gap-2.5 rounded-chip font-bold"
    >
      <span aria-hidden className="text-meta">
        {on ? words[0] : words[1]}
      </span>
      <span aria-hidden className="flex h-8 w-14 rounded-full bg-well p-1 shadow-pit">
        <span
          className={classes(
            'size-6 rounded-full transition-transform duration-[120ms]',
            on ? 'highlight translate-x-6' : 'bg-rim',
          )}
        />
      </span>
    </button>
  );
}
