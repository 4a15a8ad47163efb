import { and, eq, ne, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import {
  podcastFacts,
  podcastLines,
  podcastSources,
  podcasts,
  previews,
  users,
} from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { allSourcesOf, extentOf } from '../../episodes/log/episodeSources.ts';
import { record } from './audit.ts';

/** True of all rows but those of previews, however these ended. */
export const isEpisode = sql`not exists (
  select from ${previews} where ${previews.podcastId} = ${podcasts.id})`;

const TABLES = { source: podcastSources, fact: podcastFacts };

interface Place {
  publicId: string;
  part: keyof typeof TABLES;
  number: number;
}

/** Private sources included. Throws `Problem('not_found')`. */
export async function listSources(db: DbOrTx, publicId: string) {
  const { id } = await findEpisode(db, publicId);
  const { facts: named } = podcastLines;
  const cited = await db
    .selectDistinct({ fact: sql<number>`unnest(${named})` })
    .from(podcastLines)
    .where(and(eq(podcastLines.podcastId, id), ne(podcastLines.state, 'dropped')));
  const used = new Set(cited.map(({ fact }) => fact));
  const sources = (await allSourcesOf(db, [id])).map(({ number, facts, ...source }) => ({
    id: number,
    kind: source.kind,
    title: source.title,
    site: source.site,
    url: source.url,
    isRemoved: source.isRemoved,
    paper: source.paper,
    extent: extentOf(source),
    stated: source.stated,
    askedAgain: source.askedAgain,
    used: facts.filter((fact) => used.has(fact.number)).length,
    facts: facts.map(({ number, text, quote, strength, isRemoved }) => ({
      number,
      text,
      quote,
      strength,
      isRemoved,
    })),
  }));
  return { sources };
}

/** Throws `Problem('not_found')`, and `Problem('conflict')` for an unfinished episode. */
export function setRemoved(db: Db, actor: User, place: Place, isRemoved: boolean) {
  const { publicId, part, number } = place;
  return db.transaction(async (tx) => {
    const { id, status, userId } = await findEpisode(tx, publicId);
    const table = TABLES[part];
    const which = and(eq(table.podcastId, id), eq(table.number, number));
    const [found] = await tx
      .select({ was: table.isRemoved })
      .from(table)
      .where(which)
      .for('update');
    if (!found) throw new Problem('not_found', `There is no such ${part}`);
    if (status !== 'completed') {
      throw new Problem('conflict', 'Sources can be taken out once the episode is finished');
    }
    if (found.was !== isRemoved) {
      await tx.update(table).set({ isRemoved }).where(which);
      // The feed lists sources, so its Last-Modified changes.
      if (userId) await tx.update(users).set({ updatedAt: sql`now()` }).where(eq(users.id, userId));
      await record(tx, {
        actor,
        action: `${part} ${isRemoved ? 'taken out' : 'put back'}`,
        target: `podcast:${publicId}`,
        // Not the title: the audit outlives what a listener brought.
        detail: { [part]: number },
      });
    }
    return listSources(tx, publicId);
  });
}

async function findEpisode(db: DbOrTx, publicId: string) {
  const [found] = await db
    .select({ id: podcasts.id, status: podcasts.status, userId: podcasts.userId })
    .from(podcasts)
    .where(and(eq(podcasts.publicId, publicId), ne(podcasts.status, 'deleted'), isEpisode));
  if (!found) throw new Problem('not_found', 'There is no such episode');
  return found;
}
