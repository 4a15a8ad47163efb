import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { episodeChange } from '#shared/episode.ts';
import { Problem } from '#shared/problem.ts';
import { newToken } from '../../base/db/newToken.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcasts, users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { isOwnersOpen, notFound } from '../listen/episodeAccess.ts';

/**
 * The file keeps the old title: a new file has another length, and positions would be lost. Throws
 * `Problem('not_found')`, and `'conflict'` for the title of an unfinished episode.
 */
export async function changeEpisode(
  { db }: { db: Db },
  owner: User,
  publicId: string,
  { title, showsSources }: z.output<typeof episodeChange>,
): Promise<void> {
  if (title === undefined && showsSources === undefined) return;
  await db.transaction(async (tx) => {
    const [found] = await tx
      .update(podcasts)
      .set({
        ...(showsSources !== undefined && { showsSources }),
        // Production sets the title itself and would overwrite this one.
        ...(title !== undefined && {
          title: sql`case when ${podcasts.status} = 'completed' then ${title} else ${podcasts.title} end`,
        }),
      })
      .where(isOwnersOpen(owner, publicId))
      .returning({ status: podcasts.status });
    if (!found) throw notFound();
    if (title !== undefined && found.status !== 'completed') {
      throw new Problem('conflict', 'An episode can be renamed once it is finished');
    }
    // The feed shows titles and sources, so its Last-Modified changes.
    await tx.update(users).set({ updatedAt: sql`now()` }).where(eq(users.id, owner.id));
  });
}

/** The tokens of the email and the feed stay. Throws `Problem('not_found')`. */
export async function replaceLink(
  { db }: { db: Db },
  owner: User,
  publicId: string,
): Promise<void> {
  const [found] = await db
    .update(podcasts)
    .set({ shareToken: newToken() })
    .where(isOwnersOpen(owner, publicId))
    .returning({ id: podcasts.id });
  if (!found) throw notFound();
}
