import {
  and,
  arrayContains,
  asc,
  eq,
  inArray,
  lt,
  ne,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Request } from 'express';
import type {} from 'express-session';
import { Problem } from '#shared/problem.ts';
import { SOURCE_DAYS, SOURCE_WORDS_MIN } from '#shared/sourceLimits.ts';
import type { Source } from '#shared/sources.ts';
import type { Share } from '../../base/bounds/fairQueue.ts';
import { isFeatureOn } from '../../base/db/featureSwitches.ts';
import { newToken } from '../../base/db/newToken.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { orders, podcasts, sources } from '../../base/db/tables.ts';
import type { Moderator } from '../../writing/script/scriptWriter.ts';
import { type Documents, type Given, hashGiven, isRefused, readGiven, refused } from './given.ts';

declare module 'express-session' {
  interface SessionData {
    /** Owns what a visitor without an account adds. Never sent to anybody. */
    visitorKey: string;
  }
}

export type Owner = { userId: number } | { visitorKey: string };

/** Null for a visitor who has added nothing yet. */
export function ownerOf({ user, session }: Request): Owner | null {
  if (user) return { userId: user.id };
  return session.visitorKey ? { visitorKey: session.visitorKey } : null;
}

function isOwnedBy(owner: Owner): SQL {
  return 'userId' in owner
    ? eq(sources.userId, owner.userId)
    : eq(sources.visitorKey, owner.visitorKey);
}

const areOwn = (owner: Owner, ids: string[]) => and(isOwnedBy(owner), inArray(sources.id, ids));

type SourceRow = typeof sources.$inferSelect;

export interface SourceTools {
  db: Db;
  documents: Documents;
  moderator: Moderator;
}

/** `isNew` is false for what the owner has added before. Throws `Problem('source_refused')`. */
export async function attachSource(
  { db, documents, moderator }: SourceTools,
  owner: Owner,
  { share, given, gone }: { share: Share; given: Given; gone: AbortSignal },
): Promise<{ source: Source; isNew: boolean }> {
  if (!(await isFeatureOn(db, 'sources'))) {
    throw new Problem(
      'unavailable',
      'We can’t take sources at the moment. You can order without them.',
    );
  }
  const contentHash = hashGiven(documents, given);
  const known = await findByHash(db, owner, contentHash);
  if (known) return { source: presentSource(known), isNew: false };
  const document = await readGiven(documents, share, given, gone);
  if (document.words < SOURCE_WORDS_MIN) throw refused(given, TOO_SHORT);
  if (await isRefused(moderator, document.text, gone)) throw refused(given, NOT_ALLOWED);
  return keep(db, { ...document, ...owner, contentHash });
}

/** Throws `Problem('not_found')` for a source that is gone or is somebody else's. */
export async function findSource(
  { db }: { db: Db },
  owner: Owner | null,
  id: string,
): Promise<Source> {
  const which = owner && areOwn(owner, [id]);
  const [found] = which ? await db.select().from(sources).where(which) : [];
  if (!found) throw new Problem('not_found', 'This source is no longer there');
  return presentSource(found);
}

/** Throws `Problem('not_found')` as `findSource` does, and `'conflict'` for one that is used. */
export async function removeSource(
  tools: { db: Db },
  owner: Owner | null,
  id: string,
): Promise<void> {
  await findSource(tools, owner, id);
  if (await removeUnused(tools.db, [id])) return;
  throw new Problem('conflict', 'One of your orders or episodes rests on this source');
}

/** Gives an account what its browser added before it signed in. */
export async function adoptSources(db: Db, visitorKey: string, userId: number): Promise<void> {
  await db
    .update(sources)
    .set({ userId, visitorKey: null })
    .where(eq(sources.visitorKey, visitorKey));
}

/** Deletes what is older than the privacy page says. */
export const forgetSources = (db: Db) =>
  db
    .delete(sources)
    .where(lt(sources.createdAt, sql`now() - make_interval(days => ${SOURCE_DAYS})`));

async function findByHash(
  tx: DbOrTx,
  owner: Owner,
  contentHash: string,
): Promise<SourceRow | undefined> {
  const [known] = await tx
    .select()
    .from(sources)
    .where(and(isOwnedBy(owner), eq(sources.contentHash, contentHash)))
    .orderBy(asc(sources.createdAt))
    .limit(1);
  return known;
}

/** The lock keeps one of two identical sources that are added at once. */
function keep(db: Db, read: Owner & Omit<typeof sources.$inferInsert, 'id'>) {
  return db.transaction(async (tx) => {
    const { contentHash } = read;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${contentHash}, 0))`);
    const known = await findByHash(tx, read, contentHash);
    const [kept] = known
      ? [known]
      : await tx
          .insert(sources)
          .values({ ...read, id: newToken() })
          .returning();
    if (!kept) throw new Error('a source was not inserted');
    return { source: presentSource(kept), isNew: !known };
  });
}

const presentSource = ({ id, kind, url, title, site, words, language }: SourceRow): Source => ({
  id,
  kind,
  url,
  title,
  site,
  words,
  language,
});

const TOO_SHORT = `That’s too little to talk about: bring at least ${SOURCE_WORDS_MIN} words`;
const NOT_ALLOWED = 'We can’t make an episode from this source. Please choose another';

/** In the order of the ids. Leaves out sources that are gone or somebody else's. */
export async function titlesOf(tx: DbOrTx, owner: Owner | null, ids: string[]): Promise<string[]> {
  if (!owner || !ids.length) return [];
  const rows = await tx
    .select({ id: sources.id, title: sources.title })
    .from(sources)
    .where(areOwn(owner, ids));
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return [...new Set(ids)].flatMap((id) => titles.get(id) ?? []);
}

type AttachedDocument = Pick<
  typeof sources.$inferSelect,
  'id' | 'kind' | 'url' | 'title' | 'site' | 'published' | 'language' | 'text' | 'words'
>;

/** In the order of the ids. Leaves out those that are gone. */
export async function loadAttachments(db: DbOrTx, ids: string[]): Promise<AttachedDocument[]> {
  if (!ids.length) return [];
  const { id, kind, url, title, site, published, language, text, words } = sources;
  const rows = await db
    .select({ id, kind, url, title, site, published, language, text, words })
    .from(sources)
    .where(inArray(id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

/** Deletes the sources that neither an episode nor an unpaid order names. Returns their number. */
export async function removeUnused(tx: DbOrTx, ids: string[]): Promise<number> {
  if (!ids.length) return 0;
  const itself = sql`array[${sources.id}]`;
  const episodes = tx
    .select({ one: sql`1` })
    .from(podcasts)
    .where(
      and(
        eq(podcasts.userId, sources.userId),
        ne(podcasts.status, 'deleted'),
        arrayContains(podcasts.sources, itself),
      ),
    );
  const waiting = tx
    .select({ one: sql`1` })
    .from(orders)
    .where(
      and(
        eq(orders.userId, sources.userId),
        eq(orders.status, 'open'),
        arrayContains(orders.sources, itself),
      ),
    );
  const removed = await tx
    .delete(sources)
    .where(and(inArray(sources.id, ids), notExists(episodes), notExists(waiting)))
    .returning({ id: sources.id });
  return removed.length;
}
