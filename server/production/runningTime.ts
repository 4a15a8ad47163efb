import type { LineRow } from '../podcasts/lease.ts';
import { gapBefore, type SpeechRate } from './speechRate.ts';

/** The running time of an episode: what has been heard, and what the rest will take. */
export interface RunningTime {
  add(line: LineRow): void;
  measureLine(line: LineRow, milliseconds: number): void;
  /** All lines so far with the gaps before them, ms; only those of one section when it is given. */
  total(section?: number): number;
  /** What this line would add, ms, were it the next one. */
  cost(line: Pick<LineRow, 'speaker' | 'text' | 'section'>): number;
  /** Resolves once no more than this much, ms, is written but not yet spoken. */
  unspokenBelow(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export function openRunningTime(pace: SpeechRate): RunningTime {
  const lines: { line: LineRow; gap: number; measured: number | null }[] = [];
  const waiting = new Set<() => void>();

  const length = (entry: (typeof lines)[number]) => entry.measured ?? pace.predict(entry.line);
  const unspoken = () =>
    lines.reduce((sum, entry) => sum + (entry.measured === null ? pace.predict(entry.line) : 0), 0);

  return {
    add(line) {
      // What an earlier run has heard need not be guessed until its clip is read again.
      lines.push({ line, gap: gapBefore(line, lines.at(-1)?.line), measured: line.milliseconds });
    },
    measureLine(line, milliseconds) {
      const entry = lines.find((one) => one.line.position === line.position);
      if (entry) entry.measured = milliseconds;
      pace.measureLine(line, milliseconds);
      for (const wake of waiting) wake();
    },
    total(section) {
      return lines
        .filter((entry) => section === undefined || entry.line.section === section)
        .reduce((sum, entry) => sum + entry.gap + length(entry), 0);
    },
    cost: (line) => gapBefore(line, lines.at(-1)?.line) + pace.predict(line),
    async unspokenBelow(milliseconds, signal) {
      while (unspoken() > milliseconds) {
        signal.throwIfAborted();
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const stop = () => reject(signal.reason);
        waiting.add(resolve);
        signal.addEventListener('abort', stop, { once: true });
        await promise.finally(() => {
          waiting.delete(resolve);
          signal.removeEventListener('abort', stop);
        });
      }
    },
  };
}
