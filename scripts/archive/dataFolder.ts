import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { unlessGone } from './files.ts';
import type { Source } from './tar.ts';

const records = 's3/records';
/** Never read after a restart: half uploads, and files that are about to be renamed. */
const momentary = /^s3\/uploads\/|^\.incoming\/|\.new$/;

/**
 * The files of a folder of DATA_DIR: the stand-ins' or the sound. Call it after the database is
 * copied, so that everything a row names is there.
 */
export async function* copyDataFolder(folder: string, place: string): AsyncGenerator<Source> {
  const entries = await unlessGone(readdir(folder, { withFileTypes: true, recursive: true }));
  for (const entry of entries ?? []) {
    const name = path
      .relative(folder, path.join(entry.parentPath, entry.name))
      .replaceAll(path.sep, '/');
    if (entry.isDirectory()) yield { name: `${place}/${name}/` as const };
    else if (name.startsWith(`${records}/`)) yield* copyObject(folder, name, place);
    else if (!name.startsWith('s3/blobs/') && !momentary.test(name)) {
      const file = await unlessGone<FileHandle>(open(path.join(folder, name)));
      if (file) yield { name: `${place}/${name}`, file };
    }
  }
}

/** An upload to the same key replaces record and blob, so a record that changed is read again. */
async function* copyObject(folder: string, name: string, place: string): AsyncGenerator<Source> {
  for (;;) {
    const bytes = await unlessGone(readFile(path.join(folder, name)));
    if (!bytes) return;
    const { blob }: { blob: string } = JSON.parse(bytes.toString());
    const file = await unlessGone<FileHandle>(open(path.join(folder, 's3/blobs', blob)));
    if (!file) {
      // A removal drops the record before the blob, and an upload replaces the record before it
      // drops the old blob: if the record is unchanged, its blob is lost.
      const now = await unlessGone(readFile(path.join(folder, name)));
      if (now?.equals(bytes)) throw new Error(`The sound of ${name} is missing in ${folder}.`);
      continue;
    }
    yield { name: `${place}/s3/blobs/${blob}`, file };
    yield { name: `${place}/${name}`, bytes };
    return;
  }
}
