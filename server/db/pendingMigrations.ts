import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrationsFolder } from './migrate.ts';
import type { Db } from './open.ts';

/**
 * Returns a check that throws while the database lacks a migration of this version. A database ahead
 * of us is fine: during a deployment the newer instance migrates first.
 */
export function openPendingMigrations(db: Db): () => Promise<void> {
  const newest = Math.max(
    ...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis),
  );
  return async () => {
    // In drizzle's table `created_at` is the migration's own time, ms.
    const { rows } = await db.execute<{ applied: string | null }>(
      sql`select max(created_at) as applied from drizzle.__drizzle_migrations`,
    );
    if (Number(rows[0]?.applied ?? 0) < newest) throw new Error('a migration has not been applied');
  };
}
