import { eq, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from './openDatabase.ts';
import { settings } from './tables.ts';

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

/** True for one caller of all instances in `pause` ms; the row `name` has the last claim's time. */
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
