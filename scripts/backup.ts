// `npm run backup -- [FILE or FOLDER]`: everything in DATA_DIR that orders and episodes depend on, as
// one file, also while the product is running.
import '../server/app/env.ts';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../server/base/db/embedded.ts';
import { copyCluster, copyDataFolder } from './archive/copyFiles.ts';
import { exists, writeWhole } from './archive/files.ts';
import {
  dataFolders,
  type Manifest,
  manifestName,
  newestMigration,
  platform,
} from './archive/manifest.ts';
import { pack, type Source } from './archive/tar.ts';
import { command } from './command.ts';

const usage = 'Usage: npm run backup -- [FILE or FOLDER]';
const pgDump =
  'DATABASE_URL is set: back that database up with pg_dump --format=custom (docs/operations.md, Backup and restore).';

command(async (readConfig) => {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length > 1) throw new Error(usage);
  const config = readConfig();
  if (config.databaseUrl) throw new Error(pgDump);
  const target = await chooseFile(positionals[0] ?? 'backups/');
  await createBackup(config.dataDir, target);
  const { size } = await stat(target);
  return [
    `The backup is in ${target} (${(size / 1e6).toFixed(1)} MB).`,
    'Keep it as secret as the database: it holds addresses, sessions and keys.',
    ...(config.s3 ? [`It does not include the sound in the bucket ${config.s3.bucket}.`] : []),
  ].join('\n');
});

/** A folder, or what is written like one, gets a file named after this minute. */
async function chooseFile(given: string): Promise<string> {
  const isFolder = /[\\/]$/.test(given) || (await stat(given).catch(() => null))?.isDirectory();
  const minute = new Date().toISOString().replace(/[-:]|\..*$/g, '');
  const file = path.resolve(isFolder ? path.join(given, `duologue-${minute}.tar.gz`) : given);
  if (await exists(file)) throw new Error(`${file} already exists: name another file.`);
  return file;
}

/** Writes all of `target` or nothing. Throws one plain sentence if there is nothing to save. */
async function createBackup(dataDir: string, target: string): Promise<void> {
  const dir = path.join(dataDir, 'postgres');
  const nothing = new Error(
    `There is nothing to back up in ${dataDir}: no database has been created there yet.`,
  );
  // Starting a server would create a database.
  if (!(await exists(path.join(dir, 'cluster'))) && !(await exists(path.join(dir, 'elsewhere')))) {
    throw nothing;
  }
  const postgres = await startEmbeddedPostgres({ dir });
  const client = new Client({ connectionString: postgres.url });
  // If the server ends meanwhile, the next query fails, and that can tidy up.
  client.on('error', () => {});
  try {
    await client.connect();
    const migration = await newestMigration(client);
    if (!migration) throw nothing;
    await writeWhole(target, pack(contents(client, migration, dataDir)));
  } finally {
    await client.end();
    await postgres.stop();
  }
}

async function* contents(
  client: Client,
  migration: string,
  dataDir: string,
): AsyncGenerator<Source> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  const data = rows[0]?.data_directory ?? '';
  const madeAt = new Date().toISOString();
  const about: Manifest = { format: 2, madeAt, migration, platform };
  yield { name: manifestName, bytes: Buffer.from(`${JSON.stringify(about, null, 2)}\n`) };
  const password = await readFile(path.join(data, '../password'));
  yield { name: 'cluster/' };
  yield { name: 'cluster/password', bytes: password };
  yield* copyCluster(client, data, 'cluster/data');
  for (const name of dataFolders) {
    yield { name: `${name}/` as const };
    yield* copyDataFolder(path.join(dataDir, name), name);
  }
}
