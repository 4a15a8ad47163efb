import { clock } from '#shared/clock.ts';
import type { Chapters } from '#shared/script.ts';
import { classes } from '../ui/classes.ts';

type ChapterListProps = {
  chapters: Chapters['chapters'];
  /** Index of the chapter being played. */
  current: number;
  onGo: (time: number) => void;
};

export function ChapterList({ chapters, current, onGo }: ChapterListProps) {
  return (
    <ol className="-mx-3">
      {chapters.map((chapter, index) => (
        <li key={chapter.startTime}>
          <button
            type="button"
            aria-current={index === current || undefined}
            onClick={() => onGo(chapter.startTime)}
            className={classes(
              'flex min-h-14 w-full items-center gap-4 rounded-well px-3 py-2 text-left',
              index === current && 'bg-button font-bold',
            )}
          >
            <span aria-hidden className="w-6 shrink-0 font-display text-h3 text-soft">
              {index + 1}
            </span>
            <span className="grow">{chapter.title}</span>
            <span className="shrink-0 text-soft tabular-nums">{clock(chapter.startTime)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
