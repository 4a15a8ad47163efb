import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../kit/log.ts';
import { ProviderFailure, type ProviderTrouble, timed } from '../kit/provider.ts';
import { type Storage, type StoredFile, storedWith } from './storage.ts';
import { type LinkSigner, linkTo, objectFile } from './storedFiles.ts';

/**
 * An object is one file, there as a whole or not at all. Links are paths of our own site, whatever
 * name a browser has for us. Every method throws `ProviderFailure` if the disk does not work.
 */
export function folderStorage({ dir, signer }: { dir: string; signer: LinkSigner }): Storage {
  const replace = openReplacing(dir);
  const fileOf = (key: string) => path.join(dir, objectFile(key));

  const work = <T>(what: () => Promise<T>): Promise<T> =>
    timed('Folder', async () => {
      try {
        return await what();
      } catch (error) {
        throw folderFailure(dir, error);
      }
    });

  const head = (key: string): Promise<StoredFile | null> =>
    work(async () => {
      const file = fileOf(key);
      const found = await orNull(fs.stat(file, { bigint: true }));
      if (!found?.isFile()) return null;
      const type = await orNull(fs.readFile(typeFile(file), 'utf8'));
      return {
        bytes: Number(found.size),
        contentType: type ?? typeByName(file),
        // A file is never changed, only replaced by another one.
        etag: `"${found.ino.toString(36)}-${found.mtimeNs.toString(36)}"`,
        changedAt: found.mtime,
      };
    });

  const put = (key: string, content: Buffer | { file: string }, contentType: string) =>
    work(async () => {
      const file = fileOf(key);
      await fs.mkdir(dir, { recursive: true });
      const { bavail, bsize } = await fs.statfs(dir);
      checkFreeSpace(dir, bavail * bsize);
      if (typeByName(file) !== contentType) await replace(typeFile(file), Buffer.from(contentType));
      else await fs.rm(typeFile(file), { force: true });
      await replace(file, content);
    });

  return {
    provider: 'Folder',
    head,
    put,
    async putFile(key, file, contentType) {
      const { size } = await fs.stat(file);
      await put(key, { file }, contentType);
      return storedWith(size, key, { provider: 'Folder', head });
    },
    get: (key) => work(() => orNull(fs.readFile(fileOf(key)))),
    remove: (keys) =>
      work(async () => {
        for (const file of keys.map(fileOf)) {
          await fs.rm(file, { force: true });
          await fs.rm(typeFile(file), { force: true });
        }
      }),
    async link(key, options) {
      // Throws for a key that no file can have, so that none is signed.
      objectFile(key);
      return linkTo(signer, key, options);
    },
  };
}

/** Holds the content type if the file's name does not tell it. */
function typeFile(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.type`);
}

function typeByName(file: string): string {
  return TYPES[path.extname(file)] ?? 'application/octet-stream';
}

const TYPES: Record<string, string> = {
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.jpg': 'image/jpeg',
};

function orNull<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error))) return null;
    throw error;
  });
}

export function folderFailure(dir: string, error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const [trouble, sentence] = SENTENCES[codeOf(error)] ?? ['busy', 'the disk does not work'];
  const reason = error instanceof Error ? error.message : String(error);
  const words = `${sentence}: ${dir} (${reason})`;
  return new ProviderFailure('Folder', trouble, words, { cause: error });
}

/** Bytes: the longest episode, 24 MB, with a margin. */
const LEAST_FREE = 32 * 1024 * 1024;

/**
 * Throws `busy` when an episode would not fit: a nearly full disk must fail for all at once, and
 * not for the larger files first, as if those were to blame.
 */
export function checkFreeSpace(dir: string, free: number): void {
  if (free >= LEAST_FREE) return;
  const left = `${(free / 1024 / 1024).toFixed(1)} MB are left`;
  throw new ProviderFailure('Folder', 'busy', `${FULL[1]}: ${dir} (${left})`);
}

const FULL = ['busy', 'the disk is full; everything continues once there is room'] as const;
const CLOSED = ['refused', 'we may not write here, and need the right to'] as const;
const TAKEN = [
  'rejected',
  'there is a folder where a file should be, or the other way round',
] as const;

const SENTENCES: Record<string, readonly [ProviderTrouble, string]> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EACCES: CLOSED,
  EPERM: CLOSED,
  EROFS: CLOSED,
  EEXIST: TAKEN,
  EISDIR: TAKEN,
  ENOTDIR: TAKEN,
};

/** No write takes longer, ms: an older file was left behind by a crash. */
const LONGEST_WRITE = 60 * 60 * 1000;

/**
 * Each file is there as a whole or not at all, also after a power cut. It is written elsewhere in
 * `dir` first, because a rename is atomic only within one disk.
 */
function openReplacing(dir: string) {
  const incoming = path.join(dir, '.incoming');
  let swept: Promise<void> | null = null;

  return async (file: string, content: Buffer | { file: string }): Promise<void> => {
    await fs.mkdir(incoming, { recursive: true });
    swept ??= sweep(incoming);
    await swept;
    const written = path.join(incoming, randomUUID());
    try {
      if (Buffer.isBuffer(content)) await fs.writeFile(written, content);
      else await fs.copyFile(content.file, written);
      await toDisk(written, 'r+');
      await fs.mkdir(path.dirname(file), { recursive: true });
      await fs.rename(written, file);
      // Windows cannot sync folders.
      if (process.platform !== 'win32') await toDisk(path.dirname(file), 'r');
    } finally {
      await fs.rm(written, { force: true });
    }
  };
}

async function toDisk(place: string, flags: 'r' | 'r+'): Promise<void> {
  await using handle = await fs.open(place, flags);
  await handle.sync();
}

async function sweep(incoming: string): Promise<void> {
  for (const name of await fs.readdir(incoming)) {
    const file = path.join(incoming, name);
    const found = await fs.stat(file).catch(() => null);
    if (found && found.mtimeMs < Date.now() - LONGEST_WRITE) await fs.rm(file, { force: true });
  }
}
