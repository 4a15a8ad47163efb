import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { z } from 'zod';

/** The first entry of a backup; an archive that begins otherwise is not ours. */
export const manifestName = 'duologue-backup.json';

export const manifest = z.object({
  /** Raise it when an older `npm run restore` could not read the layout. Format 1 had no sound. */
  format: z.literal([1, 2]),
  madeAt: z.iso.datetime(),
  /** The database's newest migration; the code that restores must know it. */
  migration: z.string(),
  /** PostgreSQL's files work on no other kind of machine. */
  platform: z.string(),
});
export const dataFolders = ['standins', 'sound'] as const;
export type DataFolder = (typeof dataFolders)[number];

export type Manifest = z.infer<typeof manifest>;

export const platform = `${process.platform}-${process.arch}`;

const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** Oldest first. */
export function knownMigrations() {
  const file = path.resolve(import.meta.dirname, '../../migrations/meta/_journal.json');
  return journal.parse(JSON.parse(readFileSync(file, 'utf8'))).entries;
}

/** The file name of a database's newest migration; null if none was ever applied. */
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
