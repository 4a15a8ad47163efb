import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '../base/db/embedded.ts';
import { migrate, migrationsFolder } from '../base/db/migrate.ts';
import { type Database, openDatabase } from '../base/db/openDatabase.ts';

const variable = 'DUOLOGUE_TEST_POSTGRES';
const template = 'migrated';
/** Fast but unsafe settings: no test data has to survive a power failure. */
export const QUICK = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Vitest's global set-up: one server per run, with a migrated template. Returns the tear-down. */
export default async function startTestPostgres(): Promise<() => Promise<void>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-test-'));
  // If root starts it, PostgreSQL runs as another user, who needs access.
  await chmod(dir, 0o755);
  const end = discardAfterUs(dir);
  try {
    const server = await startEmbeddedPostgres({ dir, settings: QUICK });
    await administer(server.url, `create database ${template}`);
    await migrate(withDatabase(server.url, template));
    process.env[variable] = server.url;
    return end;
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * A small process stops the server and deletes its data once its pipe to us closes, however we
 * exit. The returned function does the same.
 */
export function discardAfterUs(dir: string): () => Promise<void> {
  const home = pathToFileURL(path.resolve(import.meta.dirname, '../base/db/embedded/home.ts'));
  const script = `import { discardEmbeddedPostgres } from ${JSON.stringify(home.href)};
    process.stdin.on('close', () => discardEmbeddedPostgres(${JSON.stringify(dir)})).resume();`;
  const watcher = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  return async () => {
    watcher.stdin.end();
    await once(watcher, 'exit');
  };
}

/** `close` drops it, even with open connections. */
export const testDatabase = () => createDatabase(template);

/** Opens a database from before the migration `<number>_<name>`; `migrate` brings it up to date. */
export async function databaseBefore(name: string) {
  const database = await createDatabase('template0');
  const before = await mkdtemp(path.join(tmpdir(), 'duologue-migrations-'));
  await cp(migrationsFolder, before, { recursive: true });
  const journal = path.join(before, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  const end = entries.findIndex(({ tag }: { tag: string }) => tag.endsWith(`_${name}`));
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, end) }));
  const apply = (folder: string) =>
    applyMigrations(drizzle(database.pool), { migrationsFolder: folder });
  await apply(before);
  await rm(before, { recursive: true });
  return { ...database, migrate: () => apply(migrationsFolder) };
}

async function createDatabase(from: string): Promise<Database & { url: string }> {
  const server = process.env[variable];
  if (!server)
    throw new Error('The test server is not running: is this file in the server project?');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copied file by file: that takes half as long as through the log.
  await administer(server, `create database ${name} template ${from} strategy file_copy`);
  const url = withDatabase(server, name);
  const database = openDatabase(url);
  return {
    ...database,
    url,
    async close() {
      await database.close();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}

/** One pool per server: a new connection takes longer than copying a database. */
const administrators = new Map<string, Pool>();

async function administer(server: string, statement: string): Promise<void> {
  const connectionString = withDatabase(server, 'postgres');
  const pool = administrators.get(server) ?? new Pool({ connectionString, allowExitOnIdle: true });
  // The server may end while nobody uses it.
  if (!administrators.has(server)) pool.on('error', () => {});
  administrators.set(server, pool);
  await pool.query(statement);
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
