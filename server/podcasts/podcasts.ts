import { and, asc, desc, eq, getTableColumns, lt, ne, sql } from 'drizzle-orm';
import type { Listening, Podcast } from '#shared/episode.ts';
import type { PartList } from '#shared/parts.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import type { User } from '../auth/user.ts';
import type { Db } from '../db/open.ts';
import { podcastLines, podcasts } from '../db/tables.ts';
import { ID_MAX } from '../http/page.ts';
import { findByToken, isOwner, notFound } from './find.ts';
import type { LineRow, PodcastRow } from './lease.ts';
import { replaceLink } from './links.ts';
import { type PartRow, partsOf, presentParts } from './parts.ts';
import { keepPosition, positionOf } from './positions.ts';
import { chaptersJson, presentListening, presentPodcast, transcriptOf, vttOf } from './present.ts';
import { progressOf } from './progress.ts';

/** Methods with a `token` accept and throw what `findByToken` does. */
export interface Podcasts {
  /** The owner's episodes, newest first. `cursor` is the last id seen; `q` searches title and topic. */
  list(
    owner: User,
    page: { cursor: number | null; limit: number; q?: string },
  ): Promise<{ podcasts: Podcast[]; nextCursor: string | null }>;
  /** Throws `Problem('not_found')` for another owner's. */
  find(owner: User, publicId: string): Promise<Podcast>;
  /** The same for subscribers who were authorized before; null when it is gone. */
  findForWatchers(publicId: string): Promise<Podcast | null>;
  /** Gives the episode a new link to share and ends the old one. */
  replaceLink(owner: User, publicId: string): Promise<Podcast>;
  /** What the listen page shows; its addresses hold the token of the request. */
  getListenPage(visitor: User | null, token: string): Promise<Listening['episode']>;
  /** The row behind `getListenPage`. */
  authorizeListening(visitor: User | null, token: string): Promise<PodcastRow>;
  /** Remembers where a listener with an account stopped. */
  keepPosition(listener: User, token: string, seconds: number): Promise<void>;
  /** A finished episode; throws `Problem('not_found')` for an unfinished one. */
  getFinished(
    visitor: User | null,
    token: string,
  ): Promise<PodcastRow & { audioKey: string; audioBytes: number }>;
  /** All of it, or the first `lines` turns. */
  transcript(visitor: User | null, token: string, lines?: number): Promise<Transcript>;
  vtt(visitor: User | null, token: string): Promise<string>;
  chapters(visitor: User | null, token: string): Promise<Chapters>;
  /** The parts that can be played during production, and for a while after. */
  parts(visitor: User | null, token: string): Promise<PartList>;
  part(visitor: User | null, token: string, number: number): Promise<PartRow>;
}

export function openPodcasts(db: Db): Podcasts {
  const titleAndTopic = sql`lower(${podcasts.title} || ' ' || ${podcasts.topic})`;
  // Outline and measurements are the largest columns, and no list shows them.
  const { outline, quality, ...shown } = getTableColumns(podcasts);
  const listPage = db
    .select(shown)
    .from(podcasts)
    .where(
      and(
        eq(podcasts.userId, sql.placeholder('owner')),
        ne(podcasts.status, 'deleted'),
        eq(podcasts.withheld, false),
        lt(podcasts.id, sql.placeholder('before')),
        sql`not exists (select from unnest(${sql.placeholder('words')}::text[]) as word
          where strpos(${titleAndTopic}, lower(word)) = 0)`,
      ),
    )
    .orderBy(desc(podcasts.id))
    .limit(sql.placeholder('limit'))
    .prepare('podcast_page');

  const authorizeListening = (visitor: User | null, token: string) =>
    findByToken(db, visitor, token);

  async function ownedBy(owner: User, publicId: string): Promise<PodcastRow> {
    const row = await authorizeListening(owner, publicId);
    if (row.publicId !== publicId) throw notFound();
    return row;
  }

  async function present(row: Omit<PodcastRow, 'outline' | 'quality'>): Promise<Podcast> {
    return presentPodcast(row, await progressOf(db, row));
  }

  function linesOf(podcastId: number, most?: number): Promise<LineRow[]> {
    const lines = db
      .select()
      .from(podcastLines)
      .where(eq(podcastLines.podcastId, podcastId))
      .orderBy(asc(podcastLines.position));
    return most === undefined ? lines : lines.limit(most);
  }

  async function getFinished(visitor: User | null, token: string) {
    const row = await authorizeListening(visitor, token);
    const { audioKey, audioBytes } = row;
    if (row.status !== 'completed' || audioKey === null || audioBytes === null) throw notFound();
    return { ...row, audioKey, audioBytes };
  }

  async function playableParts(visitor: User | null, token: string): Promise<PartRow[]> {
    const row = await authorizeListening(visitor, token);
    if (row.status === 'failed') throw notFound();
    return partsOf(db, row.id);
  }

  return {
    async list(owner, { cursor, limit, q = '' }) {
      const before = cursor ?? ID_MAX;
      const words = wordsOf(q);
      const rows = await listPage.execute({ owner: owner.id, before, words, limit: limit + 1 });
      const page = rows.slice(0, limit);
      return {
        // Queries again only for episodes in production.
        podcasts: await Promise.all(page.map(present)),
        nextCursor: rows.length > limit ? String(page.at(-1)?.id) : null,
      };
    },

    find: async (owner, publicId) => present(await ownedBy(owner, publicId)),

    async findForWatchers(publicId) {
      const [row] = await db.select().from(podcasts).where(eq(podcasts.publicId, publicId));
      return !row || row.status === 'deleted' || row.withheld ? null : present(row);
    },

    async replaceLink(owner, publicId) {
      return present(await replaceLink(db, owner, await ownedBy(owner, publicId)));
    },

    async getListenPage(visitor, token) {
      const row = await authorizeListening(visitor, token);
      const position = await positionOf(db, visitor, row.id);
      return presentListening(row, token, isOwner(visitor, row), position);
    },

    async keepPosition(listener, token, seconds) {
      await keepPosition(db, listener, await authorizeListening(listener, token), seconds);
    },

    authorizeListening,
    getFinished,
    async transcript(visitor, token, lines) {
      const row = await getFinished(visitor, token);
      return transcriptOf(row, await linesOf(row.id, lines));
    },
    async vtt(visitor, token) {
      const row = await getFinished(visitor, token);
      return vttOf(row, await linesOf(row.id));
    },
    async chapters(visitor, token) {
      const row = await getFinished(visitor, token);
      return chaptersJson(row, await linesOf(row.id));
    },
    parts: async (visitor, token) => presentParts(await playableParts(visitor, token), token),
    async part(visitor, token, number) {
      const part = (await playableParts(visitor, token)).find((one) => one.number === number);
      if (!part) throw notFound();
      return part;
    },
  };
}

const wordsOf = (q: string): string[] => q.split(/\s+/).filter(Boolean).slice(0, 12);
