import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** No write takes longer, ms: an older file was left behind by a crash. */
const LONGEST_WRITE = 60 * 60 * 1000;

/**
 * Each file is there as a whole or not at all, also after a power cut. It is written elsewhere in
 * `dir` first, because a rename is atomic only within one disk.
 */
export function openReplacing(dir: string) {
  const incoming = path.join(dir, '.incoming');
  let swept: Promise<void> | null = null;

  return async (file: string, content: Buffer | { file: string }): Promise<void> => {
    await mkdir(incoming, { recursive: true });
    swept ??= sweep(incoming);
    await swept;
    const written = path.join(incoming, randomUUID());
    try {
      if (Buffer.isBuffer(content)) await writeFile(written, content);
      else await copyFile(content.file, written);
      await toDisk(written);
      await mkdir(path.dirname(file), { recursive: true });
      await rename(written, file);
      await toDisk(path.dirname(file));
    } finally {
      await rm(written, { force: true });
    }
  };
}

/** Windows cannot sync folders. */
async function toDisk(place: string): Promise<void> {
  const isFolder = (await stat(place)).isDirectory();
  if (isFolder && process.platform === 'win32') return;
  const handle = await open(place, isFolder ? 'r' : 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sweep(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const file = path.join(incoming, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < Date.now() - LONGEST_WRITE) await rm(file, { force: true });
  }
}
