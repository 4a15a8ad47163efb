import { classes } from './classes.ts';

/** The place of something that is on its way; give it the size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes('rounded-chip bg-button opacity-60', className)} />;
}
