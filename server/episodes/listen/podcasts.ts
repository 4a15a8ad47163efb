import { and, asc, desc, eq, getTableColumns, lt, ne, sql } from 'drizzle-orm';
import type { Answers } from '#shared/brief.ts';
import type { Listening, Podcast, SpokenLines } from '#shared/episode.ts';
import { Problem } from '#shared/problem.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import type { EpisodeSources } from '#shared/sources.ts';
import type { VerdictRequest } from '#shared/verdictSchema.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcastLines, podcasts } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { ID_MAX } from '../../base/http/pagination.ts';
import { sourcesOf } from '../log/episodeSources.ts';
import type { LineRow, PodcastRow } from '../log/lease.ts';
import { type PartRow, partsOf, presentParts } from '../log/parts.ts';
import { storedKeys } from '../log/storedSound.ts';
import { withWave, withWaves } from '../log/wave.ts';
import { findByToken, isOwner, notFound } from './episodeAccess.ts';
import { replaceLink } from './episodeLinks.ts';
import { countListen, keepPosition, keepVerdict, type Listener, positionOf, positionsOf, verdictOf } from './listeners.ts';
import { answersJson, channelOf, chaptersJson, NEVER_PLAYED, presentListening, presentPodcast, transcriptOf, vttOf } from './presentPodcast.ts';
import { presentSources } from './presentSources.ts';
import { progressOf, readSpokenLines } from './progress.ts';

export type Podcasts = ReturnType<typeof openPodcasts>;

/** Methods with a `token` accept and throw what `findByToken` does. */
export function openPodcasts(db: Db) {
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
    const [drawn, progress, own] = await Promise.all([
      withWave(db, row),
      progressOf(db, row),
      row.userId === null ? null : positionsOf(db, row.userId, [row.id]),
    ]);
    return presentPodcast(drawn, progress, own?.get(row.id) ?? NEVER_PLAYED);
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
    const { streamBytes: bytes } = row;
    const kept = { key: audioKey, bytes: audioBytes };
    const stream = bytes === null ? kept : { key: storedKeys(row.publicId).stream, bytes };
    return { ...row, sound: { kept, stream } };
  }

  async function playableParts(visitor: User | null, token: string): Promise<PartRow[]> {
    const row = await authorizeListening(visitor, token);
    if (row.status === 'failed') throw notFound();
    return partsOf(db, row.id);
  }

  return {
    /** Newest first. `cursor` is the last id seen; `q` searches title and topic. */
    async list(
      owner: User,
      { cursor, limit, q = '' }: { cursor: number | null; limit: number; q?: string },
    ): Promise<{ podcasts: Podcast[]; nextCursor: string | null }> {
      const before = cursor ?? ID_MAX;
      const words = searchWordsOf(q);
      const rows = await listPage.execute({ owner: owner.id, before, words, limit: limit + 1 });
      const page = await withWaves(db, rows.slice(0, limit));
      const own = await positionsOf(
        db,
        owner.id,
        page.map(({ id }) => id),
      );
      const list = page.map(async (row) =>
        presentPodcast(row, await progressOf(db, row), own.get(row.id) ?? NEVER_PLAYED),
      );
      return {
        podcasts: await Promise.all(list),
        nextCursor: rows.length > limit ? String(page.at(-1)?.id) : null,
      };
    },

    /** Throws `Problem('not_found')` for another owner's. */
    find: async (owner: User, publicId: string) => present(await ownedBy(owner, publicId)),

    /** Checks no owner: its subscribers were authorized before. Null when the episode is gone. */
    async findForWatchers(publicId: string): Promise<Podcast | null> {
      const [row] = await db.select().from(podcasts).where(eq(podcasts.publicId, publicId));
      return !row || row.status === 'deleted' || row.withheld ? null : present(row);
    },

    async replaceLink(owner: User, publicId: string): Promise<Podcast> {
      return present(await replaceLink(db, owner, await ownedBy(owner, publicId)));
    },

    /** `browserKey` tells which verdict is the listener's if they have no account. */
    async getListenPage(
      visitor: User | null,
      token: string,
      browserKey?: string,
    ): Promise<Listening['episode']> {
      const row = await authorizeListening(visitor, token);
      const [drawn, position, verdict, { etaSeconds }] = await Promise.all([
        withWave(db, row),
        positionOf(db, visitor, row.id),
        verdictOf(db, visitor, browserKey, row.id),
        progressOf(db, row),
      ]);
      const seen = { isOwner: isOwner(visitor, row), position, verdict, etaSeconds };
      return presentListening(drawn, token, seen);
    },

    async keepPosition(
      listener: User,
      token: string,
      position: { seconds: number; ended: boolean },
    ): Promise<void> {
      await keepPosition(db, listener, await authorizeListening(listener, token), position);
    },

    async keepVerdict(listener: Listener, token: string, verdict: VerdictRequest): Promise<void> {
      await keepVerdict(db, listener, await authorizeListening(listener.user, token), verdict);
    },

    /** Keeps neither listener nor episode. Throws `Problem('not_found')` for a failed one, too. */
    async countListen(visitor: User | null, token: string, isEmbedded: boolean): Promise<void> {
      const row = await authorizeListening(visitor, token);
      if (row.status === 'failed') throw notFound();
      const channel = channelOf(row, token, isOwner(visitor, row));
      await countListen(db, isEmbedded && channel !== 'own' ? 'embed' : channel);
    },

    authorizeListening,
    /** Throws `Problem('not_found')` for an unfinished episode. */
    getFinished,
    getDrawn: async (visitor: User | null, token: string) =>
      withWave(db, await getFinished(visitor, token)),
    async transcript(visitor: User | null, token: string, lines?: number): Promise<Transcript> {
      const row = await getFinished(visitor, token);
      return transcriptOf(row, await linesOf(row.id, lines));
    },
    async vtt(visitor: User | null, token: string): Promise<string> {
      const row = await getFinished(visitor, token);
      return vttOf(row, await linesOf(row.id));
    },
    async chapters(visitor: User | null, token: string, lines?: number): Promise<Chapters> {
      const row = await getFinished(visitor, token);
      return chaptersJson(row, await linesOf(row.id, lines));
    },
    async answers(visitor: User | null, token: string): Promise<Answers> {
      const row = await getFinished(visitor, token);
      return answersJson(row, await linesOf(row.id));
    },
    /** Throws `Problem('not_found')` also where no sources were kept. */
    async sources(visitor: User | null, token: string): Promise<EpisodeSources> {
      const row = await getFinished(visitor, token);
      if (!row.researchedAt)
        throw new Problem('not_found', 'No sources were kept for this episode');
      const [read, lines] = await Promise.all([sourcesOf(db, [row.id]), linesOf(row.id)]);
      return presentSources(row, read.get(row.id) ?? [], lines, isOwner(visitor, row));
    },
    /** A finished episode has all its lines: a page may learn late that it is finished. */
    async spokenLines(visitor: User | null, token: string): Promise<SpokenLines> {
      const row = await authorizeListening(visitor, token);
      if (row.status === 'failed') throw notFound();
      return readSpokenLines(db, row);
    },
    parts: async (visitor: User | null, token: string) =>
      presentParts(await playableParts(visitor, token), token),
    async part(visitor: User | null, token: string, number: number): Promise<PartRow> {
      const part = (await playableParts(visitor, token)).find((one) => one.number === number);
      if (!part) throw notFound();
      return part;
    },
  };
}

const searchWordsOf = (q: string): string[] => q.split(/\s+/).filter(Boolean).slice(0, 12);
