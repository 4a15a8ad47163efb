import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../server/testing/eventually.ts';
import { openSeededRandom } from '../server/testing/random.ts';
import { assertEpisode } from './assertions/assertEpisode.ts';
import type { Case } from './case.ts';
import { crash, describe } from './crash.ts';
import { finish } from './episode.ts';
import { halfSpoken } from './killPoints.ts';

const run = promisify(execFile);

/** The temporary folder is a small separate disk, so that the machine's is not filled. */
export function noDiskToFill(): string | null {
  const mayMount = process.platform === 'linux' && process.getuid?.() === 0;
  return mayMount ? null : 'a small disk is mounted for it, which only root on Linux may do';
}

/** The job is handed back without counting an attempt; the same process takes it again. */
export const diskFull: Case['run'] = async (system, seed) => {
  await system.kill('SIGTERM');
  await run('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', system.scratch]);
  try {
    const { pid, output, url } = await system.product();
    const episode = await halfSpoken(system, openSeededRandom(seed), seed);
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
