import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { goalsFor, type PageFigures } from '../../scripts/pageGoals.ts';
import type { Figure } from '../figures.ts';
import { run } from './program.ts';

type Measured = Record<string, PageFigures>;

export async function measureVitals(
  dir: string,
  quick: boolean,
): Promise<{ figures: Figure[]; measured: Measured }> {
  const file = path.join(dir, 'lighthouse.json');
  const words = ['--json', file, ...(quick ? ['--quick'] : [])];
  console.log('Running Lighthouse');
  // Lighthouse's product must not use the database that the bench was given.
  await run('scripts/lighthouse.ts', words, { DATABASE_URL: '' });
  const measured = JSON.parse(await readFile(file, 'utf8')) as Measured;
  return { figures: Object.entries(measured).flatMap(figuresOf), measured };
}

/** Leaves out metrics that Lighthouse did not report. */
export function figuresOf([address, found]: [string, PageFigures]): Figure[] {
  const page = address.replace(/\?.*/, '');
  return goalsFor(page).flatMap(({ figure, name, unit, goal }) => {
    const value = found[figure];
    return value === undefined ? [] : [{ name: `${page}: ${name}`, value, unit, goal }];
  });
}
