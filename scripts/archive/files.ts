import { createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Null if the file was removed since its folder was read. */
export async function unlessGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Renames at the end: a file of this name is complete. Only its owner may read it. */
export async function writeWhole(target: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const half = `${target}.${process.pid}.half`;
  await mkdir(path.dirname(target), { recursive: true });
  try {
    const file = createWriteStream(half, { flags: 'wx', mode: 0o600, flush: true });
    // The fastest level: most of the content is sound or zeros.
    await pipeline(bytes, createGzip({ level: 1 }), file);
    await rename(half, target);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

/** If one rename fails, undoes those before it. */
export async function renameAll(moves: { from: string; to: string }[]): Promise<void> {
  const done: typeof moves = [];
  try {
    for (const move of moves) {
      await rename(move.from, move.to);
      done.push(move);
    }
  } catch (error) {
    for (const { from, to } of done.reverse()) await rename(to, from);
    throw error;
  }
}
