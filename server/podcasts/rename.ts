import { and, eq, ne, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { User } from '../auth/user.ts';
import type { Db } from '../db/open.ts';
import { podcasts, users } from '../db/tables.ts';

/**
 * Gives a finished episode the title its owner wants, on every page and in the feed. The file keeps
 * the title it was made with, in its tags and on its cover: a new one would be another file of
 * another length, and whoever has begun to listen would lose the place. Throws
 * `Problem('not_found')`, and `Problem('conflict')` for one that is not finished.
 */
export async function rename(db: Db, owner: User, publicId: string, title: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .update(podcasts)
      .set({
        // Production names an episode itself, and would write over this one.
        title: sql`case when ${podcasts.status} = 'completed' then ${title} else ${podcasts.title} end`,
      })
      .where(
        and(
          eq(podcasts.publicId, publicId),
          eq(podcasts.userId, owner.id),
          ne(podcasts.status, 'deleted'),
          eq(podcasts.withheld, false),
        ),
      )
      .returning({ status: podcasts.status });
    if (!found) throw new Problem('not_found', 'There is no such episode');
    if (found.status !== 'completed') {
      throw new Problem('conflict', 'An episode can be renamed once it is finished');
    }
    // The feed is another one now, which its readers see by this time.
    await tx.update(users).set({ updatedAt: sql`now()` }).where(eq(users.id, owner.id));
  });
}
