import { eq, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcasts, users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { isOwnersOpen, notFound } from '../listen/episodeAccess.ts';

/** The file keeps the old title: a new file has another length, and positions would be lost. */
export async function rename(db: Db, owner: User, publicId: string, title: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .update(podcasts)
      .set({
        // Production sets the title itself and would overwrite this one.
        title: sql`case when ${podcasts.status} = 'completed' then ${title} else ${podcasts.title} end`,
      })
      .where(isOwnersOpen(owner, publicId))
      .returning({ status: podcasts.status });
    if (!found) throw notFound();
    if (found.status !== 'completed') {
      throw new Problem('conflict', 'An episode can be renamed once it is finished');
    }
    // Changes the feed's Last-Modified.
    await tx.update(users).set({ updatedAt: sql`now()` }).where(eq(users.id, owner.id));
  });
}

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
