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

/** Awaits what asks for a file; null when it was removed since its folder was read. */
export async function unlessGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Writes under another name and renames at the end, when all of it is on the disk: a file of this
 * name is a whole one. Only its owner may read it.
 */
export async function writeWhole(target: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const half = `${target}.${process.pid}.half`;
  await mkdir(path.dirname(target), { recursive: true });
  try {
    const file = createWriteStream(half, { flags: 'wx', mode: 0o600, flush: true });
    // The fastest level: most of it is sound, or zeros.
    await pipeline(bytes, createGzip({ level: 1 }), file);
    await rename(half, target);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

/** Renames one after another; when one fails, those before it are undone. */
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
