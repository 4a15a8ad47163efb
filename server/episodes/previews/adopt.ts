import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import {
  podcastFacts,
  podcastLines,
  podcastParts,
  podcastSources,
  podcasts,
  previews,
} from '../../base/db/tables.ts';
import type { LineRow, PodcastRow } from '../log/lease.ts';
import type { PartRow } from '../log/parts.ts';

/**
 * Copies the preview that an order names into its episode, unless that has begun. False while the
 * preview is being worked on: call again once it is at rest. True if it is gone or has no text.
 */
export async function adoptPreview(tx: DbOrTx, podcastId: number): Promise<boolean> {
  const [found] = await tx
    .select({ duration: podcasts.duration, preview: previews })
    .from(podcasts)
    .innerJoin(previews, eq(previews.id, podcasts.previewId))
    .where(and(eq(podcasts.id, podcastId), isNull(podcasts.plan)))
    .for('update', { of: podcasts });
  if (!found || (await tx.$count(podcastLines, eq(podcastLines.podcastId, podcastId)))) return true;
  const previewRow = await hold(tx, found.preview.podcastId);
  if (!previewRow) return true;
  if (previewRow.stage !== 'queued') return false;
  if (previewRow.summary === null) return true;
  const lines = await copyLines(tx, previewRow.id, podcastId);
  await copyResearch(tx, previewRow.id, podcastId);
  await copyParts(tx, lines.at(-1), previewRow.id, podcastId);
  await tx
    .update(podcasts)
    .set({
      title: previewRow.title,
      voiceTraits: previewRow.voiceTraits,
      plan: found.preview.plans[found.duration] ?? null,
      quality: previewRow.quality,
      linesWritten: previewRow.linesWritten,
      linesRewritten: previewRow.linesRewritten,
      linesCut: previewRow.linesCut,
      linesUnread: previewRow.linesUnread,
      linesSpoken: previewRow.linesSpoken,
      millisecondsSpoken: previewRow.millisecondsSpoken,
    })
    .where(eq(podcasts.id, podcastId));
  return true;
}

/** Keeps a preview as it is until the transaction ends. */
async function hold(tx: DbOrTx, podcastId: number | null): Promise<PodcastRow | null> {
  if (podcastId === null) return null;
  const [row] = await tx
    .select()
    .from(podcasts)
    .where(and(eq(podcasts.id, podcastId), eq(podcasts.status, 'preview')))
    .for('share');
  return row ?? null;
}

async function copyLines(tx: DbOrTx, from: number, to: number): Promise<LineRow[]> {
  const lines = await tx
    .select()
    .from(podcastLines)
    .where(and(eq(podcastLines.podcastId, from), ne(podcastLines.state, 'dropped')))
    .orderBy(asc(podcastLines.position));
  const copies = lines.map((line) => ({ ...line, podcastId: to, section: 0 }));
  if (copies.length) await tx.insert(podcastLines).values(copies);
  return lines;
}

/** Facts keep their numbers, because the lines name them by these. */
async function copyResearch(tx: DbOrTx, from: number, to: number): Promise<void> {
  const sources = await tx.select().from(podcastSources).where(eq(podcastSources.podcastId, from));
  if (!sources.length) return;
  await tx.insert(podcastSources).values(sources.map((row) => ({ ...row, podcastId: to })));
  const facts = await tx.select().from(podcastFacts).where(eq(podcastFacts.podcastId, from));
  if (facts.length)
    await tx.insert(podcastFacts).values(facts.map((row) => ({ ...row, podcastId: to })));
}

/** The last line sounds different once something follows it: no part that reaches into it fits. */
async function copyParts(
  tx: DbOrTx,
  last: LineRow | undefined,
  from: number,
  to: number,
): Promise<void> {
  const end = last?.startMilliseconds ?? 0;
  const parts = await tx
    .select()
    .from(podcastParts)
    .where(eq(podcastParts.podcastId, from))
    .orderBy(asc(podcastParts.number));
  const before = ({ startMilliseconds, milliseconds }: PartRow) =>
    startMilliseconds + milliseconds <= end;
  const copies = parts.filter(before).map((part) => ({ ...part, podcastId: to }));
  if (copies.length) await tx.insert(podcastParts).values(copies);
}
