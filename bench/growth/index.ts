// Simulates how long buyers wait under load, from the service times that `npm run bench` measured.
// Writes the tables of docs/growth.md.
//   npm run growth
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { EPISODES_AT_ONCE } from '../../server/production/run/episodeQueue.ts';
import { fillIn, tableIn } from '../page.ts';
import { percentile } from '../statistics.ts';
import { type Service, type Setup, simulate } from './simulate.ts';

/** Hours of orders. The first is a warm-up and not counted. */
const HOURS = 5;
const SEED = 1;
const ORDERS = [10, 30, 60, 90, 120, 200, 400];
const SETUPS = [
  { slots: 5, instances: 1 },
  { slots: 5, instances: 2 },
  { slots: 10, instances: 1 },
  { slots: 10, instances: 2 },
  { slots: 30, instances: 4 },
].map((setup) => ({ ...setup, places: EPISODES_AT_ONCE }));

/** The details that `bench/production.ts` writes for each length. */
interface Measured {
  minutes: number;
  ours: { firstLine: number; tail: number; calls: { lines: number } };
  bound: { script: number; line: number };
  load: { product: number; encoder: number };
}

const root = path.resolve(import.meta.dirname, '../..');
const results = path.join(root, 'bench/results/production.json');
const { details } = JSON.parse(await readFile(results, 'utf8')) as { details: Measured[] };
const services: Service[] = details.map(({ ours, bound }) => ({
  firstLine: ours.firstLine,
  script: bound.script,
  lines: ours.calls.lines,
  line: bound.line,
  tail: ours.tail,
}));

const page = path.join(root, 'docs/growth.md');
await fillIn(page, 'services', servicesTable());
await fillIn(page, 'waits', waitsTable());
console.log(await readFile(page, 'utf8'));

function servicesTable(): string {
  const rows = details.map(({ minutes, ours, bound, load }) => {
    const { lines } = ours.calls;
    const speech = (lines * bound.line) / 60;
    const cpu = load.product + load.encoder;
    return [`${minutes} min`, `${Math.round(bound.script)} s`, lines, fixed(speech), fixed(cpu)];
  });
  const head = ['bought', 'script', 'lines', 'slot minutes of speech', 'CPU seconds'];
  return tableIn([head, ...rows.map((row) => row.map(String))]);
}

function waitsTable(): string {
  const head = SETUPS.map(({ slots, instances }) => `${slots} slots, ${instances} inst.`);
  const rows = ORDERS.map((ordersPerHour) => [
    String(ordersPerHour),
    ...SETUPS.map((setup) => waitOf({ ...setup, ordersPerHour })),
  ]);
  return tableIn([['orders an hour', ...head], ...rows]);
}

function waitOf(setup: Setup): string {
  const { delivered } = simulate(setup, services, HOURS, SEED);
  return [0.5, 0.95].map((share) => fixed(percentile(delivered, share) / 60)).join(' / ');
}

function fixed(value: number): string {
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}
