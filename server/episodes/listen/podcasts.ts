import { and, asc, desc, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm';
import type { Listening, Podcast } from '#shared/episode.ts';
import { Problem } from '#shared/problem.ts';
import type { EpisodeSources } from '#shared/sources.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcastLines, podcasts } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { sourcesOf } from '../log/episodeSources.ts';
import type { LineRow, PodcastRow } from '../log/lease.ts';
import { type PartRow, partsOf } from '../log/parts.ts';
import { storedKeys } from '../log/storedSound.ts';
import { withWave, withWaves } from '../log/timeline.ts';
import {
  findByToken,
  findUnfailed,
  isOpen,
  isOwner,
  isOwnersOpen,
  notFound,
} from './episodeAccess.ts';
import { ownPositions, positionOf, verdictOf } from './listeners.ts';
import {
  answersJson,
  chaptersJson,
  NEVER_PLAYED,
  presentListening,
  presentPodcast,
  transcriptOf,
} from './presentPodcast.ts';
import { presentSources } from './presentSources.ts';
import { progressOf } from './progress.ts';

/* What takes a `token` accepts and throws what `findByToken` does. */

export interface ListenTools {
  db: Db;
}

// Outline and measurements are the largest columns, and no list shows them.
const { outline, quality, ...listed } = getTableColumns(podcasts);
const titleAndTopic = sql`lower(${podcasts.title} || ' ' || ${podcasts.topic})`;

/** Newest first. `cursor` is the last id seen; `q` searches title and topic. */
export async function listPodcasts(
  { db }: ListenTools,
  owner: User,
  { cursor, limit, q = '' }: { cursor: number | null; limit: number; q?: string },
): Promise<{ podcasts: Podcast[]; nextCursor: string | null }> {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 12);
  const rows = await db
    .select(listed)
    .from(podcasts)
    .where(
      and(
        eq(podcasts.userId, owner.id),
        isOpen,
        cursor === null ? undefined : lt(podcasts.id, cursor),
        ...words.map((word) => sql`strpos(${titleAndTopic}, lower(${word})) > 0`),
      ),
    )
    .orderBy(desc(podcasts.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  return {
    podcasts: await present(db, page),
    nextCursor: rows.length > limit ? String(page.at(-1)?.id) : null,
  };
}

/** Throws `Problem('not_found')` for another owner's. */
export async function findPodcast(
  { db }: ListenTools,
  owner: User,
  publicId: string,
): Promise<Podcast> {
  const podcast = await presentOne(db, isOwnersOpen(owner, publicId));
  if (!podcast) throw notFound();
  return podcast;
}

/** Checks no owner: its subscribers were authorized before. Null when the episode is gone. */
export const findForWatchers = ({ db }: ListenTools, publicId: string): Promise<Podcast | null> =>
  presentOne(db, and(eq(podcasts.publicId, publicId), isOpen));

async function presentOne(db: Db, which: SQL | undefined): Promise<Podcast | null> {
  const [podcast = null] = await present(db, await db.select().from(podcasts).where(which));
  return podcast;
}

async function present(
  db: Db,
  rows: Omit<PodcastRow, 'outline' | 'quality'>[],
): Promise<Podcast[]> {
  const [drawn, positions] = await Promise.all([
    withWaves(db, rows),
    ownPositions(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  return Promise.all(
    drawn.map(async (row) =>
      presentPodcast(row, await progressOf(db, row), positions.get(row.id) ?? NEVER_PLAYED),
    ),
  );
}

/** `browserKey` tells which verdict is the listener's if they have no account. */
export async function findListening(
  { db }: ListenTools,
  visitor: User | null,
  token: string,
  browserKey?: string,
): Promise<Listening['episode']> {
  const row = await findByToken(db, visitor, token);
  const [drawn, position, verdict, { etaSeconds }] = await Promise.all([
    withWave(db, row),
    positionOf(db, visitor, row.id),
    verdictOf(db, visitor, browserKey, row.id),
    progressOf(db, row),
  ]);
  const seen = { isOwner: isOwner(visitor, row), position, verdict, etaSeconds };
  return presentListening(drawn, token, seen);
}

/** Throws `Problem('not_found')` for an unfinished episode. */
export async function findFinished({ db }: ListenTools, visitor: User | null, token: string) {
  const row = await findByToken(db, visitor, token);
  const { audioKey, audioBytes, streamBytes: bytes } = row;
  if (row.status !== 'completed' || audioKey === null || audioBytes === null) throw notFound();
  const kept = { key: audioKey, bytes: audioBytes };
  const stream = bytes === null ? kept : { key: storedKeys(row.publicId).stream, bytes };
  return { ...row, sound: { kept, stream } };
}

export const findDrawn = async (tools: ListenTools, visitor: User | null, token: string) =>
  withWave(tools.db, await findFinished(tools, visitor, token));

/** With its first `most` lines, or all. Throws `Problem('not_found')` for an unfinished episode. */
export async function findScript(
  tools: ListenTools,
  visitor: User | null,
  token: string,
  most?: number,
): Promise<{ row: PodcastRow; lines: LineRow[] }> {
  const row = await findFinished(tools, visitor, token);
  const lines = tools.db
    .select()
    .from(podcastLines)
    .where(eq(podcastLines.podcastId, row.id))
    .orderBy(asc(podcastLines.position));
  return { row, lines: await (most === undefined ? lines : lines.limit(most)) };
}

/** Throws `Problem('not_found')` also where no sources were kept. */
export async function findSources(
  tools: ListenTools,
  visitor: User | null,
  token: string,
): Promise<EpisodeSources> {
  const { row, lines } = await findScript(tools, visitor, token);
  if (!row.researchedAt) throw new Problem('not_found', 'No sources were kept for this episode');
  const read = (await sourcesOf(tools.db, [row.id])).get(row.id) ?? [];
  return presentSources(row, read, lines, isOwner(visitor, row));
}

export async function findParts(
  { db }: ListenTools,
  visitor: User | null,
  token: string,
): Promise<PartRow[]> {
  return partsOf(db, (await findUnfailed(db, visitor, token)).id);
}

export async function findPart(
  tools: ListenTools,
  visitor: User | null,
  token: string,
  number: string,
): Promise<PartRow> {
  const parts = await findParts(tools, visitor, token);
  const part = parts.find((one) => one.number === Number(number));
  if (!part) throw notFound();
  return part;
}

/** What the server writes into a listen page, as for a stranger with the link. */
export const pageReader = (tools: ListenTools) => ({
  findEpisode: (token: string) => findListening(tools, null, token),
  findLines: async (token: string, count: number) =>
    transcriptOf(await findScript(tools, null, token, count)).segments,
  findChapters: async (token: string, count: number) =>
    chaptersJson(await findScript(tools, null, token, count)).chapters,
  findQuestions: async (token: string) =>
    answersJson(await findScript(tools, null, token)).questions,
});
