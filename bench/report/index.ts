// Writes the last results of `npm run bench` for each area to docs/figures.md and a chart, and the
// ten most important figures to the README.
//   npm run figures
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Figure, HEAD, rowsOf } from '../figures.ts';
import { fillIn, tableIn } from '../page.ts';
import { chartOf, gapChartOf, type MeasuredGaps } from './charts.ts';

interface Saved {
  area: string;
  machine: { cores: number; memoryGiB: number };
  figures: Figure[];
  details: unknown;
}

const HEADLINES = [
  'episodes within 3 % of the minutes bought',
  'loudness of the file furthest from -16 LUFS',
  'highest true peak',
  '10 min: first part playable after',
  "25 min: the peers' way, over ours",
  'committed lines bought again',
  'another instance carries on after',
  '50 episodes: peak RSS of the process',
  'CPU of an authenticated read, over bare Express',
  '/: LCP',
];

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'bench/results');
const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
const saved = await Promise.all(
  names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Saved),
);

const withGoals = saved.map(({ area, figures }) => ({
  area,
  figures: figures.filter(({ goal }) => goal),
}));
const rows = rowsOf(withGoals).map((row) => row.map((cell) => (cell === 'NO' ? '**no**' : cell)));
const headlines = HEADLINES.map((name) => {
  const row = rows.find(([, figure]) => figure === name);
  if (!row) throw new Error(`No area has a figure called ${name}`);
  return row.slice(1);
});
const machines = new Set(
  saved.map(({ machine }) => `${machine.cores} cores, ${machine.memoryGiB} GiB`),
);
const machine = `Measured on: ${[...machines].join('; ')}.`;
const table = tableIn([HEAD, ...rows]);
await fillIn(path.join(root, 'docs/figures.md'), 'figures', `${machine}\n\n${table}`);
const short = tableIn([HEAD.slice(1), ...headlines]);
await fillIn(path.join(root, 'README.md'), 'headlines', `${machine}\n\n${short}`);
await writeFile(path.join(root, 'docs/figures.svg'), chartOf(saved));
const talk = saved.find(({ area }) => area === 'talk');
if (talk) {
  await writeFile(path.join(root, 'docs/gaps.svg'), gapChartOf(talk.details as MeasuredGaps[]));
}
console.log(table);
