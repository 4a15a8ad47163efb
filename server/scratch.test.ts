import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inScratch, sweepScratch } from './scratch.ts';

/** A folder as the process of that id made it in an earlier life. */
async function leftBy(pid: number): Promise<string> {
  const left = await mkdtemp(path.join(tmpdir(), `duologue-work-${pid}-`));
  await writeFile(path.join(left, 'episode.mp3'), 'half an episode');
  return left;
}

it('what a dead process left is removed, what a living one uses stays until its work ends', async () => {
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const left = await leftBy(dead);
  const mine = await inScratch(async (folder) => {
    await sweepScratch();
    expect([existsSync(folder), existsSync(left)]).toEqual([true, false]);
    return folder;
  });
  expect(existsSync(mine)).toBe(false);
});

it('what an earlier process of the same id left is removed too', async () => {
  const left = await leftBy(process.pid);
  const mine = await inScratch(async (folder) => {
    await sweepScratch();
    expect([existsSync(folder), existsSync(left)]).toEqual([true, false]);
    return folder;
  });
  expect(path.basename(mine)).toContain(`-${process.pid}-`);
});
