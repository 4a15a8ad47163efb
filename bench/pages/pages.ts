import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { goalsFor, type PageFigures } from '../../scripts/pageGoals.ts';
import type { Figure, Result } from '../figures.ts';
import type { Stage } from '../stage.ts';
import { measureInp, SLOWDOWN } from './inp.ts';
import { run } from './program.ts';

export async function measurePages(stage: Stage, quick: boolean): Promise<Result> {
  await run('scripts/setup.mjs', ['--browser']);
  await run('scripts/build.ts');
  const { sizes, ...weight } = await measureSizes();
  const { measured, ...opening } = await measureVitals(stage.dir, quick);
  const { visits, ...answering } = await measureInp(stage, quick);
  return {
    area: 'pages',
    figures: [...weight.figures, ...opening.figures, ...answering.figures],
    notes: [
      'Sizes are those of `npm run sizes`, the pages’ other figures those of `npm run lighthouse`.',
      `INP: a Pixel 7’s screen, the CPU ${SLOWDOWN} times slower than this machine’s, one touch at a time, each once the page is idle; the median of the visits’ slowest interactions.`,
    ],
    details: { sizes, lighthouse: measured, visits },
  };
}

/** size-limit's result for one budget; bytes, gzipped. */
interface Size {
  name: string;
  size: number;
  sizeLimit: number;
}

async function measureSizes(): Promise<{ figures: Figure[]; sizes: Size[] }> {
  const sizes = JSON.parse(await run('node_modules/size-limit/bin.js', ['--json'])) as Size[];
  return { figures: sizeFigures(sizes), sizes };
}

/** The first budget is the entry. */
export function sizeFigures([entry, ...routes]: Size[]): Figure[] {
  const largest = routes.toSorted((one, two) => two.size - one.size)[0];
  if (!entry || !largest) throw new Error('size-limit has measured no entry or no route');
  return [
    figureOf('entry JS, gzip', entry),
    figureOf(`largest route, gzip: ${largest.name}`, largest),
  ];
}

function figureOf(name: string, { size, sizeLimit }: Size): Figure {
  return { name, value: size / 1000, unit: 'kB', goal: { atMost: sizeLimit / 1000 } };
}

type Measured = Record<string, PageFigures>;

async function measureVitals(
  dir: string,
  quick: boolean,
): Promise<{ figures: Figure[]; measured: Measured }> {
  const file = path.join(dir, 'lighthouse.json');
  const words = ['--json', file, ...(quick ? ['--quick'] : [])];
  console.log('Running Lighthouse');
  // Lighthouse's product must not use the database that the bench was given.
  await run('scripts/lighthouse.ts', words, { DATABASE_URL: '' });
  const measured = JSON.parse(await readFile(file, 'utf8')) as Measured;
  return { figures: Object.entries(measured).flatMap(vitalsOf), measured };
}

/** Leaves out metrics that Lighthouse did not report. */
export function vitalsOf([address, found]: [string, PageFigures]): Figure[] {
  const page = address.replace(/\?.*/, '');
  return goalsFor(page).flatMap(({ figure, name, unit, goal }) => {
    const value = found[figure];
    return value === undefined ? [] : [{ name: `${page}: ${name}`, value, unit, goal }];
  });
}
