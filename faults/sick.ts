import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../server/testing/eventually.ts';
import { openSeededRandom } from '../server/testing/random.ts';
import { assertAll } from './assertions/many.ts';
import type { Case } from './case.ts';
import { buyAtOnce, finishAll } from './episode.ts';

/**
 * One of two instances loses its temporary folder while both have work: it says so, hands back what
 * it has, and works again once the folder is there.
 */
export const sickInstance: Case['run'] = async (world, seed, orders = 4) => {
  const well = await world.product();
  const folder = path.join(world.dir, `own-${seed}`);
  await mkdir(folder);
  const sick = await world.start({ TMPDIR: folder });
  const ready = async (url: string, query = '') => (await fetch(`${url}/readyz${query}`)).status;
  await world.setFaults({ elevenlabs: { latency: 500 } });
  const { episodes } = await buyAtOnce(world, openSeededRandom(seed), orders);
  await eventually(
    'some of them are begun',
    async () => {
      const { rows } = await world.pool.query(
        'select 1 from podcasts where id = any($1) and lines_spoken > 3',
        [episodes.map(({ id }) => id)],
      );
      return rows.length > 1;
    },
    120,
  );

  await rm(folder, { recursive: true });
  await eventually('it says that it makes nothing', async () => (await ready(sick.url)) === 503);
  const broken: string[] = [];
  if ((await ready(sick.url, '?exclude=production')) !== 200) broken.push('it shows no pages');
  if ((await ready(well.url)) !== 200) broken.push('the other one is not ready');
  await world.setFaults({});
  await finishAll(episodes, world);
  await mkdir(folder);
  await eventually('it is ready again', async () => (await ready(sick.url)) === 200);
  await sick.end('SIGTERM');
  await rm(folder, { recursive: true });
  // What it had in hand is taken over, as after a kill.
  broken.push(...(await assertAll(episodes, world, { kills: 1, storing: orders })));
  if (broken.length) throw new Error(broken.join('\n'));
  return `${orders} orders`;
};
