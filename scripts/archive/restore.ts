import { createReadStream, createWriteStream } from 'node:fs';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Client } from 'pg';
import { findHome, makeFolder } from '../../server/base/db/embedded/home.ts';
import { withLock } from '../../server/base/db/embedded/lock.ts';
import { readPostmaster, whose } from '../../server/base/db/embedded/postmaster.ts';
import { startEmbeddedPostgres } from '../../server/base/db/embedded.ts';
import { exists, renameAll } from './files.ts';
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

/** Named like a first start's half-made cluster, so that the next start removes it after a kill. */
const half = 'initdb-restore-';

export interface Restored {
  madeAt: string;
  orders: number;
  podcasts: number;
  /** Where the former content is now. */
  kept: string[];
}

/**
 * Everything is unpacked beside its place, and its database has been started there, before anything
 * is touched; with `force` the former content is kept under another name. Throws one plain
 * sentence, and changes nothing, for a running product, a target that is not empty, and a file that
 * is damaged, foreign or of newer code.
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  force: boolean,
): Promise<Restored> {
  if (!(await exists(file))) throw new Error(`There is no file ${file}.`);
  const dir = await makeFolder(path.join(dataDir, 'postgres'));
  return withLock(path.join(dir, 'lock'), async () => {
    const home = await findHome(dir);
    await refuseRunning(home.data, dataDir);
    const places = [
      path.join(home.dir, 'cluster'),
      ...dataFolders.map((name) => path.join(dataDir, name)),
    ];
    const taken = await Promise.all(places.map(exists));
    if (taken.includes(true) && !force) throw new Error(notEmpty(dataDir));

    const folders = [
      await mkdtemp(path.join(home.dir, half)),
      await mkdtemp(path.join(dataDir, half)),
    ] as const;
    const [database, rest] = folders;
    const { uid, gid } = home.runner;
    const own = (entry: string) => (uid === undefined ? null : chown(entry, uid, gid));
    try {
      await own(database);
      const { madeAt } = await readBackup(
        file,
        { cluster: database, standins: rest, sound: rest },
        own,
      );
      const counts = await tryOut(database);
      const away = `-before-${Date.now()}`;
      const kept = places
        .filter((_, index) => taken[index])
        .map((place) => ({ from: place, to: place + away }));
      const fresh = places.map((place, index) => {
        return { from: path.join(index ? rest : database, path.basename(place)), to: place };
      });
      // A backup by older code has no sound.
      const there = await Promise.all(fresh.map(({ from }) => exists(from)));
      await renameAll([...kept, ...fresh.filter((_, index) => there[index])]);
      return { madeAt, ...counts, kept: kept.map(({ to }) => to) };
    } finally {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    }
  });
}

const notEmpty = (dataDir: string) =>
  `${dataDir} is not empty: set DATA_DIR to a new folder, or add --force, which keeps what is there under another name.`;

async function refuseRunning(data: string, dataDir: string): Promise<void> {
  const server = await readPostmaster(data);
  if (!server || (await whose(server.pid, data)) !== 'ours') return;
  throw new Error(
    `The database in ${dataDir} is running: stop whatever uses it first (a killed process leaves it running; start it again and press Ctrl-C).`,
  );
}

/** Starts the restored database where it was unpacked: only one that works replaces another. */
async function tryOut(dir: string): Promise<{ orders: number; podcasts: number }> {
  const postgres = await startEmbeddedPostgres({ dir });
  const client = new Client({ connectionString: postgres.url });
  // If the server ends meanwhile, the next query fails, and that can tidy up.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ orders: number; podcasts: number }>(
      `select (select count(*) from orders)::int as orders,
         (select count(*) from podcasts)::int as podcasts`,
    );
    return rows[0] ?? { orders: 0, podcasts: 0 };
  } finally {
    await client.end();
    await postgres.stop();
  }
}

type Parts = Record<'cluster' | DataFolder, string>;

/**
 * Unpacks a backup whose checksum is right from its first to its last byte. Calls `own` for each
 * entry of the cluster. Throws one plain sentence if the backup is damaged, foreign, or not for
 * this code and machine; the caller must remove what was unpacked until then.
 */
async function readBackup(
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
