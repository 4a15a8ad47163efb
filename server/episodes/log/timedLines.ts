import type { LineRow } from './lease.ts';

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
