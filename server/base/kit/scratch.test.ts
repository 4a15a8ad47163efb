import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inScratch, sweepScratch } from './scratch.ts';

/** A folder as an earlier process with that id would have left it. */
async function leftBy(pid: number): Promise<string> {
  const left = await mkdtemp(path.join(tmpdir(), `duologue-work-${pid}-`));
  await writeFile(path.join(left, 'episode.mp3'), 'half an episode');
  return left;
}

it('the scratch folder of a dead process is removed, one in use stays until its work ends', async () => {
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const left = await leftBy(dead);
  const mine = await inScratch(async (folder) => {
    await sweepScratch();
    expect([existsSync(folder), existsSync(left)]).toEqual([true, false]);
    return folder;
  });
  expect(existsSync(mine)).toBe(false);
});

it('the scratch folder of an earlier process with the same id is removed', async () => {
  const left = await leftBy(process.pid);
  const mine = await inScratch(async (folder) => {
    await sweepScratch();
    expect([existsSync(folder), existsSync(left)]).toEqual([true, false]);
    return folder;
  });
  expect(path.basename(mine)).toContain(`-${process.pid}-`);
});
