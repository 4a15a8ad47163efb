import { and, asc, inArray, isNotNull, sql } from 'drizzle-orm';
import type { EpisodeWave } from '#shared/episode.ts';
import type { Outline } from '#shared/script.ts';
import { WAVE_SLOTS } from '#shared/wave.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { podcastLines } from '../../base/db/tables.ts';
import type { LineRow, PodcastRow } from './lease.ts';

export interface Chapter {
  title: string;
  startMilliseconds: number;
  endMilliseconds: number;
}

/** Makes a chapter of each section that is on the timeline; together they cover all of it. */
export function chaptersOf(
  outline: Outline,
  lines: { section: number; startMilliseconds: number | null }[],
  endMilliseconds: number,
): Chapter[] {
  const opened = outline.sections.flatMap(({ title }, section) => {
    const first = lines.find((line) => line.section === section && line.startMilliseconds !== null);
    return first ? [{ title, startMilliseconds: first.startMilliseconds ?? 0 }] : [];
  });
  return opened.map((chapter, index) => ({
    title: chapter.title,
    startMilliseconds: index === 0 ? 0 : chapter.startMilliseconds,
    endMilliseconds: opened[index + 1]?.startMilliseconds ?? endMilliseconds,
  }));
}

export type TimedLine = Pick<LineRow, 'speaker' | 'text' | 'basis' | 'facts' | 'sourceWords'> & {
  start: number;
  end: number;
};

/** Lines on the finished timeline, in seconds. Leaves out lines that are not on it. */
export function timedLines(lines: LineRow[]): TimedLine[] {
  return lines.flatMap(({ startMilliseconds, milliseconds, ...line }) => {
    if (startMilliseconds === null || milliseconds === null) return [];
    const { speaker, text, basis, facts, sourceWords } = line;
    const start = startMilliseconds / 1000;
    const end = start + milliseconds / 1000;
    return [{ speaker, text, basis, facts, sourceWords, start, end }];
  });
}

type Spoken = Pick<LineRow, 'section' | 'speaker' | 'startMilliseconds' | 'milliseconds'>;

/** `lines` must be in order. Null when none is on the timeline. */
export function waveOf(lines: Spoken[], seconds: number): EpisodeWave | null {
  const shares = {
    A: Array.from({ length: WAVE_SLOTS }, () => 0),
    B: Array.from({ length: WAVE_SLOTS }, () => 0),
  };
  const starts = new Map<number, number>();
  const slotsOf = (milliseconds: number) => (milliseconds / 1000 / seconds) * WAVE_SLOTS;
  for (const { section, speaker, startMilliseconds, milliseconds } of lines) {
    if (startMilliseconds === null || milliseconds === null) continue;
    if (!starts.has(section)) starts.set(section, startMilliseconds / 1000 / seconds);
    addStretch(
      shares[speaker],
      slotsOf(startMilliseconds),
      slotsOf(startMilliseconds + milliseconds),
    );
  }
  if (starts.size === 0) return null;
  return {
    a: shares.A.map((share) => round(share, 100)),
    b: shares.B.map((share) => round(share, 100)),
    chapters: [...starts.values()].slice(1).map((start) => round(start, 10_000)),
  };
}

/** Adds to each slot the share of it that lies between `from` and `to`, both in slots. */
function addStretch(shares: number[], from: number, to: number): void {
  for (let slot = Math.floor(from); slot < Math.min(to, shares.length); slot++) {
    shares[slot] = (shares[slot] ?? 0) + Math.min(to, slot + 1) - Math.max(from, slot);
  }
}

const round = (share: number, parts: number) => Math.min(1, Math.round(share * parts) / parts);

type Drawable = Pick<PodcastRow, 'id' | 'status' | 'durationSeconds' | 'wave'>;

/** Computes and stores waves of finished episodes that were made before waves were stored. */
export async function withWaves<Row extends Drawable>(db: DbOrTx, rows: Row[]): Promise<Row[]> {
  const lacking = rows.filter(({ status, wave }) => status === 'completed' && wave === null);
  if (lacking.length === 0) return rows;
  const lines = await linesByEpisode(db, lacking);
  const made = lacking.flatMap(({ id, durationSeconds }) => {
    const wave = durationSeconds && waveOf(lines.get(id) ?? [], durationSeconds);
    return wave ? [{ id, wave }] : [];
  });
  if (made.length > 0) await store(db, made);
  const waves = new Map(made.map(({ id, wave }) => [id, wave]));
  return rows.map((row) => ({ ...row, wave: row.wave ?? waves.get(row.id) ?? null }));
}

export async function withWave<Row extends Drawable>(db: DbOrTx, row: Row): Promise<Row> {
  const [drawn = row] = await withWaves(db, [row]);
  return drawn;
}

async function linesByEpisode(db: DbOrTx, rows: Drawable[]): Promise<Map<number, Spoken[]>> {
  const { podcastId, position, section, speaker, startMilliseconds, milliseconds } = podcastLines;
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .select({ podcastId, section, speaker, startMilliseconds, milliseconds })
    .from(podcastLines)
    .where(and(inArray(podcastId, ids), isNotNull(startMilliseconds)))
    .orderBy(asc(podcastId), asc(position));
  return Map.groupBy(lines, (line) => line.podcastId);
}

async function store(db: DbOrTx, made: { id: number; wave: EpisodeWave }[]): Promise<void> {
  // Skips rows that another request is storing: waiting in another order would deadlock.
  await db.execute(sql`
    with made as (
      select given.id, given.wave
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as given(id int, wave jsonb)
      join podcasts as podcast on podcast.id = given.id
      where podcast.wave is null and podcast.status = 'completed'
      for update of podcast skip locked)
    update podcasts set wave = made.wave from made where podcasts.id = made.id`);
}
