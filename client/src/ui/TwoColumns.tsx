import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classes } from './classes.ts';
import { StickyFooter } from './StickyFooter.tsx';

type TwoColumnsProps = {
  head: ReactNode;
  children: ReactNode;
  foot: ReactNode;
  aside?: ReactNode;
};

/** One column on phones; on wide screens the content is on the right, head and foot on the left. */
export function TwoColumns({ head, children, foot, aside }: TwoColumnsProps) {
  return (
    <div className="flex grow flex-col lg:grid lg:grid-cols-[22rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-18">
      <div>{head}</div>
      <div
        className={classes('lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:pt-1', !aside && 'grow')}
      >
        {children}
      </div>
      {/* `contents` on phones, because a sticky footer sticks within its parent only. */}
      <div className="contents lg:sticky lg:top-7 lg:col-start-1 lg:flex lg:flex-col lg:self-start lg:pt-7">
        {aside && <div className="mb-7 grow lg:order-last lg:mt-14">{aside}</div>}
        {foot}
      </div>
    </div>
  );
}

export function FootLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <StickyFooter beside>
      <Button kind="main" wide href={href}>
        {children}
      </Button>
    </StickyFooter>
  );
}
