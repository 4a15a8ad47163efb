import { type ReactNode, useId } from 'react';
import { classes } from '../ui/classes.ts';

type SectionProps = { title: string; children: ReactNode; className?: string };

/** A part of the landing page, named by its heading. */
export function Section({ title, children, className }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes('py-11 lg:py-18', className)}>
      <h2 id={id} className="text-display">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The page's margins: 20 px on a phone, 88 px on a desk. */
export const margins = 'mx-auto w-full max-w-[1280px] px-5 lg:px-22';
