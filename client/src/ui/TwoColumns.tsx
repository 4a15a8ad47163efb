import type { ReactNode } from 'react';

type TwoColumnsProps = {
  /** The h1 and what belongs to it. */
  head: ReactNode;
  /** What the screen is about: a list, a form. */
  children: ReactNode;
  /** The main key, `<Dock beside>`, or a last word. */
  foot: ReactNode;
};

/** One column on a phone; on a wide screen the work lies at the right, its head and key beside it. */
export function TwoColumns({ head, children, foot }: TwoColumnsProps) {
  return (
    <div className="flex grow flex-col lg:grid lg:grid-cols-[22rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-18">
      <div>{head}</div>
      <div className="grow lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:pt-1">{children}</div>
      {/* No box of its own on a phone: a dock keeps to the foot of the box that it is in. */}
      <div className="contents lg:sticky lg:top-7 lg:col-start-1 lg:block lg:self-start lg:pt-7">
        {foot}
      </div>
    </div>
  );
}
