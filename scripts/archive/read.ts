import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  type DataFolder,
  dataFolders,
  knownMigrations,
  type Manifest,
  manifest,
  manifestName,
  platform,
} from './manifest.ts';
import { Damage, type Entry, unpack } from './tar.ts';

type Parts = Record<'cluster' | DataFolder, string>;

/**
 * Unpacks a backup whose checksum is right from its first to its last byte. Calls `own` for each
 * entry of the cluster. Throws one plain sentence if the backup is damaged, foreign, or not for
 * this code and machine; the caller must remove what was unpacked until then.
 */
export async function readBackup(
  file: string,
  parts: Parts,
  own: (entry: string) => Promise<void> | null,
): Promise<Manifest> {
  try {
    return await pipeline(createReadStream(file), createGunzip(), async (bytes) => {
      let about: Manifest | null = null;
      for await (const entry of unpack(bytes as AsyncIterable<Buffer>)) {
        if (about) await place(entry, parts, own);
        else about = await judge(entry);
      }
      if (!about) throw new Damage('it is empty');
      return about;
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!(error instanceof Damage) && !code.startsWith('Z_')) throw error;
    const reason = error instanceof Error ? error.message : code;
    throw new Error(`${file} is not a complete backup of Duologue: ${reason}.`, { cause: error });
  }
}

async function judge(entry: Entry): Promise<Manifest> {
  if (entry.name !== manifestName) throw new Damage(`it does not begin with ${manifestName}`);
  const about = manifest.safeParse(JSON.parse(await text(entry.body)));
  if (!about.success) throw new Damage(`${manifestName} is from another version`);
  const { migration } = about.data;
  if (!knownMigrations().some(({ tag }) => tag === migration)) {
    throw new Error(
      `The backup was made by newer code (its database has migration ${migration}): restore it with that code.`,
    );
  }
  if (about.data.platform !== platform) {
    throw new Error(
      `The backup was made on ${about.data.platform}, and PostgreSQL's files cannot be used on ${platform}: restore it on a machine of that kind.`,
    );
  }
  return about.data;
}

async function place(
  { name, isFolder, body }: Entry,
  parts: Parts,
  own: (entry: string) => Promise<void> | null,
): Promise<void> {
  const part = (['cluster', ...dataFolders] as const).find((known) => name.startsWith(`${known}/`));
  if (!part || name.split('/').includes('..')) throw new Damage(`it holds ${name}`);
  const target = path.join(parts[part], name);
  if (isFolder) await mkdir(target, { mode: 0o700, recursive: true });
  else await pipeline(body, createWriteStream(target, { mode: 0o600, flags: 'wx' }));
  if (part === 'cluster') await own(target);
}
