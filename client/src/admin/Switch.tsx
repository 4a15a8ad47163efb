import { classes } from '../ui/classes.ts';

type SwitchProps = {
  /** The accessible name. */
  label: string;
  on: boolean;
  pending: boolean;
  onChange: (on: boolean) => void;
  /** What the two positions are called. */
  words?: readonly [on: string, off: string] | undefined;
};

/** A toggle with its state in words. */
export function Switch({ label, on, pending, onChange, words = ['On', 'Off'] }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={on}
      aria-busy={pending || undefined}
      onClick={() => pending || onChange(!on)}
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
