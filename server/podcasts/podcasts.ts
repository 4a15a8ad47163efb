import { and, asc, desc, eq, lt, ne, or, sql } from 'drizzle-orm';
import type { Listening, Podcast } from '#shared/episode.ts';
import { Problem } from '#shared/problem.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import type { User } from '../auth/guard.ts';
import type { Db } from '../db/open.ts';
import { podcastLines, podcasts } from '../db/tables.ts';
import type { LineRow, PodcastRow } from './lease.ts';
import { chaptersJson, presentListening, presentPodcast, transcriptOf, vttOf } from './present.ts';

export interface Podcasts {
  /** The owner's episodes, newest first. `cursor` is the last id seen. */
  list(
    owner: User,
    page: { cursor: number | null; limit: number },
  ): Promise<{ podcasts: Podcast[]; nextCursor: string | null }>;
  /** Throws `Problem('not_found')` for anybody else's. */
  find(owner: User, publicId: string): Promise<Podcast>;
  /** By share token, for whoever holds it; by public id, for the owner. */
  listen(visitor: User | null, token: string): Promise<Listening['episode']>;
  /** A finished episode by either of its tokens. Throws `Problem('not_found')`. */
  media(token: string): Promise<PodcastRow & { audioKey: string; audioBytes: number }>;
  transcript(token: string): Promise<Transcript>;
  vtt(token: string): Promise<string>;
  chapters(token: string): Promise<Chapters>;
}

const notFound = () => new Problem('not_found', 'There is no such episode');

export function openPodcasts(db: Db): Podcasts {
  async function byToken(token: string): Promise<PodcastRow> {
    const [row] = await db
      .select()
      .from(podcasts)
      .where(
        and(
          or(eq(podcasts.shareToken, token), eq(podcasts.publicId, token)),
          ne(podcasts.status, 'deleted'),
        ),
      );
    if (!row) throw notFound();
    return row;
  }

  function linesOf(podcastId: number): Promise<LineRow[]> {
    return db
      .select()
      .from(podcastLines)
      .where(eq(podcastLines.podcastId, podcastId))
      .orderBy(asc(podcastLines.position));
  }

  async function media(token: string) {
    const row = await byToken(token);
    const { audioKey, audioBytes } = row;
    if (row.status !== 'completed' || audioKey === null || audioBytes === null) throw notFound();
    return { ...row, audioKey, audioBytes };
  }

  /** The line spoken last, while the episode is being made. */
  async function lastLine(row: PodcastRow): Promise<Podcast['lastLine']> {
    if (row.status !== 'processing') return null;
    const [line] = await db
      .select({ speaker: podcastLines.speaker, text: podcastLines.text })
      .from(podcastLines)
      .where(and(eq(podcastLines.podcastId, row.id), eq(podcastLines.state, 'spoken')))
      .orderBy(desc(podcastLines.position))
      .limit(1);
    return line ?? null;
  }

  return {
    async list(owner, { cursor, limit }) {
      const rows = await db
        .select()
        .from(podcasts)
        .where(
          and(
            eq(podcasts.userId, owner.id),
            ne(podcasts.status, 'deleted'),
            cursor ? lt(podcasts.id, cursor) : undefined,
          ),
        )
        .orderBy(desc(podcasts.id))
        .limit(limit + 1);
      const page = rows.slice(0, limit);
      return {
        podcasts: page.map((row) => presentPodcast(row, null, null)),
        nextCursor: rows.length > limit ? String(page.at(-1)?.id) : null,
      };
    },

    async find(owner, publicId) {
      const row = await byToken(publicId);
      if (row.publicId !== publicId || row.userId !== owner.id) throw notFound();
      return presentPodcast(row, await lastLine(row), await secondsLeft(db, row));
    },

    async listen(visitor, token) {
      const row = await byToken(token);
      const isOwner = visitor !== null && row.userId === visitor.id;
      if (row.publicId === token && !isOwner) throw notFound();
      return presentListening(row, isOwner);
    },

    media,
    async transcript(token) {
      const row = await media(token);
      return transcriptOf(row, await linesOf(row.id));
    },
    async vtt(token) {
      const row = await media(token);
      return vttOf(row, await linesOf(row.id));
    },
    async chapters(token) {
      const row = await media(token);
      return chaptersJson(row, await linesOf(row.id));
    },
  };
}

/**
 * Time left by the service's own history: how long the last twenty episodes took per minute bought,
 * less what this one has taken. Null while there is no history or nothing is being made.
 */
async function secondsLeft(db: Db, row: PodcastRow): Promise<number | null> {
  if (row.status !== 'processing' || !row.startedAt) return null;
  const { rows } = await db.execute<{ left: number | null }>(sql`
    select avg(pace) * ${row.duration} - extract(epoch from now() - ${row.startedAt}::timestamptz) as left
    from (select extract(epoch from completed_at - started_at) / duration as pace
          from podcasts where status = 'completed' and started_at is not null
          order by completed_at desc limit 20) as recent`);
  const left = rows[0]?.left;
  return left === null || left === undefined ? null : Math.max(1, Math.round(Number(left)));
}
