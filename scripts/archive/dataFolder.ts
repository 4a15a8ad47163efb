import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { unlessGone } from './files.ts';
import type { Source } from './tar.ts';

const records = 's3/records';
/** What is never read again after a restart: half uploads, and files that are about to be renamed. */
const momentary = /^s3\/uploads\/|^\.incoming\/|\.new$/;

/**
 * The files of a folder of DATA_DIR: of the stand-ins (audio of all episodes, demo payments, emails, keys),
 * or of the sound that is kept in a folder. Read after the database, so that everything a row names is
 * there.
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

/** A record with the blob it names: an upload to the same key replaces both, so one is read again. */
async function* copyObject(folder: string, name: string, place: string): AsyncGenerator<Source> {
  for (;;) {
    const bytes = await unlessGone(readFile(path.join(folder, name)));
    if (!bytes) return;
    const { blob }: { blob: string } = JSON.parse(bytes.toString());
    const file = await unlessGone<FileHandle>(open(path.join(folder, 's3/blobs', blob)));
    if (!file) {
      // Its record is about to go: a removal drops the record first, a new upload the blob last.
      const now = await unlessGone(readFile(path.join(folder, name)));
      if (now?.equals(bytes)) throw new Error(`The sound of ${name} is missing in ${folder}.`);
      continue;
    }
    yield { name: `${place}/s3/blobs/${blob}`, file };
    yield { name: `${place}/${name}`, bytes };
    return;
  }
}
