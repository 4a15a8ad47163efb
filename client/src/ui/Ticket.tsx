import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** For the bonus and the limited-time offer only. */
export function Ticket({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classes('highlight notched rounded-card px-7 py-4', className)}>{children}</div>
  );
}
