import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findFfmpeg } from './find.ts';

const systemPath = process.env.PATH;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'find-test-'));
  // Only what a test puts there can be found on PATH.
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
  test('falls back to the one from npm', async () => {
    const found = await findFfmpeg(null);
    expect(found.source).toBe('@ffmpeg-installer/ffmpeg');
    expect(found.version).not.toBe('');
    expect(path.isAbsolute(found.path)).toBe(true);
  });

  test('prefers a working one on PATH', async () => {
    const { path: working } = await findFfmpeg(null);
    await symlink(working, path.join(folder, 'ffmpeg'));
    expect(await findFfmpeg(null)).toMatchObject({
      source: 'PATH',
      path: path.join(folder, 'ffmpeg'),
    });
  });

  test.each([
    { what: 'cannot make MP3', lines: [version] },
    { what: 'is broken', lines: ['exit 1'] },
  ])('passes over one on PATH that $what', async ({ lines }) => {
    await script('ffmpeg', ...lines);
    expect((await findFfmpeg(null)).source).toBe('@ffmpeg-installer/ffmpeg');
  });

  test('takes the one the operator names', async () => {
    const { path: working } = await findFfmpeg(null);
    expect(await findFfmpeg(working)).toMatchObject({ source: 'FFMPEG_PATH', path: working });
  });

  test.each([
    { what: 'is not there', lines: null, says: 'does not run (ENOENT)' },
    { what: 'fails', lines: ['exit 3'], says: 'does not run (3)' },
    { what: 'is something else', lines: ['echo hello'], says: 'is not ffmpeg' },
    { what: 'cannot make MP3', lines: [version], says: 'has no libmp3lame' },
    {
      what: 'lacks the meter',
      lines: [version, 'echo " A libmp3lame x"', 'echo " alimiter "'],
      says: 'has no ebur128',
    },
  ])('refuses a FFMPEG_PATH that $what in one sentence', async ({ lines, says }) => {
    const named = lines ? await script('named', ...lines) : path.join(folder, 'named');
    await expect(findFfmpeg(named)).rejects.toThrow(
      `FFMPEG_PATH names ${named}, which ${says}: correct it or leave it unset.`,
    );
  });
});
