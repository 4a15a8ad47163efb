import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { z } from 'zod';

/** The first file in a backup; whatever begins otherwise is somebody else's. */
export const manifestName = 'duologue-backup.json';

export const manifest = z.object({
  /** Of the layout; raised when an older `npm run restore` could not read it. The first had no sound. */
  format: z.literal([1, 2]),
  madeAt: z.iso.datetime(),
  /** The newest migration that the database had: the code that restores it must know it. */
  migration: z.string(),
  /** The kind of machine: PostgreSQL's files are good for no other. */
  platform: z.string(),
});
/** The folders of DATA_DIR that are backed up beside the database's. */
export const dataFolders = ['standins', 'sound'] as const;
export type DataFolder = (typeof dataFolders)[number];

export type Manifest = z.infer<typeof manifest>;

export const platform = `${process.platform}-${process.arch}`;

const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** The migrations of this code, oldest first. */
export function knownMigrations() {
  const file = path.resolve(import.meta.dirname, '../../migrations/meta/_journal.json');
  return journal.parse(JSON.parse(readFileSync(file, 'utf8'))).entries;
}

/** The newest migration of a database, by its file's name; null where none was ever applied. */
export async function newestMigration(client: Client): Promise<string | null> {
  const { rows: tables } = await client.query<{ at: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as at`,
  );
  if (!tables[0]?.at) return null;
  const { rows } = await client.query<{ at: string }>(
    'select max(created_at) as at from drizzle.__drizzle_migrations',
  );
  const at = Number(rows[0]?.at);
  return (
    knownMigrations().find(({ when }) => when === at)?.tag ?? `of ${new Date(at).toISOString()}`
  );
}
