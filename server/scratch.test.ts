import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inScratch, sweepScratch } from './scratch.ts';

it('what a dead process left is removed, what a living one uses stays until its work ends', async () => {
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const left = await mkdtemp(path.join(tmpdir(), `duologue-work-${dead}-`));
  await writeFile(path.join(left, 'episode.mp3'), 'half an episode');
  const mine = await inScratch(async (folder) => {
    await sweepScratch();
    expect([existsSync(folder), existsSync(left)]).toEqual([true, false]);
    return folder;
  });
  expect(existsSync(mine)).toBe(false);
});
