import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsFolder } from '../db/migrate.ts';
import { podcasts, users } from '../db/tables.ts';
import { aFinishedPodcast } from '../testing/builders.ts';
import { testDatabase } from '../testing/postgres.ts';
import { openPodcasts } from './podcasts.ts';

let postgres: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  postgres = await testDatabase();
});
afterAll(() => postgres.close());

/** The statements of the migration of this name, whatever its number. */
async function migration(name: string): Promise<string[]> {
  const files = await readdir(migrationsFolder);
  const file = files.find((file) => file.endsWith(`_${name}.sql`)) ?? '';
  const text = await readFile(path.join(migrationsFolder, file), 'utf8');
  return text.split('--> statement-breakpoint');
}

it('episodes from before letters had a secret keep their links, and get one each that nobody has seen', async () => {
  const { db, pool } = postgres;
  const [owner] = await db
    .insert(users)
    .values({
      email: 'mira@example.com',
      username: 'mira',
      feedToken: 'feed',
      updatedAt: new Date(0),
    })
    .returning();
  const before = [];
  for (const status of ['completed', 'completed', 'processing'] as const) {
    before.push(await aFinishedPodcast(db, owner?.id ?? 0, { status }));
  }
  await pool.query('alter table podcasts drop column letter_token');
  for (const statement of await migration('links')) await pool.query(statement);

  const after = await db.select().from(podcasts).orderBy(asc(podcasts.id));
  expect(after.map(({ emailToken, ...kept }) => kept)).toEqual(
    before.map(({ emailToken, ...kept }) => kept),
  );
  const secrets = after.map(({ emailToken }) => emailToken);
  expect(new Set(secrets).size).toBe(3);
  // Two UUIDs of 122 random bits.
  for (const secret of secrets) expect(secret).toMatch(/^[\da-f]{64}$/);
  // What a letter from before carries.
  const heard = await openPodcasts(db).listen(null, before[0]?.shareToken ?? '');
  expect(heard).toMatchObject({ title: 'Why tides turn', status: 'completed' });
  // Apps that ask only what is new since must read the feed's new addresses.
  const [account] = await db
    .select()
    .from(users)
    .where(eq(users.id, owner?.id ?? 0));
  expect(account?.updatedAt.getTime()).toBeGreaterThan(0);
});
