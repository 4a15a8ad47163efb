import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcasts, users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { isOwnersOpen, notFound } from './episodeAccess.ts';

/** Throws `Problem('not_found')`. */
export async function showSources(
  db: Db,
  owner: User,
  publicId: string,
  showsSources: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .update(podcasts)
      .set({ showsSources })
      .where(isOwnersOpen(owner, publicId))
      .returning({ id: podcasts.id });
    if (!found) throw notFound();
    // The feed lists sources, so its Last-Modified changes.
    await tx.update(users).set({ updatedAt: sql`now()` }).where(eq(users.id, owner.id));
  });
}
