import { type ReactNode, useId } from 'react';

type SectionProps = {
  title: string;
  children: ReactNode;
  /** Padding above and below, if not the default. */
  space?: string;
};

export function Section({ title, children, space = 'py-11 lg:py-18' }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={space}>
      <h2 id={id} className="text-display max-w-[15em]">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Page margins: 20 px on phones, 88 px on desktops. */
export const margins = 'mx-auto w-full max-w-[1280px] px-5 lg:px-22';
