import { openFirstDay } from '../server/testing/firstDay.ts';
import startTestPostgres from '../server/testing/postgres.ts';
import { freePort } from '../server/testing/processes.ts';
import type { Result } from './figures.ts';
import { run } from './pages/program.ts';
import { megabytes } from './processes.ts';
import { median } from './statistics.ts';

const TIMES = { usual: 5, quick: 1 };
/** Readiness of a web process: the checks of providers and production are excluded. */
const WEB_READY = '/readyz?exclude=storage&exclude=production&exclude=writes';

export async function measureStart(quick: boolean): Promise<Result> {
  console.log('Starting web processes');
  await run('scripts/build.ts');
  const web = await startAll(quick ? TIMES.quick : TIMES.usual);
  return {
    area: 'start',
    figures: [
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
      `\`ROLE=web\` in production with a key for every provider, answered by local servers: from its spawn to the first 200 of ${WEB_READY} beside a running, migrated PostgreSQL, and its resident memory after the landing page was asked for; the median of ${web.length}. The web app was built before.`,
    ],
    details: web,
  };
}

async function startAll(times: number): Promise<{ seconds: number; resident: number }[]> {
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
