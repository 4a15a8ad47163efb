import { OpenerButton } from '../../ui/SheetButton.tsx';
import type { Mark } from './useSources.ts';

type LineMarksProps = {
  marks: Mark[];
  /** Whether Tab reaches them: only those of one line at a time. */
  isStop: boolean;
  onOpen: (mark: Mark) => void;
};

export function LineMarks({ marks, isStop, onOpen }: LineMarksProps) {
  return marks.map((mark) => (
    <OpenerButton
      key={mark.number}
      aria-label={`Source ${mark.number}: ${[mark.source.title, mark.source.site].filter(Boolean).join(', ')}`}
      tabIndex={isStop ? 0 : -1}
      onOpen={() => onOpen(mark)}
      // As high as a row of text; the tap target reaches beyond it.
      className="group relative flex h-6 w-11 min-w-7 scroll-mt-20 scroll-mb-72 items-center justify-end outline-none before:absolute before:inset-x-0 before:-inset-y-2.5"
    >
      <SourceNumber number={mark.number} />
    </OpenerButton>
  ));
}

export function SourceNumber({ number }: { number: number }) {
  return (
    <span
      aria-hidden
      className="grid h-6 min-w-6 shrink-0 place-items-center rounded-full border border-rim px-1 text-[0.875rem] leading-none font-bold text-soft tabular-nums outline-offset-2 outline-ink group-focus-visible:outline-3"
    >
      {number}
    </span>
  );
}
