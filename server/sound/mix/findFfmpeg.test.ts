import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findFfmpeg } from './findFfmpeg.ts';

const systemPath = process.env.PATH;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'find-test-'));
  // PATH leads only to what a test puts into this folder.
  process.env.PATH = folder;
});
afterEach(async () => {
  process.env.PATH = systemPath;
  await rm(folder, { recursive: true });
});

async function script(name: string, ...lines: string[]): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, ['#!/bin/sh', ...lines].join('\n'));
  await chmod(file, 0o755);
  return file;
}

const version = 'echo "ffmpeg version 99.1-test Copyright"';

describe('findFfmpeg', () => {
  test('the ffmpeg from npm is used when there is none on PATH', async () => {
    const found = await findFfmpeg(null);
    expect(found.source).toBe('@ffmpeg-installer/ffmpeg');
    expect(found.version).not.toBe('');
    expect(path.isAbsolute(found.path)).toBe(true);
  });

  test('a working ffmpeg on PATH is preferred to the one from npm', async () => {
    const { path: working } = await findFfmpeg(null);
    await symlink(working, path.join(folder, 'ffmpeg'));
    expect(await findFfmpeg(null)).toMatchObject({
      source: 'PATH',
      path: path.join(folder, 'ffmpeg'),
    });
  });

  test.each([
    ['cannot make MP3', [version]],
    ['is broken', ['exit 1']],
  ])('an ffmpeg on PATH that %s is skipped', async (_what, lines) => {
    await script('ffmpeg', ...lines);
    expect((await findFfmpeg(null)).source).toBe('@ffmpeg-installer/ffmpeg');
  });

  test('the ffmpeg named by FFMPEG_PATH is used', async () => {
    const { path: working } = await findFfmpeg(null);
    expect(await findFfmpeg(working)).toMatchObject({ source: 'FFMPEG_PATH', path: working });
  });

  test.each([
    ['a missing file', null, 'does not run (ENOENT)'],
    ['a program that fails', ['exit 3'], 'does not run (3)'],
    ['another program', ['echo hello'], 'is not ffmpeg'],
    ['an ffmpeg without MP3', [version], 'has no libmp3lame'],
    [
      'an ffmpeg without the loudness meter',
      [version, 'echo " A libmp3lame x"', 'echo " alimiter "'],
      'has no ebur128',
    ],
  ])('an FFMPEG_PATH that names %s is refused with the reason', async (_what, lines, says) => {
    const named = lines ? await script('named', ...lines) : path.join(folder, 'named');
    await expect(findFfmpeg(named)).rejects.toThrow(
      `FFMPEG_PATH names ${named}, which ${says}: correct it or leave it unset.`,
    );
  });
});
