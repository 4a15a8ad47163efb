import { memo } from 'react';
import type { Mark } from './marks.ts';
import { SourceNumber } from './SourceNumber.tsx';
import { titleWithSite } from './sourceText.ts';

type LineMarksProps = {
  marks: Mark[];
  /** Whether Tab reaches them: only those of one line at a time. */
  isStop: boolean;
  onOpen: (mark: Mark) => void;
};

export const LineMarks = memo(function LineMarks({ marks, isStop, onOpen }: LineMarksProps) {
  return marks.map((mark) => (
    <button
      key={mark.number}
      type="button"
      aria-haspopup="dialog"
      aria-label={`Source ${mark.number}: ${titleWithSite(mark.source)}`}
      tabIndex={isStop ? 0 : -1}
      onClick={({ currentTarget }) => {
        // Safari does not focus a tapped button, and the focus has to return to it.
        currentTarget.focus({ preventScroll: true });
        onOpen(mark);
      }}
      // As high as a row of text; the tap target reaches beyond it.
      className="group relative flex h-6 w-11 min-w-7 scroll-mt-20 scroll-mb-72 items-center justify-end outline-none before:absolute before:inset-x-0 before:-inset-y-2.5"
    >
      <SourceNumber number={mark.number} />
    </button>
  ));
});
