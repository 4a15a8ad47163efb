// Writes what the last `npm run bench` of each area found into the README, and as a chart.
//   npm run figures
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Figure, goalOf, isMet, measuredOf } from '../figures.ts';
import { fillIn, tableIn } from '../page.ts';
import { chartOf } from './chart.ts';

interface Saved {
  area: string;
  machine: { cores: number; memoryGiB: number };
  figures: Figure[];
}

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'bench/results');
const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
const saved = await Promise.all(
  names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Saved),
);

const rows = saved.flatMap(({ area, figures }) =>
  figures
    .filter(({ goal }) => goal)
    .map((figure) => [
      area,
      figure.name,
      goalOf(figure),
      measuredOf(figure),
      isMet(figure) ? 'yes' : '**no**',
    ]),
);
const machines = new Set(
  saved.map(({ machine }) => `${machine.cores} cores, ${machine.memoryGiB} GiB`),
);
const table = tableIn([['area', 'figure', 'goal', 'measured', 'met'], ...rows]);
const readme = path.join(root, 'README.md');
await fillIn(readme, 'figures', `Measured on: ${[...machines].join('; ')}.\n\n${table}`);
await writeFile(path.join(root, 'docs/figures.svg'), chartOf(saved));
console.log(table);
