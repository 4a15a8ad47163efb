import { classes } from './classes.ts';

/** Give it the size of the real thing. `loading` is for `App`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classes('loading rounded-chip bg-button opacity-60', className)} />
  );
}
