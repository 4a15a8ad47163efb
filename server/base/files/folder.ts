import { mkdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { ProviderFailure, timed } from '../kit/provider.ts';
import { checkFreeSpace, codeOf, folderFailure } from './folderFailure.ts';
import { objectFile, typeByName, typeFile } from './objectFile.ts';
import { openReplacing } from './replaceFile.ts';
import type { Storage, StoredFile } from './storage.ts';
import { type LinkSigner, linkTo } from './storedLinks.ts';

interface FolderOptions {
  dir: string;
  signer: LinkSigner;
}

/**
 * An object is one file, there as a whole or not at all. Links are paths of our own site, whatever
 * name a browser has for us. Every method throws `ProviderFailure` if the disk does not work.
 */
export function folderStorage({ dir, signer }: FolderOptions): Storage {
  const replace = openReplacing(dir);

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
      const file = path.join(dir, objectFile(key));
      const found = await orNull(stat(file, { bigint: true }));
      if (!found?.isFile()) return null;
      const type = await orNull(readFile(typeFile(file), 'utf8'));
      return {
        bytes: Number(found.size),
        contentType: type ?? typeByName(file),
        // A file is never changed, only replaced by another one.
        etag: `"${found.ino.toString(36)}-${found.mtimeNs.toString(36)}"`,
        changedAt: found.mtime,
      };
    });

  async function put(key: string, content: Buffer | { file: string }, contentType: string) {
    const file = path.join(dir, objectFile(key));
    await mkdir(dir, { recursive: true });
    const { bavail, bsize } = await statfs(dir);
    checkFreeSpace(dir, bavail * bsize);
    if (typeByName(file) !== contentType) await replace(typeFile(file), Buffer.from(contentType));
    else await rm(typeFile(file), { force: true });
    await replace(file, content);
  }

  return {
    provider: 'Folder',
    head,

    put: (key, body, contentType) => work(() => put(key, body, contentType)),

    async putFile(key, file, contentType) {
      const { size } = await stat(file);
      await work(() => put(key, { file }, contentType));
      const stored = await head(key);
      if (stored?.bytes === size) return stored;
      throw new ProviderFailure(
        'Folder',
        'broken',
        `${key} was stored as ${stored?.bytes ?? 'no'} bytes instead of ${size}`,
      );
    },

    get: (key) => work(() => orNull(readFile(path.join(dir, objectFile(key))))),

    remove: (keys) =>
      work(async () => {
        for (const key of keys) {
          const file = path.join(dir, objectFile(key));
          await rm(file, { force: true });
          await rm(typeFile(file), { force: true });
        }
      }),

    async link(key, options) {
      // Throws for a key that no file can have, so that none is signed.
      objectFile(key);
      return linkTo(signer, key, options);
    },
  };
}

function orNull<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error))) return null;
    throw error;
  });
}
