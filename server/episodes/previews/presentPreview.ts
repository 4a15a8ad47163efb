import type { Preview } from '#shared/previews.ts';
import type { previews } from '../../base/db/tables.ts';
import type { LineRow, PodcastRow } from '../log/lease.ts';

export type PreviewRow = typeof previews.$inferSelect;
export interface Found {
  preview: PreviewRow;
  podcast: PodcastRow;
}

/** A preview is deleted then, unless an order may begin with it. The privacy page says so. */
export const KEPT_HOURS = 24;

export function presentPreview(
  { preview, podcast }: Found,
  lines: LineRow[],
  minutes: number,
): Preview {
  const { id, plans, soundAskedAt, seconds, createdAt } = preview;
  const isWritten = podcast.summary !== null;
  return {
    id,
    state: isWritten ? 'written' : podcast.failure === null ? 'writing' : 'failed',
    // Moderated before it was set, which happens before the first lines.
    title: podcast.title || null,
    lines: lines.map(({ speaker, text, startMilliseconds }) => ({
      speaker,
      text,
      start: startMilliseconds === null ? null : startMilliseconds / 1000,
    })),
    chapters: plans[minutes]?.sections.map(({ title }) => title) ?? null,
    sound: {
      state: soundAskedAt === null ? 'none' : seconds === null ? 'making' : 'ready',
      partsUrl: `/media/preview/${id}/parts.json`,
      seconds,
    },
    failure: podcast.failure,
    expiresAt: new Date(createdAt.getTime() + KEPT_HOURS * 3_600_000).toISOString(),
  };
}
