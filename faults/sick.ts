import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../server/testing/eventually.ts';
import { openSeededRandom } from '../server/testing/random.ts';
import { assertAll } from './assertions/many.ts';
import type { Case } from './case.ts';
import { buyAtOnce, finishAll } from './episode.ts';

/** The sick instance reports this, hands back its episodes, and works again with its folder. */
export const sickInstance: Case['run'] = async (system, seed, orders = 4) => {
  const well = await system.product();
  const folder = path.join(system.dir, `own-${seed}`);
  await mkdir(folder);
  const sick = await system.start({ TMPDIR: folder });
  const ready = async (url: string, query = '') => (await fetch(`${url}/readyz${query}`)).status;
  await system.setFaults({ elevenlabs: { latency: 500 } });
  const { episodes } = await buyAtOnce(system, openSeededRandom(seed), orders);
  await eventually(
    'production of some has started',
    async () => {
      const { rows } = await system.pool.query(
        'select 1 from podcasts where id = any($1) and lines_spoken > 3',
        [episodes.map(({ id }) => id)],
      );
      return rows.length > 1;
    },
    120,
  );

  await rm(folder, { recursive: true });
  await eventually('it reports a failure', async () => (await ready(sick.url)) === 503);
  const broken: string[] = [];
  if ((await ready(sick.url, '?exclude=production')) !== 200) broken.push('it serves no pages');
  if ((await ready(well.url)) !== 200) broken.push('the other one is not ready');
  await system.setFaults({});
  await finishAll(episodes, system);
  await mkdir(folder);
  await eventually('it is ready again', async () => (await ready(sick.url)) === 200);
  await sick.end('SIGTERM');
  await rm(folder, { recursive: true });
  // Its episodes are taken over, as after a kill.
  broken.push(...(await assertAll(episodes, system, { count: 1, storing: orders })));
  if (broken.length) throw new Error(broken.join('\n'));
  return `${orders} orders`;
};
