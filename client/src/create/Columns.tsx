import type { ReactNode } from 'react';

type ColumnsProps = {
  /** What the episode is about and who talks. */
  about: ReactNode;
  /** How long it is and how it sounds. */
  choices: ReactNode;
  /** Where it goes, what it costs, and the button that orders it (`SubmitFooter`). */
  order: ReactNode;
  foot?: ReactNode;
};

/**
 * One column on phones, with the button in a bar at the bottom. On wide screens the order stands beside the
 * form and stays in sight; nothing floats over anything. All is read in the order in which it stands.
 */
export function Columns({ about, choices, order, foot }: ColumnsProps) {
  return (
    <div className="flex grow flex-col gap-9 lg:grid lg:grow-0 lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-14 lg:pb-18">
      {/* `contents` on phones: a bar sticks within its parent box. */}
      <div className="contents lg:flex lg:flex-col lg:gap-9">{about}</div>
      {/* Beside the heading, too; further up by the deck's height, which would cover its button. */}
      <div className="contents lg:sticky lg:top-[calc(1.5rem-var(--deck-height,0px))] lg:row-span-2 lg:-mt-17 lg:flex lg:flex-col lg:gap-3">
        {choices}
        <div className="contents lg:block lg:rounded-card lg:bg-panel lg:shadow-lift">{order}</div>
      </div>
      {foot}
    </div>
  );
}
