import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { startProduct } from '../server/testing/processes.ts';
import type { Result } from './figures.ts';
import type { Stage } from './stage.ts';
import { median } from './statistics.ts';

const run = promisify(execFile);
const TIMES = { usual: 3, quick: 1 };

/** How long a visitor waits after the product was started: the first time ever, and again. */
export async function measureStart(stage: Stage, quick: boolean): Promise<Result> {
  console.log('Starting with an empty folder, and again');
  await run(process.execPath, [path.resolve(import.meta.dirname, '../scripts/build.ts')]);
  const times: { cold: number; warm: number }[] = [];
  for (let time = 0; time < (quick ? TIMES.quick : TIMES.usual); time++) {
    const dir = path.join(stage.dir, `start-${time}`);
    await mkdir(dir);
    times.push({ cold: await secondsToReady(dir), warm: await secondsToReady(dir) });
  }
  return {
    area: 'start',
    figures: [
      { name: 'the first start ever', value: median(times.map(({ cold }) => cold)), unit: 's' },
      { name: 'the next start', value: median(times.map(({ warm }) => warm)), unit: 's' },
    ],
    notes: [
      `From \`node server/index.ts\` to the first 200 of /readyz, asked ten times a second; the median of ${times.length}. The first one makes PostgreSQL's cluster and applies all migrations; the stand-ins live in the same process, the web app was built before, the demo episodes are switched off.`,
    ],
    details: times,
  };
}

async function secondsToReady(dir: string): Promise<number> {
  const from = performance.now();
  const product = await startProduct({ DATA_DIR: dir });
  const seconds = (performance.now() - from) / 1000;
  await product.end('SIGTERM');
  return seconds;
}
