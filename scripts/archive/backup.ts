import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../server/base/db/embedded.ts';
import { copyCluster } from './cluster.ts';
import { copyDataFolder } from './dataFolder.ts';
import { exists, writeWhole } from './files.ts';
import { dataFolders, type Manifest, manifestName, newestMigration, platform } from './manifest.ts';
import { pack, type Source } from './tar.ts';

/** Writes all of `target` or nothing. Throws one plain sentence if there is nothing to save. */
export async function createBackup(dataDir: string, target: string): Promise<void> {
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
