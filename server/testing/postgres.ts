import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { discardEmbeddedPostgres } from '../db/embedded/home.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/open.ts';

/** Hands the server's address from the run's start to its workers. */
const variable = 'DUOLOGUE_TEST_POSTGRES';
const template = 'migrated';
const folderName = /^duologue-test-(\d+)-/;

/**
 * Vitest's global set-up: one server for the whole run, with one migrated database to copy from.
 * It answers the tear-down. A run that was killed leaves its server to the next one to sweep.
 */
export default async function startTestPostgres(): Promise<() => Promise<void>> {
  await sweepKilledRuns();
  const dir = await mkdtemp(path.join(tmpdir(), `duologue-test-${process.pid}-`));
  // PostgreSQL runs as another user when we are root, and must pass through.
  await chmod(dir, 0o755);
  const server = await startEmbeddedPostgres({
    dir,
    // Nothing of a test has to outlive a power cut.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  process.env[variable] = server.url;
  const tearDown = async () => {
    await server.stop();
    await discardEmbeddedPostgres(dir);
  };
  try {
    await administer(server.url, `create database ${template}`);
    await migrate(withDatabase(server.url, template));
    return tearDown;
  } catch (error) {
    await tearDown();
    throw error;
  }
}

/** A fresh, migrated database of one's own; `close` drops it, whoever is still connected. */
export async function testDatabase(): Promise<Database & { url: string }> {
  const server = process.env[variable];
  if (!server)
    throw new Error('The test server is not running: is this file in the server project?');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name} template ${template}`);
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

async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: withDatabase(server, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function sweepKilledRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(folderName.exec(name)?.[1]);
    if (pid && !isAlive(pid)) await discardEmbeddedPostgres(path.join(tmpdir(), name));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
