import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../server/testing/eventually.ts';
import { assertAll, assertEpisode } from './assertions/assertEpisode.ts';
import { crash, describe } from './crash.ts';
import { buyAtOnce, finish, finishAll } from './episode.ts';
import { halfSpoken } from './killPoints.ts';
import type { Case } from './system.ts';

const run = promisify(execFile);

/** The temporary folder is a small separate disk, so that the machine's is not filled. */
export function noDiskToFill(): string | null {
  const mayMount = process.platform === 'linux' && process.getuid?.() === 0;
  return mayMount ? null : 'a small disk is mounted for it, which only root on Linux may do';
}

/** The job is handed back without counting an attempt; the same process takes it again. */
export const diskFull: Case['run'] = async (system, random) => {
  await system.kill('SIGTERM');
  await run('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', system.scratch]);
  try {
    const { pid, output, url } = await system.product();
    const episode = await halfSpoken(system, random);
    const ballast = path.join(system.scratch, 'ballast');
    await fill(ballast);
    const crashed = await crash(episode, system, async () => {
      await eventually('it says that it makes nothing', async () => {
        return (await fetch(`${url}/readyz`)).status === 503;
      });
    });
    await rm(ballast);
    await finish(episode, system);
    process.kill(pid, 0);
    if (!/no space left|ENOSPC|left in the temporary folder/i.test(output()))
      throw new Error('no log entry says that it is full');
    await assertEpisode(episode, crashed, system);
    return `full with ${describe(crashed)}`;
  } finally {
    await system.kill('SIGTERM');
    await run('umount', ['--lazy', system.scratch]);
  }
};

async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w');
  const piece = Buffer.alloc(64 * 1024);
  try {
    for (;;) await handle.write(piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await handle.close();
  }
}

/** The sick instance reports this, hands back its episodes, and works again with its folder. */
export const sickInstance: Case['run'] = async (system, random, seed, orders = 4) => {
  const well = await system.product();
  const folder = path.join(system.dir, `own-${seed}`);
  await mkdir(folder);
  const sick = await system.start({ TMPDIR: folder });
  const ready = async (url: string, query = '') => (await fetch(`${url}/readyz${query}`)).status;
  await system.setFaults({ elevenlabs: { latency: 500 } });
  const { episodes } = await buyAtOnce(system, random, orders);
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
