import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { unlessGone } from './files.ts';
import type { Source } from './tar.ts';

/** A server refills these at its start (postgresql.org/docs/18/continuous-archiving.html). */
const refilled =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/;
const momentary =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map|pg_internal\.init.*|pgsql_tmp.*)$/;
/** Read last, as PostgreSQL's own tool does. */
const control = 'global/pg_control';

/**
 * A base backup by PostgreSQL's low-level interface, with the part of its log that makes the copied
 * files agree. The server keeps working. `client` must be a superuser's and stay open until the
 * last file has been read.
 */
export async function* copyCluster(
  client: Client,
  data: string,
  place: string,
): AsyncGenerator<Source> {
  // Without a slot the server may recycle its log while the files are still being read.
  await client.query(
    `select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`,
  );
  await client.query(`select pg_backup_start('duologue', fast => true)`);
  yield* copyFolder(data, '', place);
  yield* copyFile(data, control, place);
  const { rows } = await client.query<{ label: string; last: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)',
  );
  const { label = '', last = '' } = rows[0] ?? {};
  yield { name: `${place}/backup_label`, bytes: Buffer.from(label) };
  const first = /\(file ([\dA-F]{24})\)/.exec(label)?.[1] ?? '';
  for (const segment of await readdir(path.join(data, 'pg_wal'))) {
    const isNeeded = /^[\dA-F]{24}$/.test(segment) && segment >= first && segment <= last;
    if (isNeeded) yield* copyFile(data, `pg_wal/${segment}`, place);
  }
}

async function* copyFolder(data: string, folder: string, place: string): AsyncGenerator<Source> {
  const entries = await unlessGone(readdir(path.join(data, folder), { withFileTypes: true }));
  yield { name: folder ? `${place}/${folder}/` : `${place}/` };
  if (refilled.test(folder)) return;
  for (const entry of entries ?? []) {
    const name = folder ? `${folder}/${entry.name}` : entry.name;
    if (momentary.test(entry.name) || name === control) continue;
    if (entry.isDirectory()) yield* copyFolder(data, name, place);
    else yield* copyFile(data, name, place);
  }
}

async function* copyFile(data: string, name: string, place: string): AsyncGenerator<Source> {
  const file = await unlessGone<FileHandle>(open(path.join(data, name)));
  if (file) yield { name: `${place}/${name}`, file };
}

const records = 's3/records';
/** Never read after a restart: half uploads, and files that are about to be renamed. */
const unfinished = /^s3\/uploads\/|^\.incoming\/|\.new$/;

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
    else if (!name.startsWith('s3/blobs/') && !unfinished.test(name))
      yield* copyFile(folder, name, place);
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
