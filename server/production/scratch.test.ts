import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openScratch, sweepScratch } from './scratch.ts';

it('what a dead process left is removed, what a living one uses stays', async () => {
  const mine = await openScratch();
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const left = await mkdtemp(path.join(tmpdir(), `duologue-work-${dead}-`));
  await writeFile(path.join(left, 'episode.mp3'), 'half an episode');
  await sweepScratch();
  expect([existsSync(mine), existsSync(left)]).toEqual([true, false]);
  await rm(mine, { recursive: true });
});
