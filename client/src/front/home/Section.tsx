import { type ReactNode, useId } from 'react';

type SectionProps = { title: string; children: ReactNode; className: string };

export function Section({ title, children, className }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="text-display max-w-[15em]">
        {title}
      </h2>
      {children}
    </section>
  );
}

export const margins = 'mx-auto w-full max-w-[1280px] px-5 lg:px-22';
