import type { ReactNode } from 'react';

type ColumnsProps = {
  about: ReactNode;
  choices: ReactNode;
  order: ReactNode;
  foot?: ReactNode;
};

/** On phones the button is in a bar at the foot; on wide screens the order stays in sight. */
export function Columns({ about, choices, order, foot }: ColumnsProps) {
  return (
    <div className="flex grow flex-col gap-9 lg:grid lg:grow-0 lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-14 lg:pb-18">
      {/* `contents` on phones, because a sticky bar sticks within its parent only. */}
      <div className="contents lg:flex lg:flex-col lg:gap-9">{about}</div>
      {/* Starts beside the heading; raised by the deck's height, which would cover the button. */}
      <div className="contents lg:sticky lg:top-[calc(1.5rem-var(--deck-height,0px))] lg:row-span-2 lg:-mt-17 lg:flex lg:flex-col lg:gap-3">
        {choices}
        <div className="contents lg:block lg:rounded-card lg:bg-panel lg:shadow-lift">{order}</div>
      </div>
      {foot}
    </div>
  );
}
