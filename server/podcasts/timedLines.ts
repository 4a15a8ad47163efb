import type { LineRow } from './lease.ts';

export type TimedLine = Pick<LineRow, 'speaker' | 'text' | 'basis' | 'facts'> & {
  start: number;
  end: number;
};

/** Lines on the finished timeline, in seconds; lines that are not on it are left out. */
export function timedLines(lines: LineRow[]): TimedLine[] {
  return lines.flatMap(({ speaker, text, basis, facts, startMilliseconds, milliseconds }) => {
    if (startMilliseconds === null || milliseconds === null) return [];
    const start = startMilliseconds / 1000;
    return [{ speaker, text, basis, facts, start, end: start + milliseconds / 1000 }];
  });
}
