import type { AdminAction } from '../api/admin.ts';
import { classes } from '../ui/classes.ts';
import { useAdminAction } from './useAdminAction.ts';

type SwitchProps = {
  label: string;
  on: boolean;
  action: AdminAction<boolean, unknown>;
  failed: string;
  /** What it switches; stands in place of "On" or "Off". */
  caption?: string;
};

/** While its action runs, it shows the state it is going to. */
export function Switch(props: SwitchProps) {
  const { label, action, failed, caption } = props;
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
      className="flex min-h-11 items-center gap-2.5 rounded-chip"
    >
      <span aria-hidden className={classes('text-meta', on ? 'font-semibold' : 'text-soft')}>
        {caption ?? (on ? 'On' : 'Off')}
      </span>
      <span
        aria-hidden
        className={classes('flex h-8 w-14 rounded-full p-1', on ? 'bg-ink' : 'bg-well shadow-pit')}
      >
        <span
          className={classes(
            'size-6 rounded-full transition-transform duration-[120ms]',
            on ? 'translate-x-6 bg-ground' : 'bg-rim',
          )}
        />
      </span>
    </button>
  );
}
