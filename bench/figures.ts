import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface Figure {
  name: string;
  /** A ratio unless `unit` says otherwise; null if it could not be measured. */
  value: number | null;
  unit?: 'x' | 's' | 'ms' | '%' | 'LUFS' | 'dBTP' | 'dB' | 'MB' | 'kB' | '¢' | '/min' | '‰' | '';
  /** Absent if the figure only explains another. */
  goal?: Goal;
  /** Shown after the value, or instead of it. */
  note?: string;
}

type Goal = { atMost: number } | { atLeast: number } | { between: [number, number] };

export interface Result {
  area: string;
  figures: Figure[];
  notes: string[];
  details: unknown;
}

/** Null without a goal. A value that could not be measured misses it. */
export function isMet({ value, goal }: Figure): boolean | null {
  if (!goal) return null;
  if (value === null || Number.isNaN(value)) return false;
  if ('atMost' in goal) return value <= goal.atMost;
  if ('atLeast' in goal) return value >= goal.atLeast;
  return value >= goal.between[0] && value <= goal.between[1];
}

/** Area, name, goal, value, and whether the goal is met. */
export function rowsOf(results: Pick<Result, 'area' | 'figures'>[]): string[][] {
  return results.flatMap(({ area, figures }) =>
    figures.map((figure) => {
      const met = { true: 'yes', false: 'NO', null: '' }[`${isMet(figure)}`];
      return [area, figure.name, goalOf(figure), measuredOf(figure), met];
    }),
  );
}

export const HEAD = ['area', 'figure', 'goal', 'measured', 'met'];

export function tableOf(results: Result[]): string {
  const rows = [HEAD, ...rowsOf(results)];
  const widths = HEAD.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

export function goalOf({ goal, unit = 'x' }: Figure): string {
  if (!goal) return '';
  if ('atMost' in goal) return `<= ${withUnit(goal.atMost, unit)}`;
  if ('atLeast' in goal) return `>= ${withUnit(goal.atLeast, unit)}`;
  return `${goal.between[0]} to ${withUnit(goal.between[1], unit)}`;
}

export function measuredOf({ value, unit = 'x', note }: Figure): string {
  if (value === null) return note ?? 'not there';
  return [withUnit(value, unit), note && `(${note})`].filter(Boolean).join(' ');
}

/** Three digits: two runs never agree on the fourth. */
function withUnit(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
  return `${value.toFixed(digits)} ${unit}`.trim();
}

export async function saveResult(folder: string, result: Result, quick: boolean): Promise<void> {
  await mkdir(folder, { recursive: true });
  const machine = {
    cores: os.availableParallelism(),
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
  };
  const figures = result.figures.map((figure) => ({ ...figure, met: isMet(figure) }));
  const { area, notes, details } = result;
  const text = JSON.stringify({ area, machine, quick, figures, notes, details }, null, 2);
  await writeFile(path.join(folder, `${area}.json`), `${text}\n`);
}

/** Makes the process fail where a goal is missed. */
export function report(figures: Figure[]): void {
  const missed = figures.filter((figure) => isMet(figure) === false).length;
  console.log(missed ? `${missed} figures are missed` : 'Every figure is met');
  if (missed) process.exitCode = 1;
}
