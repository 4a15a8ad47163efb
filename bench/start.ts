import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { openFirstDay } from '../server/testing/firstDay.ts';
import startTestPostgres from '../server/testing/postgres.ts';
import { freePort, startProduct } from '../server/testing/processes.ts';
import type { Result } from './figures.ts';
import { megabytes } from './rss.ts';
import type { Stage } from './stage.ts';
import { median } from './statistics.ts';

const run = promisify(execFile);
const TIMES = { usual: 3, quick: 1 };
const WEB_TIMES = { usual: 5, quick: 1 };
/** Readiness of a web process: the checks of providers and production are excluded. */
const WEB_READY = '/readyz?exclude=storage&exclude=production&exclude=writes';

export async function measureStart(stage: Stage, quick: boolean): Promise<Result> {
  console.log('Starting with an empty folder, and again');
  await run(process.execPath, [path.resolve(import.meta.dirname, '../scripts/build.ts')]);
  const times: { cold: number; warm: number }[] = [];
  for (let time = 0; time < (quick ? TIMES.quick : TIMES.usual); time++) {
    const dir = path.join(stage.dir, `start-${time}`);
    await mkdir(dir);
    times.push({ cold: await secondsToReady(dir), warm: await secondsToReady(dir) });
  }
  const web = await measureWebRole(quick ? WEB_TIMES.quick : WEB_TIMES.usual);
  return {
    area: 'start',
    figures: [
      { name: 'the first start ever', value: median(times.map(({ cold }) => cold)), unit: 's' },
      { name: 'the next start', value: median(times.map(({ warm }) => warm)), unit: 's' },
      {
        name: 'the start of a web process',
        value: median(web.map(({ seconds }) => seconds)),
        unit: 's',
        goal: { atMost: 2 },
      },
      {
        name: 'memory of a web process',
        value: median(web.map(({ resident }) => resident)),
        unit: 'MB',
        goal: { atMost: 200 },
      },
    ],
    notes: [
      `From \`node server/app/index.ts\` to the first 200 of /readyz, asked ten times a second; the median of ${times.length}. The first one makes PostgreSQL's cluster and applies all migrations; the stand-ins live in the same process, the web app was built before, the demo episodes are switched off.`,
      `\`ROLE=web\` in production with a key for every provider, answered by local servers: from its spawn to the first 200 of ${WEB_READY} beside a running, migrated PostgreSQL, and its resident memory after the landing page was asked for; the median of ${web.length}.`,
    ],
    details: [...times, ...web],
  };
}

async function secondsToReady(dir: string): Promise<number> {
  const from = performance.now();
  const product = await startProduct({ DATA_DIR: dir });
  const seconds = (performance.now() - from) / 1000;
  await product.end('SIGTERM');
  return seconds;
}

async function measureWebRole(times: number): Promise<{ seconds: number; resident: number }[]> {
  const endPostgres = await startTestPostgres();
  const firstDay = await openFirstDay('bench.example');
  const measured: { seconds: number; resident: number }[] = [];
  try {
    for (let time = 0; time < times; time++) {
      const port = String(await freePort());
      const from = performance.now();
      const web = await firstDay.start({ ROLE: 'web', PORT: port }, WEB_READY);
      const seconds = (performance.now() - from) / 1000;
      for (const page of ['/', '/api/config', '/api/pricing']) await fetch(web.url + page);
      measured.push({ seconds, resident: (await megabytes(web.pid, 'VmRSS')) ?? Number.NaN });
      await web.end('SIGTERM');
    }
  } finally {
    await firstDay.close();
    await endPostgres();
  }
  return measured;
}
