import { sql } from 'drizzle-orm';
import type { DbOrTx } from './open.ts';
import { settings } from './tables.ts';

/**
 * True for whichever instance comes first, and for nobody else within so many ms. `name` is the row
 * of `settings` that says when the last one came.
 */
export async function takeTurn(db: DbOrTx, name: string, pause: number): Promise<boolean> {
  const taken = await db
    .insert(settings)
    .values({ name, value: sql`now()::text` })
    .onConflictDoUpdate({
      target: settings.name,
      set: { value: sql`excluded.value` },
      setWhere: sql`${settings.value}::timestamptz <= now() - make_interval(secs => ${pause / 1000})`,
    })
    .returning();
  return taken.length > 0;
}
