import type { Outline } from '#shared/script.ts';
import type { LineRow } from './lease.ts';

export interface Chapter {
  title: string;
  startMilliseconds: number;
  endMilliseconds: number;
}

/** Makes a chapter of each section that is on the timeline; together they cover all of it. */
export function chaptersOf(
  outline: Outline,
  lines: { section: number; startMilliseconds: number | null }[],
  endMilliseconds: number,
): Chapter[] {
  const opened = outline.sections.flatMap(({ title }, section) => {
    const first = lines.find((line) => line.section === section && line.startMilliseconds !== null);
    return first ? [{ title, startMilliseconds: first.startMilliseconds ?? 0 }] : [];
  });
  return opened.map((chapter, index) => ({
    title: chapter.title,
    startMilliseconds: index === 0 ? 0 : chapter.startMilliseconds,
    endMilliseconds: opened[index + 1]?.startMilliseconds ?? endMilliseconds,
  }));
}

export type TimedLine = Pick<LineRow, 'speaker' | 'text' | 'basis' | 'facts' | 'sourceWords'> & {
  start: number;
  end: number;
};

/** Lines on the finished timeline, in seconds. Leaves out lines that are not on it. */
export function timedLines(lines: LineRow[]): TimedLine[] {
  return lines.flatMap(({ startMilliseconds, milliseconds, ...line }) => {
    if (startMilliseconds === null || milliseconds === null) return [];
    const { speaker, text, basis, facts, sourceWords } = line;
    const start = startMilliseconds / 1000;
    const end = start + milliseconds / 1000;
    return [{ speaker, text, basis, facts, sourceWords, start, end }];
  });
}
