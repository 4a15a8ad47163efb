import { classes } from './classes.ts';

type SpinnerProps = { label?: string; className?: string };

/** `loading` makes `App` keep the footer below the screen. */
export function Spinner({ label = 'Loading...', className }: SpinnerProps) {
  return (
    <div
      role="status"
      className={classes(
        'loading flex items-center justify-center gap-3 py-18 text-soft',
        className,
      )}
    >
      <span
        aria-hidden
        className="size-5 animate-[rotate_900ms_linear_infinite] rounded-full border-[2.5px] border-line border-t-ink"
      />
      {label}
    </div>
  );
}
