import { eq, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from './openDatabase.ts';
import { settings } from './tables.ts';

/** The value of that name; null before it is first written. */
export async function readSetting(db: DbOrTx, name: string): Promise<string | null> {
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  return row?.value ?? null;
}

export async function writeSetting(db: DbOrTx, name: string, value: string | SQL): Promise<void> {
  await db
    .insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } });
}

/**
 * True for the first caller of all instances, and for no other within `pause` ms. `name` is the row of
 * `settings` with the time of the last claim.
 */
export async function claimRun(db: DbOrTx, name: string, pause: number): Promise<boolean> {
  const claimed = await db
    .insert(settings)
    .values({ name, value: sql`now()::text` })
    .onConflictDoUpdate({
      target: settings.name,
      set: { value: sql`excluded.value` },
      setWhere: sql`${settings.value}::timestamptz <= now() - make_interval(secs => ${pause / 1000})`,
    })
    .returning();
  return claimed.length > 0;
}
