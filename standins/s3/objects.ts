import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { hashMismatch } from './refusal.ts';

const record = z.object({
  key: z.string(),
  blob: z.uuid(),
  bytes: z.number().int(),
  etag: z.string(),
  contentType: z.string(),
  modified: z.iso.datetime(),
});
export type StoredObject = z.infer<typeof record>;

/**
 * A key is never used as a path: its record is stored under its hash and names a blob. Renaming the
 * record is atomic: a kill during an upload leaves the old object as it was.
 */
export function openObjects(dir: string) {
  const records = path.join(dir, 'records');
  const blobs = path.join(dir, 'blobs');
  const uploads = path.join(dir, 'uploads');
  rmSync(uploads, { recursive: true, force: true });
  for (const folder of [records, blobs, uploads]) mkdirSync(folder, { recursive: true });
  const recordFile = (key: string) =>
    path.join(records, `${createHash('sha256').update(key).digest('hex')}.json`);

  function find(key: string): StoredObject | null {
    try {
      return record.parse(JSON.parse(readFileSync(recordFile(key), 'utf8')));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  const dropBlob = (blob: string) => rm(path.join(blobs, blob), { force: true });

  return {
    find,

    async put(key: string, body: Readable, contentType: string, signedHash: string) {
      const blob = randomUUID();
      const upload = path.join(uploads, blob);
      const [md5, sha256] = [createHash('md5'), createHash('sha256')];
      try {
        await pipeline(
          body,
          async function* hash(chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              md5.update(chunk);
              sha256.update(chunk);
              yield chunk;
            }
          },
          createWriteStream(upload),
        );
        if (signedHash !== 'UNSIGNED-PAYLOAD' && signedHash !== sha256.digest('hex')) {
          throw hashMismatch();
        }
      } catch (error) {
        await rm(upload, { force: true });
        throw error;
      }
      const stored: StoredObject = {
        key,
        blob,
        bytes: (await stat(upload)).size,
        etag: `"${md5.digest('hex')}"`,
        contentType,
        modified: new Date().toISOString(),
      };
      await rename(upload, path.join(blobs, blob));
      await writeFile(upload, JSON.stringify(stored));
      const before = find(key);
      await rename(upload, recordFile(key));
      if (before) await dropBlob(before.blob);
      return stored;
    },

    read: (object: StoredObject, range?: { start: number; end: number }) =>
      createReadStream(path.join(blobs, object.blob), range),

    async remove(key: string) {
      const object = find(key);
      if (!object) return;
      await rm(recordFile(key), { force: true });
      await dropBlob(object.blob);
    },
  };
}
export type Objects = ReturnType<typeof openObjects>;
