// Injects every fault of docs/faults.md at seeded moments, and checks what must hold afterwards.
//   npm run faults -- [--seeds 10] [--only 4] [--seed 123] [--orders 100]
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import startTestPostgres from '../server/testing/postgres.ts';
import { endAll } from '../server/testing/processes.ts';
import type { Case } from './case.ts';
import { cases } from './cases.ts';
import { openRunner } from './runner.ts';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    only: { type: 'string' },
    seed: { type: 'string' },
    orders: { type: 'string' },
  },
});
const wanted = options.only?.split(',').map(Number);
const chosen = cases.filter(({ number }) => wanted?.includes(number) ?? true);
const first = Number(options.seed ?? randomInt(1_000_000));
const seeds = Array.from({ length: Number(options.seeds) }, (_, index) => first + index);
const orders = options.orders ? Number(options.orders) : undefined;
if (
  !chosen.length ||
  !seeds.length ||
  Number.isNaN(first) ||
  orders === 0 ||
  Number.isNaN(orders)
) {
  console.error(`--only takes numbers of ${cases.map(({ number }) => number).join(', ')},`);
  console.error('--seeds how many, --seed the first of them, --orders how many come at once');
  process.exit(2);
}

const endPostgres = await startTestPostgres();
const runner = openRunner();
async function close(): Promise<void> {
  await runner.close().catch(console.error);
  await endAll();
  await endPostgres();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void close().finally(() => process.exit(130)));
}

const rows = [['case', 'seeds', 'verdict']];
try {
  for (const one of chosen) rows.push(await judged(one));
} finally {
  await close();
}
const widths = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
console.log();
for (const row of rows) console.log(row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));

async function judged(one: Case): Promise<string[]> {
  const excuse = one.impossible?.();
  if (excuse) return [`${one.number}. ${one.name}`, '', `not on this machine: ${excuse}`];
  const failed: number[] = [];
  for (const seed of seeds) {
    const began = Date.now();
    const words = await runner.run(one, seed, orders).then(
      (stood) => `held; ${stood}`,
      (error: Error) => {
        failed.push(seed);
        process.exitCode = 1;
        return error.message;
      },
    );
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`fault ${one.number}, seed ${seed}, ${seconds} s: ${words}`);
  }
  const verdict = failed.length ? `failed with seed ${failed.join(', ')}` : 'held';
  return [`${one.number}. ${one.name}`, `${first} to ${seeds.at(-1)}`, verdict];
}
